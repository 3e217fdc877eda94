"""Parts of seekers: whoever plays one in a talk hears the other and says the next words, by a script or by a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from agents.seekers import scripts, simulated
from agents.seekers.cards import Card
from agents.seekers.scripts import Script
from agents.seekers.simulated import State


class Part(Protocol):
    """One seeker in one talk."""

    @property
    def over(self) -> bool:
        """True when nothing is left to say."""

    def hear(self, text: str, strategy: str | None = None) -> None:
        """What the other said, and by which strategy, if that is known."""

    def next(self) -> str:
        """The next words."""


@dataclass(slots=True)
class CardPart:
    """A card in one talk of at most `most` messages; the last are closing words (0: as long as there is to say)."""

    card: Card
    seed: int = 0
    most: int = 0
    state: State | None = None
    heard: tuple[str, str | None] = ("", None)

    @property
    def over(self) -> bool:
        return self.state is not None and self.state.over

    def hear(self, text: str, strategy: str | None = None) -> None:
        """Messages in a row are one, of the last one's strategy."""
        self.heard = (f"{self.heard[0]} {text}".strip(), strategy)

    def next(self) -> str:
        """What was heard before the opening changes nothing."""
        if self.state is None:
            self.state = simulated.begin(self.card, self.seed)
        else:
            last = len(self.state.before) + 2 == self.most
            self.state = simulated.answer(self.state, *self.heard, last=last)
        self.heard = ("", None)
        return self.state.words

    def stars(self) -> int:
        """What the last two replies are worth to them, from 1 to 5, before they answer; 3 where nothing was heard."""
        if self.state is None or self.over:
            return 3
        return simulated.stars(simulated.answer(self.state, *self.heard).before[-2:])


def part_of(seeker: Script | Card, seed: int) -> Part:
    """A new part of a seeker."""
    return CardPart(seeker, seed) if isinstance(seeker, Card) else scripts.Part(list(seeker.lines))
