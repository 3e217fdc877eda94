"""What the menu must know of the guard's state, read by name: the core knows no skill."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot.config import CONFIGS
from bot.dialog import Conversation
from bot.limits import EMERGENCY
from bot.parts import kind_named, named
from bot.phrases import say
from bot.step import STOPS

INTERNATIONAL = "international"


@dataclass(frozen=True, slots=True)
class Care:
    """The guard's state as far as the menu minds it; without a guard there is nothing to mind."""

    country: str | None = None
    minor: bool = False
    overheard: bool = False


def care_of(conversation: Conversation) -> Care:
    """`overheard`: somebody who hurts the person may read along. Of a nation ("gb-sct") its country is minded."""
    state = _state(conversation)
    if state is None:
        return Care()
    return Care((state.country or "").partition("-")[0] or None, state.minor, state.unsafe_to_talk)


def with_help(line: str, conversation: Conversation, level: int) -> str:
    """A line of a door's or the menu's own; in danger also whom to call, unless somebody may read along."""
    if level < STOPS or care_of(conversation).overheard or say(EMERGENCY) in line:
        return line
    return f"{line} {say(EMERGENCY)}"


def in_country(conversation: Conversation, code: str | None) -> object | None:
    """The guard's state with this country; None where no guard is loaded that would show lines."""
    kind = kind_named("care")
    state = _state(conversation) or (kind() if kind else None)
    return replace(state, country=code) if state else None


def _state(conversation: Conversation) -> Any:
    return named(conversation.state, "care")


@cache
def countries() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Countries with crisis lines: code, name, and how people write it; only names are read here, no line."""
    found = {path.stem: tomllib.loads(path.read_text(encoding="utf8")) for path in (CONFIGS / "crisis").glob("*.toml")}
    named = {code: (raw["country"], tuple(raw["names"])) for code, raw in found.items() if code != INTERNATIONAL}
    return dict(sorted(named.items(), key=lambda item: item[1][0].removeprefix("the ")))


@cache
def directory() -> str:
    """The address of the directory for all other countries."""
    raw = tomllib.loads((CONFIGS / "crisis" / f"{INTERNATIONAL}.toml").read_text(encoding="utf8"))
    return str(raw["entry"][0]["chat"])
