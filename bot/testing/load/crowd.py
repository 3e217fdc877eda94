"""People who do not exist: so many of them, each saying something every so many seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from time import monotonic

from bot.testing.load.ledger import Ledger

Say = Callable[[int, str], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Crowd:
    """They write for some `seconds`, answered or not, and then wait until it has been silent for their `patience`."""

    people: int = 1000
    every: float = 20.0
    seconds: float = 120.0
    patience: float = 60.0
    seed: int = 1

    async def talk(self, say: Say, ledger: Ledger) -> float:
        """Everybody begins at a moment of their own; returns for how long it lasted until the last answer."""
        begun, random = monotonic(), Random(self.seed)
        async with asyncio.TaskGroup() as group:
            for person in range(1, self.people + 1):
                group.create_task(self._talk(person, random.random() * self.every, say, ledger))
        ended = monotonic()
        while ledger.waiting() and monotonic() < max(ended, ledger.last) + self.patience:
            await asyncio.sleep(0.02)
        return max(ended, ledger.last) - begun

    async def _talk(self, person: int, due: float, say: Say, ledger: Ledger) -> None:
        begun = monotonic()
        while due < self.seconds:
            await asyncio.sleep(begun + due - monotonic())
            await say(person, ledger.say(person))
            due += self.every
