"""Files of JSON, a record on each line, read into their shape."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from bot.errors import ConfigError

T = TypeVar("T")


def read_json_lines(path: Path, shape: type[T]) -> list[T]:
    """The records of a file. ConfigError with its path, the line and what is wrong."""
    try:
        lines = path.read_text(encoding="utf8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    found = list[T]()
    for number, line in enumerate(lines, start=1):
        try:
            found.append(msgspec.json.decode(line, type=shape))
        except msgspec.MsgspecError as error:
            raise ConfigError(f"{path}, line {number}: {error}") from None
    return found
