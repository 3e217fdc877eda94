"""Questions that a judge is asked about two supporters: ESC-Judge's nine points, ESConv's five, or a file's own.

    [[compare]]
    name = "Comforting"
    text = "Which bot was more skillful in comforting you?"

A study's file has them in the same form (`[[compare]]`), so that people and a model can be asked alike.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from bot.config import CONFIGS
from bot.errors import ConfigError

FOLDER = CONFIGS / "judges"


class Question(msgspec.Struct, frozen=True):
    """One point by which two are compared; `stage` is what it belongs to, of Hill's three for ESC-Judge's."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    stage: str = ""


class _File(msgspec.Struct, frozen=True):
    """What else stands in it, in a study's file, is of no concern."""

    compare: Annotated[tuple[Question, ...], msgspec.Meta(min_length=1)]


def names() -> tuple[str, ...]:
    """The lists that come with Attune."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def read(name: str) -> tuple[Question, ...]:
    """The questions of a list by name, or of a file. ConfigError names file and reason, and the choices."""
    path = FOLDER / f"{name}.toml" if name in names() else Path(name)
    if not path.is_file():
        raise ConfigError(f"there are no questions {name!r} (choose from {', '.join(names())}, or a file)")
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf8")), _File).compare
    except (OSError, ValueError) as error:  # also what is no UTF-8, no TOML, or of another shape
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    told = [one.name.casefold() for one in found]
    if twice := [one.name for one in found if told.count(one.name.casefold()) > 1]:
        raise ConfigError(f"{path}: two questions are called {twice[0]!r}")
    return found
