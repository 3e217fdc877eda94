"""Checking that a file is the one that was pinned."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from bot.errors import WeightsError

LARGE = 1_000_000
"""Bytes from which on a file is read again only when it has changed: the encoder's are asked for by every part."""
TOLD = 16
"""Digits of its sha256 in the name of a file that was made here."""


def digest(path: Path) -> str:
    """The file's sha256 in hexadecimal."""
    found = path.stat()
    if found.st_size < LARGE:
        return _digest(path)
    return _remembered(path, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def check(path: Path, expected: str, mend: str) -> None:
    """WeightsError unless the file is there and has the sha256 `expected`; `mend` says how to put it right."""
    if not path.is_file():
        raise WeightsError(f"{path} is missing; {mend}")
    try:
        found = digest(path)
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}; {mend}") from None
    if found != expected:
        raise WeightsError(f"{path} was altered: sha256 {expected} is expected, {found} was found; {mend}")


def named(aside: Path, folder: Path, key: str) -> Path:
    """Where a file that was made in `aside` is to lie: its name tells what is in it."""
    return folder / f"{key}-{digest(aside)[:TOLD]}{aside.suffix}"


def as_named(path: Path) -> Path:
    """The file as it was written, which its name tells. WeightsError says that it is made again when it is gone."""
    mend = f"take it away, and it is made again: rm {path}"
    try:
        found = digest(path)
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}; {mend}") from None
    if path.stem.rpartition("-")[2] != found[:TOLD]:
        raise WeightsError(f"{path} was altered: its sha256 is {found}; {mend}")
    return path


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@lru_cache(maxsize=16)
def _remembered(path: Path, *_state: int) -> str:
    """Kept by what changes whenever the file does: where it lies, its size and its times."""
    return _digest(path)
