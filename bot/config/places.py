"""Paths in a bot file stay under its folder: a file from somebody else must not reach into the rest of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bot.errors import ConfigError

BESIDE = "a path under the bot file's folder"
Place = Annotated[str, BESIDE]
"""The type of a skill's setting that is a path: it arrives absolute, and never from outside the bot file's folder."""
ENDINGS = ("_file", "_folder")
"""Keys of a bot file's own sections that end so are paths."""


def inside(place: Path, where: str, value: str) -> str:
    """`value` as an absolute path. Raises ConfigError when it leads out of the folder of the bot file `place`."""
    folder = place.parent.resolve()
    try:
        found = (folder / value).resolve()
    except (OSError, ValueError):
        raise ConfigError(f"{place}: {where} is no path") from None
    if not found.is_relative_to(folder):
        raise ConfigError(f"{place}: {where} leads out of {folder}; paths in a bot file stay under its folder")
    return str(found)
