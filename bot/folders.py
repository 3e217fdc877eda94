"""Where what is the user's own is kept."""

from __future__ import annotations

import os
from pathlib import Path


def data() -> Path:
    """`$XDG_DATA_HOME/attune`, by default `~/.local/share/attune`: talks, the page's secret, tensors of one's own."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "attune"


def cache() -> Path:
    """`$XDG_CACHE_HOME/attune`, by default `~/.cache/attune`: what can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attune"
