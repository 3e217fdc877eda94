"""What the two processes say to each other, and the engine's nouns as they travel.

State parts travel as the store keeps them: name, version, JSON. Of a conversation only what a turn added comes back;
the vectors stay where they were made.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from bot import parts
from bot.dialog import Conversation, DialogState, Reply, Turn, TurnView, Verdict
from bot.errors import StateError
from bot.part_shapes import Shape
from bot.sends import Recipient
from bot.step import Pending, Step, Trace
from bot.text import clean

Part = tuple[str, int, str]
Marks = tuple[tuple[str, str], ...]


class Said(msgspec.Struct, array_like=True):
    """A reply."""

    text: str
    skill: str
    score: float
    strategy: str | None
    learnt: tuple[Part, ...]


class Talk(msgspec.Struct, array_like=True):
    """A conversation, or what a turn added to it."""

    id: str
    turns: tuple[Turn, ...]
    state: tuple[Part, ...]
    outside: bool


class Traced(msgspec.Struct, array_like=True):
    """A trace."""

    verdict: Verdict | None
    proposals: tuple[Said, ...]
    dropped: Marks
    refused: Marks
    ms: tuple[tuple[str, float], ...]
    unasked: Marks
    missed: Marks
    notes: Marks


class Understood(msgspec.Struct, array_like=True):
    """A turn that is pending. `talk` is whole on the way to the engine, and what was added on the way back."""

    talk: Talk
    now: datetime
    seed: int
    hurried: bool
    trace: Traced
    answer: Said | None
    notices: tuple[Said, ...]


class Stepped(msgspec.Struct, array_like=True):
    """What a step added to its conversation, its reply and its trace."""

    talk: Talk
    reply: Said
    trace: Traced


Pairs = tuple[tuple[Talk, str], ...]


class Steps(msgspec.Struct, tag=True):
    """Answered by `tuple[Stepped, ...]`."""

    pairs: Pairs
    now: datetime
    hurried: bool


class Understand(msgspec.Struct, tag=True):
    """Answered by `tuple[Understood, ...]`."""

    pairs: Pairs
    now: datetime
    hurried: bool


class Heed(msgspec.Struct, tag=True):
    """Answered by `tuple[int, ...]`."""

    pairs: Pairs
    now: datetime


class Allows(msgspec.Struct, tag=True):
    """Answered by a bool."""

    text: str


class Finish(msgspec.Struct, tag=True):
    """Answered by `Stepped`."""

    pending: Understood
    extra: tuple[Said, ...]


class Write(msgspec.Struct, tag=True):
    """Answered by `tuple[Traced, ...]`: the traces with what the writer makes of their proposals."""

    pending: tuple[Understood, ...]


Request = Steps | Understand | Heed | Allows | Finish | Write


class Made(msgspec.Struct, array_like=True):
    """An engine is made: its skills' parts, and everybody they send to."""

    shapes: tuple[Shape, ...]
    recipients: tuple[Recipient, ...]


class Done(msgspec.Struct, tag=True):
    """A request is answered."""

    value: msgspec.Raw


class Failed(msgspec.Struct, tag=True):
    """What was asked raised an error: the name of its class, and words that are fit for an operator."""

    kind: str
    words: str


class Overran(msgspec.Struct, tag=True):
    """It did not end in time and was broken off."""


Answer = Done | Failed | Overran


def said(reply: Reply, *, learnt: bool = True) -> Said:
    # A plugin's text or score may be NumPy's: those are written down by nobody.
    strategy = None if reply.strategy is None else str(reply.strategy)
    taught = state(reply.learnt) if learnt else ()
    return Said(str(reply.text), str(reply.skill), float(reply.score), strategy, taught)


def reply(said: Said) -> Reply:
    return Reply(said.text, said.skill, said.score, said.strategy, tuple(read(said.learnt)[0]))


def state(items: Iterable[object]) -> tuple[Part, ...]:
    """Parts written down. Raises StateError for one that cannot be."""
    return tuple(map(_written, items))


