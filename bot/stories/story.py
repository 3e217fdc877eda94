"""A file of stories (TOML): talks, and what must or must not be in the replies.

bot = "mine.toml"               # beside this file, or a name in configs/; "default" where it is left out
[[talk]]
name = "asks before it advises"
[[talk.turn]]
say = "I lost my job"
has_not = ["you should"]        # plain words, in upper or lower case
question = true
level = 0
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import msgspec

from bot.config.convert import convert, section
from bot.dialog import STRATEGIES, SupportStage
from bot.errors import ConfigError
from bot.feelings import EMOTIONS

Some = str | tuple[str, ...]
"""One text, or several."""
Level = Annotated[int, msgspec.Meta(ge=0, le=3)]
Length = Annotated[int, msgspec.Meta(ge=1)]
WORD = re.compile(r"\w+(?:'\w+)*")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "strategy": STRATEGIES,
    "stage": tuple(SupportStage),
    "emotion": tuple(EMOTIONS),
}
FILE_KEYS, TALK_KEYS = ("bot", "talk"), ("name", "turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryTurn:
    """What the person says, and what is expected of the reply and of the state after it; what is left out may be any.

    `has`: all of these are in the reply, `has_any`: at least one, `has_not`: none. `longest`: in words. `question`:
    whether it asks one. `level`: the danger found, 0 to 3. `skill`, `strategy`, `stage`, `emotion`: one of these.
    """

    say: str
    has: Some = ()
    has_any: Some = ()
    has_not: Some = ()
    longest: Length | None = None
    question: bool | None = None
    level: Level | None = None
    skill: Some = ()
    strategy: Some = ()
    stage: Some = ()
    emotion: Some = ()

    def several(self, key: str) -> tuple[str, ...]:
        """The texts of a key that takes one or several."""
        value: Some = getattr(self, key)
        return (value,) if isinstance(value, str) else value

    @property
    def expects(self) -> bool:
        return any(getattr(self, field.name) not in ((), None) for field in fields(self) if field.name != "say")


@dataclass(frozen=True, slots=True)
class StoryTalk:
    """A talk from its first turn on."""

    name: str
    turns: tuple[StoryTurn, ...]


@dataclass(frozen=True, slots=True)
class StoryFile:
    """The talks of one file. `bot` is what `bot.config.read` takes."""

    path: Path
    bot: str
    talks: tuple[StoryTalk, ...]


def files(paths: Iterable[Path]) -> list[Path]:
    """The files as given, and of each folder those that end in .toml. Raises ConfigError where there is none."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise ConfigError(f"{path}: no file in it ends in .toml")
        found += inside
    return found


def read(path: Path) -> StoryFile:
    """Raises ConfigError with the file, the talk, the turn and the choices."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    _known(raw, FILE_KEYS, str(path))
    bot = _bot(path, raw)
    talks = tuple(_talk(path, item, f"talk {place}") for place, item in enumerate(_tables(raw, "talk", str(path)), 1))
    names = [talk.name for talk in talks]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ConfigError(f"{path}: more than one talk is called {sorted(twice)[0]!r}")
    return StoryFile(path, bot, talks)


def spoken(text: str) -> str:
    """The words of a text alone, each between blanks: " you should ", so that it is not found in "you shouldn't"."""
    return f" {' '.join(WORD.findall(text.casefold().replace('’', chr(39))))} "


def _bot(path: Path, raw: Mapping[str, Any]) -> str:
    name: str = convert(path, "bot", raw.get("bot", "default"), str)
    return str(path.parent / name) if name.endswith(".toml") else name


def _talk(path: Path, raw: Any, where: str) -> StoryTalk:
    _known(raw, TALK_KEYS, f"{path}: {where}")
    if not isinstance(raw.get("name"), str) or not raw["name"].strip():
        raise ConfigError(f'{path}: {where} needs a name = "what it shows"')
    where = f"talk {raw['name']!r}"
    tables = _tables(raw, "turn", f"{path}: {where}")
    turns = tuple(_turn(path, item, f"{where}, turn {place}") for place, item in enumerate(tables, 1))
    if not any(turn.expects for turn in turns):
        raise ConfigError(f"{path}: {where} expects nothing of any reply")
    return StoryTalk(raw["name"], turns)


def _turn(path: Path, raw: Any, where: str) -> StoryTurn:
    if not isinstance(raw, dict) or "say" not in raw:
        raise ConfigError(f'{path}: {where} needs say = "what the person says"')
    turn = section(path, where, raw, StoryTurn)
    for key, choices in CHOICES.items():
        for given in turn.several(key):
            if given not in choices:
                raise ConfigError(f"{path}: {where}: {key} = {given!r} is none of {', '.join(choices)}")
    for key in ("has", "has_any", "has_not"):
        for given in turn.several(key):
            if not spoken(given).strip():
                raise ConfigError(f"{path}: {where}: {key} = {given!r} has no word in it")
    return turn


def _tables(raw: Mapping[str, Any], key: str, where: str) -> list[Any]:
    items = raw.get(key)
    if not isinstance(items, list) or not items:
        raise ConfigError(f"{where} has no {key}: write [[{'talk.turn' if key == 'turn' else key}]]")
    return items


def _known(raw: Any, keys: tuple[str, ...], where: str) -> None:
    if not isinstance(raw, dict):
        raise ConfigError(f"{where} must be a table")
    for key in raw:
        if key not in keys:
            raise ConfigError(f"{where}: unknown key {key!r} (there are: {', '.join(keys)})")
