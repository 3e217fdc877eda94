"""Parts that send what is said elsewhere, held back from the talks of everybody who has not allowed it.

Nobody is asked where there is no person to ask: `attune chat --each`, ParlAI's agent, studies and evaluations. There a
conversation is not allowed `outside`, and nothing leaves the machine.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Protocol

from bot.dialog import Conversation, SkillResult, TurnView
from bot.registry import Draft, Responder, Skill
from bot.sends import Recipient


class Sending(Protocol):
    """A part with those it sends to."""

    @property
    def recipients(self) -> tuple[Recipient, ...]: ...


@dataclass(frozen=True, slots=True)
class SendingSkill:
    """A skill that says nothing, and is not asked, where it may not send what it sends."""

    skill: Skill
    recipients: tuple[Recipient, ...]

    def __call__(self, turn: TurnView, /) -> SkillResult:
        return self.skill(turn) if may_see(self, turn.conversation) else SkillResult()


@dataclass(frozen=True, slots=True)
class SendingResponder:
    """The same for a slow responder."""

    responder: Responder
    recipients: tuple[Recipient, ...]

    def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        return self.responder.propose(turn, deadline) if may_see(self, turn.conversation) else _nothing()


def may_see(part: object, conversation: Conversation) -> bool:
    """Whether a skill or responder may be asked about a conversation."""
    return conversation.outside or not outsiders(recipients_of([part]))


def recipients_of(parts: Iterable[object]) -> tuple[Recipient, ...]:
    """Everybody that skills or responders send to."""
    return tuple(to for part in parts if isinstance(part, SendingSkill | SendingResponder) for to in part.recipients)


def outsiders(recipients: Iterable[Recipient]) -> tuple[Recipient, ...]:
    """Those of them that are not on this machine."""
    return tuple(to for to in recipients if to.outside)


def hosts(recipients: Iterable[Recipient]) -> str:
    """Their hosts, each once, for a line of text."""
    return ", ".join(dict.fromkeys(to.host for to in recipients))


def told(recipients: Iterable[Recipient]) -> list[str]:
    """For an operator: what is sent where, a line each."""
    return [f"{to} ({'only from people who allow it' if to.outside else 'it stays inside'})" for to in recipients]


def held_back(recipients: Iterable[Recipient]) -> str:
    """For an operator, where there is nobody to ask for consent: what is not sent. Empty where nothing would be."""
    found = "; ".join(map(str, outsiders(recipients)))
    return f"nobody is here to allow it, so this is not sent: {found}" if found else ""


async def _nothing() -> AsyncIterator[Draft]:
    return
    yield
