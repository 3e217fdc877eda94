"""Pairs for a judge: of each item a candidate of one contestant beside one of another, replies or whole talks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.verdicts.contexts import CORPORA
from agents.verdicts.item import Candidate, Item
from bot.errors import ConfigError

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")
LIKE = 1.2
"""Of two that are alike in length, the longer has at most so many times the other's words."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two candidates of an item, by their places in it."""

    item: Item
    left: int
    right: int

    def of(self, side: Side) -> Candidate:
        return self.item.candidates[self.left if side == "left" else self.right]

    def words(self, side: Side) -> int:
        """How many words the supporter of a side says."""
        one = self.of(side)
        said = [line.text for line in one.talk if line.speaker == "supporter"] if one.talk else [one.text]
        return sum(len(text.split()) for text in said)

    @property
    def longer(self) -> Side | None:
        left, right = (self.words(side) for side in SIDES)
        return None if left == right else "left" if left > right else "right"

    @property
    def alike(self) -> bool:
        """Whether both are about as long."""
        few, many = sorted(self.words(side) for side in SIDES)
        return many <= LIKE * few

    @property
    def only(self) -> bool:
        """Whether the item has one candidate of each contestant: else their names don't say which is meant."""
        named = [one.source for one in self.item.candidates]
        return all(named.count(self.of(side).source) == 1 for side in SIDES)

    @property
    def corpus(self) -> str:
        """Whose words the item has, where it says so: that of its context, or of the person in whole talks."""
        return self.item.corpus or self.item.reference.partition(" ")[0] or _of_seeker(self.item)


def pairs(items: Sequence[Item], left: str, right: str, limit: int | None, seed: int) -> list[Pair]:
    """A pair of each item that has both, `limit` of them drawn by seed; of several candidates of one the seed draws.

    Two that say the same are none. ConfigError names whose candidates there are where there is no pair.
    """
    if left == right:
        raise ConfigError(f"{left} is to be compared with another")
    found = [pair for item in items for pair in _pair(item, left, right, seed)]
    if not found:
        there = sorted({one.source for item in items for one in item.candidates})
        raise ConfigError(f"no item lays {left} beside {right} (there are: {', '.join(there)})")
    if limit is None or limit >= len(found):
        return found
    return random.Random(seed).sample(found, limit)


def _pair(item: Item, left: str, right: str, seed: int) -> list[Pair]:
    rng = random.Random(f"{seed} {item.id}")  # of each item its own, so that a limit changes nothing
    places = [[at for at, one in enumerate(item.candidates) if one.source == name] for name in (left, right)]
    if not all(places):
        return []
    first, second = (rng.choice(each) for each in places)
    one, other = item.candidates[first], item.candidates[second]
    return [] if (one.text, one.talk) == (other.text, other.talk) else [Pair(item, first, second)]


def _of_seeker(item: Item) -> str:
    """The corpus that a simulated seeker's name begins with: `esconv-12`."""
    name = item.talk.rpartition("-")[0]
    return name if name in CORPORA and any(one.talk for one in item.candidates) else ""
