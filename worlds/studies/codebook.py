"""A codebook: the labels of an annotation, each with what it means; `none` and `unsure` are there beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from bot.config import CONFIGS
from bot.errors import StudyError
from bot.toml import read_toml

PACKAGED = CONFIGS / "studies" / "codebooks" / "edos.toml"
NONE, UNSURE = "none", "unsure"
BESIDE = {NONE: "None of these", UNSURE: "I cannot tell"}
"""What can be said where no label is given, and its words."""


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[[label]]: its name, and what it means."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z][\w -]{0,39}$")]
    text: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: Annotated[tuple[Label, ...], msgspec.Meta(min_length=2)]


def read(path: Path) -> tuple[Label, ...]:
    """The labels of a file, in its order. Raises StudyError with what is wrong."""
    labels = read_toml(path, _File, StudyError).label
    names = [one.name for one in labels]
    for name in names:
        if names.count(name) > 1:
            raise StudyError(f"{path}: two labels are called {name!r}")
        if name in BESIDE:
            raise StudyError(f"{path}: {name!r} is there beside the labels of every codebook, and is none of its own")
    return labels
