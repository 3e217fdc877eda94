"""The distribution: the name under which pip knows Attune, and the line that installs one of its extras.

The command is `attune`; on the package index that name belongs to another project.
"""

from __future__ import annotations

NAME = "attune-bot"
"""As in setup.cfg."""


def install_line(extra: str) -> str:
    """The command that installs the libraries of `extra`, one of setup.cfg's `options.extras_require`."""
    return f"pip install '{NAME}[{extra}]'"
