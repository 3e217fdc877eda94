"""An engine that is asked in MessagePack: what `bot.worker.wire` says, over whatever line there is to it."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

import msgspec

from bot.dialog import Conversation, Reply
from bot.errors import EngineError, NoEngine, Overrun
from bot.sends import Recipient
from bot.step import Pending, Step
from bot.text import clean
from bot.worker import wire

log = logging.getLogger(__name__)
T = TypeVar("T")


class WiredEngine(ABC):
    """To be asked as an `Engine` is. Its methods wait for the answer, and belong into a thread.

    They raise Overrun when what was asked for did not end in time, or a process died over it, NoEngine when there is
    none, and EngineError for what the engine itself could not do.
    """

    @property
    @abstractmethod
    def ready(self) -> bool:
        """Whether it can be asked now."""

    @abstractmethod
    def wait(self) -> None:
        """Return once it can be asked. Raises NoEngine when that lasts too long."""

    @property
    @abstractmethod
    def made(self) -> wire.Made | None:
        """What the engine told of itself when it was made."""

    @property
    def lanes(self) -> int:
        """So many requests it takes side by side."""
        return 1

    @abstractmethod
    def answer(self, request: wire.Request) -> wire.Answer:
        """The engine's answer. Raises Overrun or NoEngine."""

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """Everybody its skills send to, as the engine told."""
        return self.made.recipients if self.made else ()

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
        found = self._ask(wire.Finish(wire.whole(pending), tuple(map(wire.said, extra))), wire.Stepped)
        step, problems = wire.step(found, wire.before(pending))
        return _logged(step, problems, step.conversation.id)

    def _pending(self, understood: wire.Understood, before: Conversation) -> Pending:
        conversation, problems = wire.joined(before, understood.talk)
        return _logged(wire.pending(understood, conversation), problems, before.id)

    def _ask(self, request: wire.Request, kind: type[T]) -> T:
        return value(self.answer(request), kind)


def value(answer: wire.Answer, kind: type[T]) -> T:
    """What an answer holds. Raises what it says that was raised."""
    match answer:
        case wire.Overran():
            raise Overrun("a turn did not end in time")
        case wire.Failed(kind="NoEngine", words=words):
            raise NoEngine(words)
        case wire.Failed(name, words):
            raise EngineError(f"{name}: {words}" if name else words)
        case wire.Done(raw):
            return msgspec.msgpack.decode(raw, type=kind)


def _logged(made: T, problems: Sequence[str], conversation_id: str) -> T:
    for problem in problems:
        log.warning("conversation %s: skipped: %s", conversation_id, problem)
    return made
