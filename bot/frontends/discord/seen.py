"""How far a channel is dealt with: never past a message that still waits, however many overtake it."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import OrderedDict

REMEMBERED = 20_000


class Met:
    """Events that were told of, the newest of them."""

    def __init__(self) -> None:
        self._events: OrderedDict[str, None] = OrderedDict()

    def is_new(self, event: str) -> bool:
        """True the first time."""
        if event in self._events:
            return False
        self._events[event] = None
        if len(self._events) > REMEMBERED:
            self._events.popitem(last=False)
        return True


class Line:
    """The messages of a channel by their ids, which grow with time. All up to `seen` are dealt with."""

    __slots__ = ("_done", "_waiting", "is_read", "seen")

    def __init__(self) -> None:
        self._waiting: list[int] = []
        self._done: list[int] = []
        self.seen = 0
        self.is_read = False

    def join(self, message: int) -> None:
        insort(self._waiting, message)

    def leave(self, message: int) -> None:
        """The message is in the inbox, or is not to be answered."""
        place = bisect_left(self._waiting, message)
        if self._waiting[place : place + 1] == [message]:
            del self._waiting[place]
            insort(self._done, message)

    def advance(self) -> bool:
        """Move `seen` to the newest message that none waits before. True when that is further than it was."""
        before = self.seen
        free = bisect_left(self._done, self._waiting[0]) if self._waiting else len(self._done)
        self.seen = max([before, *self._done[:free]])
        del self._done[:free]
        return self.seen > before
