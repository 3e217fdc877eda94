"""Kept lines: a file of JSON lines that is added to while somebody judges, and gone on with after a crash.

Each line is on the disk before the next is made; a last one that a crash cut short is dropped.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from agents.corpora.reading import refuse
from bot.errors import StudyError

T = TypeVar("T", bound=msgspec.Struct)


def load(path: Path, shape: type[T], what: str) -> Iterator[tuple[int, T]]:
    """Each line's number and what it holds, a `what`. CorpusError names file, line and reason."""
    try:
        data = path.read_bytes()
    except OSError as error:
        refuse(path, None, f"cannot be read: {error.strerror}")
    for number, row in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        try:
            yield number, msgspec.json.decode(row, type=shape)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            refuse(path, number, f"this is no {what}: {error}")


def append(path: Path, rows: Sequence[msgspec.Struct]) -> None:
    """Add rows to a file, readable by its owner only; when this returns they are on the disk.

    Others who add to it meanwhile wait.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            data = file.read()
            file.seek(data.rfind(b"\n") + 1)
            file.truncate()
            file.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StudyError(f"{path}: cannot be written: {error.strerror}") from None
