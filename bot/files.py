"""Writing files: new ones with what people said, for their owner only, and others whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_new(path: Path, data: bytes) -> None:
    """A file for its owner only. OSError where it can't be written; FileExistsError rather than overwrite one."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)


def put(path: Path, data: bytes) -> Path:
    """Write a file beside and move it into its place, so that a killed process leaves the old one; folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    beside.replace(path)
    return path
