"""`EngineProcess`: to be asked as an engine is, with the engine in a process of its own."""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

from bot.config import Config
from bot.dialog import Conversation, Reply
from bot.engine import Pending, Step
from bot.errors import EngineError, Overrun
from bot.logs import style
from bot.part_shapes import stand_in
from bot.sends import Recipient
from bot.text import clean
from bot.worker import wire
from bot.worker.order import order
from bot.worker.spawned import Spawned
from bot.worker.supervisor import Supervisor

log = logging.getLogger(__name__)
T = TypeVar("T")
GRACE = 2.0
"""Seconds that a process has to break off a turn by itself before it is ended."""
UNSENT = 3
"""So many processes in a row may be found dead before they are told what to do."""


class EngineProcess:
    """Made by `Engines`. Its methods wait for the answer, one after the other, and belong into a thread.

    They raise Overrun when what was asked for did not end within `turn_limit` seconds, or the process died over it, and
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
        """Return once it can be asked. Raises NoEngine when that lasts too long."""
        self._supervisor.child()

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """Everybody its skills send to, as the process told at its start."""
        return self._supervisor.made.recipients if self._supervisor.made else ()

    def steps(self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False) -> list[Step]:
        found = self._ask(wire.Steps(wire.pairs(pairs), now, hurried), tuple[wire.Stepped, ...])
        steps = [wire.step(stepped, before) for stepped, (before, _) in zip(found, pairs, strict=True)]
        return [_logged(step, problems, step.conversation.id) for step, problems in steps]

    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]:
        found = self._ask(wire.Understand(wire.pairs(pairs), now, hurried), tuple[wire.Understood, ...])
        return [self._pending(understood, before) for understood, (before, _) in zip(found, pairs, strict=True)]

    def heed(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[int]:
        return list(self._ask(wire.Heed(wire.pairs(pairs), now), tuple[int, ...]))

    def allows(self, text: str) -> bool:
        return self._ask(wire.Allows(clean(text)), bool)

    def finish(self, pending: Pending, extra: Sequence[Reply] = ()) -> Step:
        understood = wire.understood(pending, wire.talk(pending.view.conversation))
        found = self._ask(wire.Finish(understood, tuple(map(wire.said, extra))), wire.Stepped)
        step, problems = wire.step(found, wire.before(pending))
        return _logged(step, problems, step.conversation.id)

    def _pending(self, understood: wire.Understood, before: Conversation) -> Pending:
        conversation, problems = wire.joined(before, understood.talk)
        return _logged(wire.pending(understood, conversation), problems, before.id)

    def _ask(self, request: wire.Request, kind: type[T]) -> T:
        with self._asking:
            answer = self._answer(self._told(request))
        match answer:
            case wire.Overran():
                raise Overrun("a turn did not end in time")
            case wire.Failed(name, words):
                raise EngineError(f"{name}: {words}" if name else words)
        return msgspec.msgpack.decode(answer.value, type=kind)

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

    def _answer(self, child: Spawned) -> Any:
        try:
            return child.link.receive(wire.Answer, self._limit)  # type: ignore[arg-type]  # a union
        except (EOFError, OSError, msgspec.DecodeError):
            self._supervisor.lose(child)
            raise Overrun("the engine's process did not answer and was ended, or has died") from None


class Engines:
    """Starts engines in processes of their own, and ends them all. `again` is told of each that is started again."""

    def __init__(self, again: Callable[[], object] = lambda: None) -> None:
        self._again = again
        self._supervisors: WeakSet[Supervisor] = WeakSet()

    def start(self, config: Config) -> EngineProcess:
        """The engine of a bot file. Raises ConfigError, SkillError or WeightsError as `build` does."""
        supervisor = Supervisor(order(config, style()), self._again)
        self._supervisors.add(supervisor)
        supervisor.open()
        engine = EngineProcess(supervisor, config.turn_limit)
        stand_in(supervisor.made.shapes if supervisor.made else ())
        return engine

    def close(self) -> None:
        for supervisor in list(self._supervisors):
            supervisor.close()


def _logged(made: T, problems: Sequence[str], conversation_id: str) -> T:
    for problem in problems:
        log.warning("conversation %s: skipped: %s", conversation_id, problem)
    return made


def _end_aside(supervisor: Supervisor) -> None:
    """Where it is no longer held there may be no time to wait for its end."""
    threading.Thread(target=supervisor.close, daemon=True).start()
