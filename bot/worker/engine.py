"""`EngineProcess`: to be asked as an engine is, with the engine in a process of its own."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from weakref import WeakSet

import msgspec

from bot.config import Config
from bot.errors import Overrun
from bot.logs import style
from bot.part_shapes import stand_in
from bot.worker import wire
from bot.worker.order import Order, order
from bot.worker.spawned import Spawned
from bot.worker.supervisor import Supervisor
from bot.worker.wired import WiredEngine

GRACE = 2.0
"""Seconds that a process has to break off a turn by itself before it is ended."""
UNSENT = 3
"""So many processes in a row may be found dead before they are told what to do."""


class EngineProcess(WiredEngine):
    """Made by `Engines`. Requests are answered one after the other.

    It raises Overrun when what was asked for did not end within `turn_limit` seconds, or the process died over it, and
    NoEngine when there is none. The process ends when nobody holds this any longer.
    """

    def __init__(self, supervisor: Supervisor, turn_limit: float) -> None:
        self._supervisor, self._limit = supervisor, turn_limit + GRACE
        self._asking = threading.Lock()
        # Not when the program ends: then the kernel sees to it.
        weakref.finalize(self, _end_aside, supervisor).atexit = False

    @property
    def ready(self) -> bool:
        return self._supervisor.ready

    def wait(self) -> None:
        self._supervisor.child()

    @property
    def made(self) -> wire.Made | None:
        return self._supervisor.made

    def answer(self, request: wire.Request) -> wire.Answer:
        with self._asking:
            return self._heard(self._told(request))

    def _told(self, request: wire.Request) -> Spawned:
        """The process that has the request."""
        for _ in range(UNSENT):
            child = self._supervisor.child()
            try:
                child.link.send(request, self._limit)
            except OSError:
                self._supervisor.lose(child)  # nobody has read it: another one may do it
            else:
                return child
        raise Overrun("the engine's process dies again and again")

    def _heard(self, child: Spawned) -> wire.Answer:
        try:
            found: wire.Answer = child.link.receive(wire.Answer, self._limit)  # type: ignore[arg-type]  # a union
        except (EOFError, OSError, msgspec.DecodeError):
            self._supervisor.lose(child)
            raise Overrun("the engine's process did not answer and was ended, or has died") from None
        return found


class Engines:
    """Starts engines in processes of their own, and ends them all. `again` is told of each that is started again."""

    def __init__(self, again: Callable[[], object] = lambda: None) -> None:
        self._again = again
        self._supervisors: WeakSet[Supervisor] = WeakSet()

    def start(self, config: Config) -> EngineProcess:
        """The engine of a bot file. Raises ConfigError, SkillError or WeightsError as `build` does."""
        engine = self.ordered(order(config, style()))
        stand_in(engine.made.shapes if engine.made else ())
        return engine

    def ordered(self, order: Order) -> EngineProcess:
        """The same by an order; what it tells of its parts is not taken up here."""
        supervisor = Supervisor(order, self._again)
        self._supervisors.add(supervisor)
        supervisor.open()
        return EngineProcess(supervisor, order.turn_limit)

    def close(self) -> None:
        for supervisor in list(self._supervisors):
            supervisor.close()


def _end_aside(supervisor: Supervisor) -> None:
    """Where it is no longer held there may be no time to wait for its end."""
    threading.Thread(target=supervisor.close, daemon=True).start()
