"""TOML files, read into their shape."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from bot.errors import BotError, ConfigError

T = TypeVar("T")


def read_toml(path: Path, shape: type[T], wrong: type[BotError] = ConfigError) -> T:
    """What a file holds. Raises `wrong` with its path, the place in it and what is wrong."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf8")), shape)
    except OSError as error:
        raise wrong(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # also what is no TOML, no UTF-8, or of another shape
        raise wrong(f"{path}: {error}") from None
