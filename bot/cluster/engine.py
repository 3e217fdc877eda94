"""`ClusterEngine`: to be asked as an engine is, by a door, with replicas of the engine and of the writer elsewhere."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from datetime import datetime
from time import monotonic
from typing import Protocol

import msgspec

from bot.cluster.replica import About, encoded
from bot.dialog import Conversation
from bot.errors import EngineError, NoEngine, Overrun, ReplicaDied
from bot.step import Pending, Step, unwritten, writable
from bot.worker import wire
from bot.worker.engine import UNSENT
from bot.worker.wired import WiredEngine, value

log = logging.getLogger(__name__)
PATIENCE = 60.0
"""Seconds after which nobody waits any longer for a replica, beyond those in which one has to answer."""
WRITES, REST = 10.0, 30.0
"""Seconds that a writer has, others' turns before it included, and for which it is left alone once it was late."""
PING = 5.0
"""Seconds in which a replica says that it is there, and between two looks for one."""


class Replicas(Protocol):
    """The replicas of one deployment, any of which answers."""

    def ask(self, frame: bytes, seconds: float) -> bytes:
        """What one makes of a frame. Raises ReplicaDied, TimeoutError, and NoEngine where there is none."""

    def about(self, seconds: float) -> bytes:
        """What one says of itself (`About`); raises the same."""


class ClusterEngine(WiredEngine):
    """A request whose replica died is put to another, since a step changes nothing by itself; the third is its last.

    With `writers`, what the skills propose goes there before a reply is chosen; where that fails the turn goes on
    without. `seconds` are for a request, those that wait before it included; `lanes` how many are on their way at once.
    """

    def __init__(self, engines: Replicas, writers: Replicas | None, *, lanes: int, seconds: float) -> None:
        self._engines, self._writers, self._lanes, self._seconds = engines, writers, lanes, seconds
        self._there, self._closed = threading.Event(), threading.Event()
        self._about: About | None = None
        self._looking = threading.Lock()
        self._rests = 0.0

    @property
    def ready(self) -> bool:
        return self._there.is_set()

    def wait(self) -> None:
        if not self.ready:
            self._look_aside()
        if not self._there.wait(PATIENCE):
            raise NoEngine("no replica of the engine answers")

    @property
    def about(self) -> About | None:
        """What a replica said of itself when one was found first."""
        return self._about

    @property
    def made(self) -> wire.Made | None:
        return self._about.made if self._about else None

    @property
    def lanes(self) -> int:
        return self._lanes

    def answer(self, request: wire.Request) -> wire.Answer:
        return self._answer_of(self._engines, request, self._seconds)

    def steps(self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False) -> list[Step]:
        if self._writers is None:
            return super().steps(pairs, now, hurried=hurried)
        return [self.finish(pending) for pending in self.understand(pairs, now, hurried=hurried)]

    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]:
        found = super().understand(pairs, now, hurried=hurried)
        return found if self._writers is None else self._written(self._writers, found)

    def close(self) -> None:
        """Look for no replica any more."""
        self._closed.set()

    def _written(self, writers: Replicas, found: list[Pending]) -> list[Pending]:
        """What the writer makes of the proposals, as `Engine.write` has it: it costs its own replies at most."""
        made = [unwritten(each) if writable(each) and each.view.hurried else each for each in found]
        places = [place for place, each in enumerate(found) if writable(each) and not each.view.hurried]
        if not places:
            return made
        try:
            if monotonic() < self._rests:
                raise NoEngine("the writer is left alone for a while")
            request = wire.Write(tuple(wire.whole(found[place]) for place in places))
            seconds = min(WRITES, self._seconds)
            traces = value(self._answer_of(writers, request, seconds), tuple[wire.Traced, ...])
            written = [wire.retraced(found[place], trace) for place, trace in zip(places, traces, strict=True)]
        except EngineError as error:
            if isinstance(error, Overrun | NoEngine):
                self._rests = self._rests if monotonic() < self._rests else monotonic() + REST
            written = [unwritten(found[place], dropped=type(error).__name__) for place in places]
        for place, each in zip(places, written, strict=True):
            made[place] = each
        return made

    def _answer_of(self, replicas: Replicas, request: wire.Request, seconds: float) -> wire.Answer:
        frame = encoded(request)
        for _ in range(UNSENT):
            try:
                found: wire.Answer = msgspec.msgpack.decode(replicas.ask(frame, seconds), type=wire.Answer)
            except ReplicaDied:
                log.error("a replica died while it was asked; another one is")
            except TimeoutError:
                raise self._late(replicas) from None
            except NoEngine:
                self._lose(replicas)
                raise
            else:
                return found
        raise Overrun("one replica after the other died")

    def _late(self, replicas: Replicas) -> EngineError:
        """That nobody answered in time: over what was asked, if one is there all the same."""
        try:
            replicas.about(PING)
        except (ReplicaDied, NoEngine, TimeoutError):
            self._lose(replicas)
            return NoEngine("no replica answers")
        return Overrun("a turn did not end in time")

    def _lose(self, replicas: Replicas) -> None:
        if replicas is self._engines:
            self._there.clear()
            self._look_aside()

    def _look_aside(self) -> None:
        """Look for a replica until there is one, in a thread that nobody waits for."""
        if self._looking.acquire(blocking=False):
            threading.Thread(target=self._look, name="replicas", daemon=True).start()

    def _look(self) -> None:
        try:
            while not self._closed.is_set():
                try:
                    found = msgspec.msgpack.decode(self._engines.about(PING), type=About)
                except (ReplicaDied, NoEngine, TimeoutError):
                    self._closed.wait(PING / 5)
                else:
                    self._about = self._about or found
                    self._there.set()
                    return
        finally:
            self._looking.release()
