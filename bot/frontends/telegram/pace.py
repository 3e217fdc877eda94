"""How much goes out and when: Telegram takes 30 messages a second, one a second in a chat, 20 a minute in a group.

What it is told too early it refuses, and for longer each time, so it is better to wait here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic

Pause = Callable[[float], Awaitable[None]]

SECOND = 1.02
"""What is a second apart here may come a little closer there."""
IN_A_GROUP = (20, 60.0)
TIDY_AT = 2048
"""How many chats are remembered before those that have been quiet are let go."""


class Leaving(Exception):
    """The door closes: what would have to wait stays in the outbox."""


class Patience:
    """Waits so many seconds. Once it is `ended`, whoever waits, or would have to, gets Leaving instead."""

    def __init__(self) -> None:
        self._over = asyncio.Event()

    def end(self) -> None:
        self._over.set()

    async def __call__(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._over.wait(), max(seconds, 0))
        except TimeoutError:
            return
        raise Leaving


class Window:
    """At most `most` in any `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=most)

    def delay(self, now: float) -> float:
        """Seconds until there is room for one more."""
        if len(self._times) < (self._times.maxlen or 0):
            return 0.0
        return max(0.0, self._times[0] + self._seconds - now)

    def take(self, now: float) -> None:
        self._times.append(now)

    def is_idle(self, now: float) -> bool:
        return not self._times or self._times[-1] + self._seconds <= now


@dataclass(slots=True)
class Lane:
    """One chat: its windows, and the queue of those who want to write into it."""

    windows: tuple[Window, ...]
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pace:
    """`turn(chat)` returns when a message may go out. In one chat, first come is first served."""

    def __init__(self, per_second: int, per_chat: int, pause: Pause, clock: Callable[[], float] = monotonic) -> None:
        self._pause, self._clock, self._per_chat = pause, clock, per_chat
        self._all = Lane(_windows((per_second, SECOND)))
        self._lanes: dict[int, Lane] = {}
        self._tidy_at = TIDY_AT

    async def turn(self, chat: int) -> None:
        lane = self._lane(chat)
        async with lane.queue:
            await self._room(lane.windows)
            async with self._all.queue:
                await self._room(self._all.windows)
                now = self._clock()
                for window in (*lane.windows, *self._all.windows):
                    window.take(now)

    def delay(self, chat: int) -> float:
        """Seconds until a message into this chat could go out, as things stand."""
        now = self._clock()
        return max((window.delay(now) for window in (*self._lane(chat).windows, *self._all.windows)), default=0.0)

    async def _room(self, windows: Iterable[Window]) -> None:
        while delay := max((window.delay(self._clock()) for window in windows), default=0.0):
            await self._pause(delay)

    def _lane(self, chat: int) -> Lane:
        if chat not in self._lanes:
            self._tidy()
            in_a_group = [IN_A_GROUP] if chat < 0 and self._per_chat else []
            self._lanes[chat] = Lane(_windows((self._per_chat, SECOND), *in_a_group))
        return self._lanes[chat]

    def _tidy(self) -> None:
        if len(self._lanes) < self._tidy_at:
            return
        now = self._clock()
        self._lanes = {
            chat: lane
            for chat, lane in self._lanes.items()
            if lane.queue.locked() or not all(window.is_idle(now) for window in lane.windows)
        }
        self._tidy_at = TIDY_AT + 2 * len(self._lanes)


def _windows(*limits: tuple[int, float]) -> tuple[Window, ...]:
    return tuple(Window(most, seconds) for most, seconds in limits if most)
