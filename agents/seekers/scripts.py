"""A seeker's side of a written talk, played line by line: it is no model, and does not understand what it is told.

The other's words change one thing. A bare answer, which makes sense behind a question alone, is left out where none was
asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bot.errors import ConfigError

TALKS = Path(__file__).with_name("talks.jsonl")
BARE = 3
"""An answer of so many words at most says nothing without its question."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seeker says. `answers`: it was written as the answer to a question."""

    text: str
    answers: bool = False

    @property
    def bare(self) -> bool:
        return self.answers and len(self.text.split()) <= BARE


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One person's side of a written talk, and what it is about."""

    id: str
    problem: str
    emotion: str
    person: str
    course: str
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Part:
    """A seeker in one talk. `left` are the lines not said yet; `asked`: the other asks."""

    left: list[Line]
    asked: bool = True

    @property
    def over(self) -> bool:
        """True when nothing is left to say."""
        return not self.left

    def hear(self, text: str, strategy: str | None = None) -> None:
        """What the other said; its strategy changes nothing."""
        self.asked = "?" in text

    def next(self) -> str:
        """The next line that fits."""
        while len(self.left) > 1 and self.left[0].bare and not self.asked:
            self.left.pop(0)
        return self.left.pop(0).text


def scripts() -> tuple[Script, ...]:
    """Every written talk, in the order of the file."""
    decoder = msgspec.json.Decoder(Script)
    return tuple(decoder.decode(row) for row in TALKS.read_text(encoding="utf8").splitlines())


def ordered(talks: Sequence[Script], seed: int, first: str = "") -> list[Script]:
    """The talks in an order drawn by the seed, the one named `first` before all others."""
    drawn = random.Random(seed).sample(talks, len(talks))
    if first and first not in {talk.id for talk in drawn}:
        raise ConfigError(f"--seeker-talk {first}: there is no such talk; {TALKS.name} has {drawn[0].id}, for example")
    return sorted(drawn, key=lambda talk: talk.id != first)
