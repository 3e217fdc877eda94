"""Line: those who wait in one conversation, so that a turn is told when another message came after its own.

Nobody waits for a slow reply to what they have gone beyond: what is written by then counts, as at the deadline.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True, weakref_slot=True, eq=False)
class Line:
    """The numbers of the messages that wait behind the turn under way, in the order in which they came."""

    waiting: list[int] = field(default_factory=list)
    newer: asyncio.Event = field(default_factory=asyncio.Event)
    _under_way: int | None = None

    @asynccontextmanager
    async def turn(self, number: int, lock: asyncio.Lock) -> AsyncIterator[asyncio.Event]:
        """A block in which message `number` is answered; the event tells that another one waits."""
        self.waiting.append(number)
        self._tell()
        try:
            await lock.acquire()
        finally:
            self.waiting.remove(number)
        self._under_way = number
        self._tell()
        try:
            yield self.newer
        finally:
            self._under_way = None
            lock.release()

    def _tell(self) -> None:
        """The same message, told twice, is none that came after."""
        if any(number != self._under_way for number in self.waiting):
            self.newer.set()
        else:
            self.newer.clear()
