"""What a study writes down: one opening, then a line for each turn. Frozen; no file is touched here."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, get_args

import msgspec

Side = Literal["left", "right"]
Choice = Literal["a", "b", "equal", "neither"]
CHOICES: tuple[Choice, ...] = get_args(Choice)


class Opening(msgspec.Struct, frozen=True, tag_field="kind", tag="study"):
    """The first line: which study this is. `id` stands for both bot files and the seed."""

    id: str
    seed: int
    left: str
    right: str


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot answered. `text` only where the person agreed to keep it."""

    skill: str
    strategy: str | None = None
    text: str | None = None


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="judgement"):
    """One turn. `a` is the bot that was shown as A, `goes_on` the one whose answer the talk went on with.

    `answer` is `same` where both bots said the same and nothing was asked. `said` are the person's words, if kept.
    """

    study: str
    seed: int
    left: str
    right: str
    person: str
    talk: int
    turn: int
    a: Side
    answer: Literal["a", "b", "equal", "neither", "same"]
    goes_on: Side
    offers: dict[Side, Offer]
    at: datetime
    said: str | None = None

    @property
    def winner(self) -> Side | None:
        """The bot that was preferred; None for equal, neither and same."""
        if self.answer not in ("a", "b"):
            return None
        return self.a if self.answer == "a" else other(self.a)

    @property
    def letter(self) -> str | None:
        """The letter under which the answer stood that the talk goes on with; None where no letters were shown."""
        if self.answer == "same":
            return None
        return "A" if self.goes_on == self.a else "B"


class Interruption(msgspec.Struct, frozen=True, tag_field="kind", tag="interruption"):
    """A talk in which somebody was in danger, and which was not judged from then on. Counted; nothing else is kept."""

    study: str


Line = Judgement | Interruption


def other(side: Side) -> Side:
    return "right" if side == "left" else "left"


def parse_choice(answer: str) -> Choice | None:
    """`a`, `b`, `equal` or `neither`, or the beginning of one, in any case; None for anything else."""
    word = answer.strip().lower()
    return next((choice for choice in CHOICES if word and choice.startswith(word)), None)
