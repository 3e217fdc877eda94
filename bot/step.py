"""Step: one turn of an engine, from what is pending to the reply that closed it, with the trace of how it came about.

`AnyEngine` is who is asked for steps, wherever it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from bot.dialog import Conversation, Reply, TurnView, Verdict
from bot.sends import Recipient

NOT_KEPT = "[not kept]"
"""Stands in a conversation for words said in a crisis, so that the order of turns remains."""

STOPS = 2
"""The lowest level of danger at which the guard alone answers."""

ORDINARY = 1.0
"""A proposal with a higher score answers what was asked for, or draws a line: nothing is written in its place."""
WRITER = "writer"
"""What the trace calls a bot's writer."""


@dataclass(frozen=True, slots=True)
class Trace:
    """How a reply came about. `dropped` names skills that raised, `refused` replies that the guard held back.

    `unasked` names skills and responders that the person does not allow to send what they send, and to whom; `missed`
    responders that were late or failed, and a writer that was left out; `notes` what responders tell of their replies.
    """

    verdict: Verdict | None = None
    proposals: tuple[Reply, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    ms: tuple[tuple[str, float], ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()
    missed: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A turn that is understood and has proposals, but no choice yet; slow responders may add to it.

    `notices` are said before the chosen reply; before the guard's own `answer` nothing is.
    """

    view: TurnView
    trace: Trace
    answer: Reply | None = None
    notices: tuple[Reply, ...] = ()

    @property
    def settled(self) -> bool:
        """True when the answer is fixed already and no responder should be asked."""
        return self.answer is not None

    @property
    def stopped(self) -> bool:
        """Whether the guard found danger in which it alone answers; so it is where it failed and could not say."""
        return self.trace.verdict.stopped if self.trace.verdict else self.settled

    @property
    def level(self) -> int:
        """What the guard says of the turn: 0 nothing, 1 go on with care, 2 or 3 it would answer alone."""
        verdict = self.trace.verdict
        if self.stopped:
            return max(verdict.level if verdict else STOPS, STOPS)
        return 1 if verdict else 0


@dataclass(frozen=True, slots=True)
class Step:
    """One turn done: the conversation with both new turns, the reply, and how it came about."""

    conversation: Conversation
    reply: Reply
    trace: Trace


def writable(pending: Pending) -> bool:
    """Whether a writer has a say: not before the guard's answer, nor where a skill has one to what was asked for."""
    asked_for = any(reply.score > ORDINARY for reply in pending.trace.proposals)
    return bool(pending.view.text) and not pending.settled and not asked_for


def unwritten(pending: Pending, *, dropped: str = "") -> Pending:
    """A turn whose writer was left out as many wait, or `dropped` for an error of that kind."""
    trace = pending.trace
    if dropped:
        return replace(pending, trace=replace(trace, dropped=(*trace.dropped, (WRITER, dropped))))
    return replace(pending, trace=replace(trace, missed=(*trace.missed, (WRITER, "hurried"))))


class AnyEngine(Protocol):
    """An engine wherever it is: an `Engine` here, one in a process of its own (`bot.worker`), or replicas on several

    machines (`bot.cluster`).
    """

    @property
    def ready(self) -> bool: ...

    def wait(self) -> None: ...

    @property
    def lanes(self) -> int: ...

    @property
    def recipients(self) -> tuple[Recipient, ...]: ...

    def steps(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Step]: ...

    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]: ...

    def heed(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[int]: ...

    def allows(self, text: str) -> bool: ...

    def finish(self, pending: Pending, extra: Sequence[Reply] = ()) -> Step: ...
