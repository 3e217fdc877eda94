"""A seeker to talk with, as a ParlAI agent: `parlai interactive -m agents.seeker_agent:SeekerAgent`.

It plays one side of a written talk, line by line, and is no model: it does not understand what it is told. The bot's
words change one thing. A bare answer, which makes sense behind a question alone, is left out where the bot asked none.
`worlds/parlai/seeker_world.py` seats it before a bot.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from agents.base_agent import TalkAgent
from agents.border import Heard, Message, add_seeker_options, read_seeker_options, register_agent, speak
from bot.errors import ConfigError

TALKS = Path(__file__).with_name("seekers") / "talks.jsonl"
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
    """One clone's talk. `left` are the lines not said yet, None before the talk has begun; `asked`: the bot asks."""

    left: list[Line] | None = None
    asked: bool = True
    done: bool = False

    @property
    def waits(self) -> bool:
        return not self.over

    @property
    def over(self) -> bool:
        """True when nothing is left to say."""
        return self.left == []

    def next(self) -> str:
        """The next line that fits."""
        left = self.left or []
        while len(left) > 1 and left[0].bare and not self.asked:
            left.pop(0)
        return left.pop(0).text


@register_agent("seeker")
class SeekerAgent(TalkAgent[Iterator[Script], Part]):
    """Says a seeker's lines; every talk is another one, in an order drawn by `--seed`, until all were played.

    `--seeker-talk` names the first. Raises ConfigError where there is no such talk.
    """

    name = "seeker"

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_seeker_options(parser)
        return parser

    def load(self, opt: Mapping[str, Any]) -> Iterator[Script]:
        options = read_seeker_options(opt)
        return cycle(ordered(scripts(), options.seed, options.talk))

    def begin(self) -> Part:
        return Part()

    def note(self, heard: Heard) -> None:
        self.talk.asked = "?" in (heard.text or "")

    def answer(self, talks: Sequence[Part]) -> list[Message]:
        for talk in talks:
            if talk.left is None:
                talk.left = list(next(self.common).lines)
        return [speak(self.id, talk.next()) for talk in talks]


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
