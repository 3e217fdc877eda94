"""Protocols: what a skill, an encoder, a guard, a writer and a responder have to be, and what they hand over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.dialog import Conversation, Reply, SkillResult, TurnView, Vectors, Verdict


class Skill(Protocol):
    """One ability: reads a turn, says what it learnt and what it proposes."""

    def __call__(self, turn: TurnView, /) -> SkillResult: ...


@runtime_checkable
class ManySkill(Skill, Protocol):
    """A skill that is cheaper over many turns at once; each gets the same result as it would alone."""

    def many(self, turns: Sequence[TurnView], /) -> Sequence[SkillResult]: ...


class Encoder(Protocol):
    """One batched pass over many conversations."""

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]: ...


@dataclass(frozen=True, slots=True)
class Watch:
    """What a guard found in a turn. `reply` answers in the skills' place when the verdict asks for it.

    Without a `reply`, a `notice` stands before what the skills say.
    """

    verdict: Verdict | None = None
    learnt: tuple[object, ...] = ()
    reply: Reply | None = None
    notice: Reply | None = None


class Guard(Protocol):
    """Reads every user turn before anything else and every reply after everything else."""

    def watch(self, turn: TurnView, /) -> Watch:
        """Asked before the encoder pass and, unless that stopped the turn, again with vectors: the last word counts."""

    def refuse(self, reply: Reply, /) -> str | None:
        """Why this reply must not go out, or None."""


@runtime_checkable
class ManyGuard(Guard, Protocol):
    """A guard that is cheaper over many turns at once; each is judged as it would be alone."""

    def watch_many(self, turns: Sequence[TurnView], /) -> Sequence[Watch]: ...


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a reply must not go out: the rule's name, and the `words` of the reply that met it where they are known."""

    reason: str
    words: str = ""


@runtime_checkable
class ReadingGuard(Guard, Protocol):
    """A guard that reads more closely what a slow responder has written just now, which nobody has read before."""

    def refuse_written(self, reply: Reply, /) -> str | None:
        """Why such a reply must not go out, or None; asked in the place of `refuse`."""


@runtime_checkable
class ExplainingGuard(Guard, Protocol):
    """A guard that can also say which words of a reply it refuses; `refuse` gives the reason of the same refusal."""

    def explain(self, reply: Reply, /) -> Refusal | None: ...


class Writer(Protocol):
    """Adds replies of its own to those that the skills propose, and says anew how good each of them is.

    It is the first to be left out where many people wait, and what the skills propose then stands as it was.
    """

    def write(self, turn: TurnView, proposals: Sequence[Reply], /) -> Sequence[Reply]: ...


@dataclass(frozen=True, slots=True)
class Draft:
    """The best reply of a slow responder so far. One that is not `final` counts up to its last whole sentence.

    `note` is for the trace: how the reply came about, without anybody's words.
    """

    reply: Reply
    final: bool = False
    note: str = ""


class Responder(Protocol):
    """A slow source of replies (a language-model server). At `deadline`, in seconds, or at its final draft it is over.

    It runs in the process with the doors: it must not hold the interpreter's lock, and may find no vectors in a turn.
    It sees what the skills propose (`TurnView.proposals`), and raises Withheld where it says nothing on purpose.
    """

    def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]: ...


Named = tuple[str, Responder]
"""A responder by the name that it has in the bot file."""
