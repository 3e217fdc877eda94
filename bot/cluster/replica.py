"""A replica: an engine's process (`bot.worker`) that answers frames from any door. Nothing in here knows Ray.

It raises nothing: Ray would write an exception's words into its logs, and they may repeat what was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

import msgspec

from bot.cluster.merging import alike, merged, parted
from bot.errors import EngineError, NoEngine, Overrun
from bot.logs import trail
from bot.worker import wire
from bot.worker.engine import Engines
from bot.worker.order import Order
from bot.worker.wired import WiredEngine

LOST = 180.0
"""Seconds without an engine after which a replica is given up."""


class About(msgspec.Struct, array_like=True):
    """What a replica says of itself: its engine, and which bot that is (`Order.mark`)."""

    made: wire.Made
    mark: str


class Replica:
    """Makes the engine as ordered. Raises BotError when that fails."""

    def __init__(self, order: Order) -> None:
        self.mark = order.mark
        self.engine: WiredEngine = Engines().ordered(order)
        self._alive = monotonic()

    def about(self) -> bytes:
        made = self.engine.made or wire.Made((), ())
        return msgspec.msgpack.encode(About(made, self.mark))

    def healthy(self) -> bool:
        """Whether there is an engine, or has been one lately."""
        if self.engine.ready:
            self._alive = monotonic()
        return monotonic() - self._alive < LOST

    def answer(self, request: wire.Request) -> wire.Answer:
        """One request by itself."""
        try:
            return self.engine.answer(request)
        except Overrun:
            return wire.Overran()
        except EngineError as error:
            return wire.Failed(type(error).__name__, str(error))
        except Exception as error:
            return wire.Failed("", trail(error))

    def answers(self, requests: Sequence[wire.Request]) -> list[wire.Answer]:
        """Requests that wait together: those of one kind as one, and each by itself where that fails."""
        found: dict[int, wire.Answer] = {}
        for places in alike(requests):
            found |= zip(places, self._together([requests[place] for place in places]), strict=True)
        return [found[place] for place in range(len(requests))]

    def _together(self, same: Sequence[wire.Request]) -> list[wire.Answer]:
        if len(same) == 1:
            return [self.answer(same[0])]
        answer = self.answer(merged(same))
        match answer:
            case wire.Done():
                return parted(answer, same)
            case wire.Failed(kind=kind) if kind != NoEngine.__name__:
                return [self.answer(request) for request in same]  # whosever fault it was, the others are no part of it
        return [answer] * len(same)  # the doors ask about each turn of it again, alone


def decoded(frame: bytes) -> wire.Request:
    """The request in a frame. Raises DecodeError."""
    found: wire.Request = msgspec.msgpack.decode(frame, type=wire.Request)
    return found


def encoded(message: Any) -> bytes:
    return msgspec.msgpack.encode(message)
