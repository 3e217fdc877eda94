"""Checking that a file of weights is the one that was pinned."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bot.errors import WeightsError


def digest(path: Path) -> str:
    """The file's sha256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(path: Path, expected: str, mend: str) -> None:
    """WeightsError unless the file is there and has the sha256 `expected`; `mend` says how to put it right."""
    if not path.is_file():
        raise WeightsError(f"{path} is missing; {mend}")
    found = digest(path)
    if found != expected:
        raise WeightsError(f"{path} was altered: sha256 {expected} is expected, {found} was found; {mend}")
