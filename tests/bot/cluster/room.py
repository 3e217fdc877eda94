"""Replicas that are no Ray's: each holds an engine of this process, and does what it is told to go wrong."""

from __future__ import annotations

from bot.cluster.replica import About, Replica, decoded, encoded
from bot.engine import Engine
from bot.errors import ReplicaDied
from bot.sends import Recipient
from bot.worker import wire
from bot.worker.child import answered
from bot.worker.wired import WiredEngine


class Here(WiredEngine):
    """An engine of this process, asked in MessagePack; `asked` are the requests."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.asked: list[wire.Request] = []

    @property
    def ready(self) -> bool:
        return True

    def wait(self) -> None:
        """It is there."""

    @property
    def made(self) -> wire.Made:
        return wire.Made((), (Recipient("echo", "words", "here", outside=False),))

    def answer(self, request: wire.Request) -> wire.Answer:
        self.asked.append(request)
        return answered(self._engine, request)


class Several:
    """Replicas of one engine. Each of `faults` stands for one call, the first for the first: None is none."""

    def __init__(self, engine: Engine, *faults: Exception | None) -> None:
        self.here = Here(engine)
        self.replica = Replica.__new__(Replica)
        self.replica.engine, self.replica.mark = self.here, "mark"
        self.faults = list(faults)
        self.there = True
        self.calls = 0

    def ask(self, frame: bytes, seconds: float) -> bytes:
        self.calls += 1
        if self.faults and (fault := self.faults.pop(0)):
            raise fault
        return encoded(self.replica.answer(decoded(frame)))

    def about(self, seconds: float) -> bytes:
        if not self.there:
            raise ReplicaDied("gone")
        return encoded(About(self.here.made, "mark"))