def read(written: Iterable[Part]) -> tuple[list[object], list[str]]:
    """The parts that are known here, and what is wrong with those of them that cannot be read."""
    found: list[object] = []
    problems: list[str] = []
    for name, version, json in written:
        try:
            found.append(parts.decode(name, version, json))
        except StateError as error:
            if parts.kind_named(name):
                problems.append(str(error))
    return found, problems


def talk(conversation: Conversation) -> Talk:
    return Talk(conversation.id, conversation.turns, state(conversation.state), conversation.outside)


def conversation(talk: Talk) -> tuple[Conversation, list[str]]:
    """The conversation with the parts that can be read here, and what is wrong with others."""
    found, problems = read(talk.state)
    return Conversation(talk.id, talk.turns, DialogState(*found), talk.outside), problems


def added(before: Conversation, after: Conversation) -> Talk:
    """What stands in `after` and not in `before`."""
    new = [item for item in after.state if before.state.get(type(item)) != item]
    return Talk(after.id, after.turns[len(before.turns) :], state(new), after.outside)


def joined(before: Conversation, more: Talk) -> tuple[Conversation, list[str]]:
    """`before` with what was `added`."""
    found, problems = read(more.state)
    return replace(before, turns=(*before.turns, *more.turns)).knowing(*found), problems


def traced(trace: Trace, *, learnt: bool) -> Traced:
    """Once the choice is made, nobody asks any more what the proposals had `learnt`."""
    proposals = tuple(said(reply, learnt=learnt) for reply in trace.proposals)
    marks = (trace.dropped, trace.refused, trace.ms, trace.unasked, trace.missed, trace.notes)
    return Traced(trace.verdict, proposals, *marks)


def trace(traced: Traced) -> Trace:
    proposals = tuple(map(reply, traced.proposals))
    marks = (traced.dropped, traced.refused, traced.ms, traced.unasked, traced.missed, traced.notes)
    return Trace(traced.verdict, proposals, *marks)


def understood(pending: Pending, talk: Talk) -> Understood:
    """`pending` without its vectors; `talk` says as much of its conversation as the other side needs."""
    view, answer = pending.view, pending.answer
    return Understood(
        talk,
        view.now,
        view.rng.getrandbits(32),
        view.hurried,
        traced(pending.trace, learnt=True),
        said(answer) if answer else None,
        tuple(map(said, pending.notices)),
    )


def whole(pending: Pending) -> Understood:
    """`pending` with all of its conversation."""
    return understood(pending, talk(pending.view.conversation))


def pending(understood: Understood, conversation: Conversation) -> Pending:
    rng = random.Random(understood.seed)
    view = TurnView(conversation, None, understood.now, rng, understood.hurried)
    answer = reply(understood.answer) if understood.answer else None
    return Pending(view, trace(understood.trace), answer, tuple(map(reply, understood.notices)))


def retraced(pending: Pending, traced: Traced) -> Pending:
    """`pending` with another trace."""
    return replace(pending, trace=trace(traced))


def before(pending: Pending) -> Conversation:
    """Its conversation without the words that are pending."""
    return replace(pending.view.conversation, turns=pending.view.conversation.turns[:-1])


def stepped(before: Conversation, step: Step) -> Stepped:
    return Stepped(added(before, step.conversation), said(step.reply, learnt=False), traced(step.trace, learnt=False))


def step(stepped: Stepped, before: Conversation) -> tuple[Step, list[str]]:
    after, problems = joined(before, stepped.talk)
    return Step(after, reply(stepped.reply), trace(stepped.trace)), problems


def pairs(given: Sequence[tuple[Conversation, str]]) -> Pairs:
    """Conversations with the words that are to be answered, such as can be written down at all."""
    return tuple((talk(conversation), clean(text)) for conversation, text in given)


def _written(item: object) -> Part:
    try:
        return parts.encode(item)
    except (UnicodeError, TypeError, NotImplementedError, msgspec.MsgspecError) as error:
        name = parts.spec_of(type(item)).name
        raise StateError(f"state part {name!r} cannot be written down: {type(error).__name__}") from None
