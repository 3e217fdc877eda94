"""A seeker to talk with, as a ParlAI agent: `parlai interactive -m agents.seeker_agent:SeekerAgent`.

It plays one side of a written talk (`agents/seekers/scripts.py`), line by line, or a card that heeds what it is told
(`agents/seekers/simulated.py`), and is no model. `worlds/parlai/seeker_world.py` seats it before a bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from agents.base_agent import TalkAgent
from agents.border import Heard, Message, add_seeker_options, read_seeker_options, register_agent, speak
from agents.seekers import cards
from agents.seekers.parts import Part, part_of
from agents.seekers.scripts import ordered, scripts
from bot.errors import ConfigError

ANY = "any"
"""`--seeker-card any`: cards, whichever is first."""


@dataclass(slots=True)
class Seat:
    """Where a seeker sits; who it is, is drawn with the first words."""

    part: Part | None = None
    done: bool = False

    @property
    def waits(self) -> bool:
        return not self.over

    @property
    def over(self) -> bool:
        """True when nothing is left to say."""
        return self.part is not None and self.part.over


@register_agent("seeker")
class SeekerAgent(TalkAgent[Iterator[Part], Seat]):
    """Says a seeker's lines; every talk is another one, in an order drawn by `--seed`, until all were played.

    `--seeker-talk` names the first. With `--seeker-card` it plays cards. Raises ConfigError where there is no such talk
    or card.
    """

    name = "seeker"

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_seeker_options(parser)
        return parser

    def load(self, opt: Mapping[str, Any]) -> Iterator[Part]:
        options = read_seeker_options(opt)
        if options.card and options.talk:
            raise ConfigError("--seeker-talk and --seeker-card: choose one of the two")
        if options.card:
            drawn = cards.ordered(options.seed, "" if options.card == ANY else options.card)
            return (part_of(card, options.seed) for card in cycle(drawn))
        return (part_of(talk, options.seed) for talk in cycle(ordered(scripts(), options.seed, options.talk)))

    def begin(self) -> Seat:
        return Seat()

    def note(self, heard: Heard) -> None:
        if self.talk.part is not None:
            self.talk.part.hear(heard.text or "", heard.strategy)

    def answer(self, talks: Sequence[Seat]) -> list[Message]:
        return [speak(self.id, self._part(talk).next()) for talk in talks]

    def _part(self, seat: Seat) -> Part:
        if seat.part is None:
            seat.part = next(self.common)
        return seat.part
