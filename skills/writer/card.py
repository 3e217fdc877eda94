"""Persona card: who a large writer speaks as, from a TOML file. It is a program, whatever the card says.

[persona]
name = "Attune"
about = "a computer program that listens and helps people think"
manner = ["plain words", "now and then a little funny"]
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from bot.config.convert import section
from bot.errors import ConfigError
from skills import reply_gate

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
LIFE = ("I am {}", "I'm {}", "{}")
"""How a line of a card is read: as the writer would say it of itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`about` says what it is, `manner` how it speaks."""

    name: Text = "Attune"
    about: Text = "a computer program that listens and helps people think"
    manner: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        for line in (self.name, self.about, *self.manner):
            said = (form.format(line) for form in LIFE)
            if reason := next(filter(None, map(reply_gate.refuse, said)), None):
                raise ConfigError(f"persona: the last gate would let nobody say {line!r} of themselves: {reason}")


def card(path: Path) -> Card:
    """The card of a file. ConfigError names it, the key and what is wrong; also where it tells of a human life."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # also what is no UTF-8
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    if set(raw) != {"persona"}:
        raise ConfigError(f"{path}: holds [persona] and nothing else, not {', '.join(raw) or 'nothing'}")
    return section(path, "persona", raw["persona"], Card)
