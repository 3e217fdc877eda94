"""The distribution: the name under which pip knows Attune, and the line that installs one of its extras.

The command is `attune`; on the package index that name belongs to another project.
"""

from __future__ import annotations

NAME = "attune-bot"
"""As in setup.cfg."""

EXTRAS = {
    "gguf": "writer",
    "matplotlib": "research",
    "openai": "openai",
    "ray": "ray",
    "rouge_score": "research",
    "sacrebleu": "research",
    "sklearn": "train",
    "torch": "train",
    "transformers": "generate",
    "xllamacpp": "writer",
}
"""The extra that brings a library, by the name it is imported by."""


def install_line(extra: str) -> str:
    """The command that installs the libraries of `extra`, one of setup.cfg's `options.extras_require`."""
    return f"pip install '{NAME}[{extra}]'"


def missing(module: str) -> str:
    """What to do about a library that a command needs and that is not installed."""
    name = module.partition(".")[0]
    extra = EXTRAS.get(name)
    by_pip = f", or {install_line(extra)}" if extra else ""
    return f"{name} is not installed, which this command needs: in a checkout, make research{by_pip}"
