"""A participant who writes with two bots at once, as it is kept between two pages: `worlds.ab` drives the talk.

    Said --both have Answered--> (same words, or danger) | Judged --> Said ...

Nothing is read, sent or written here.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from bot import parts
from bot.dialog import Conversation, DialogState, Reply, Turn, Verdict
from bot.errors import StateError, StudyError
from bot.step import Step, Trace
from worlds import ab, judgement
from worlds.ab import Answering, Choosing, Listening, Plan
from worlds.judgement import Opening, Side
from worlds.studies.judging import Choice, Judgement
from worlds.studies.meeting import Left, Meeting
from worlds.studies.study import Loaded, turn_name


class Talked(msgspec.Struct, frozen=True):
    """A conversation: its turns, and what is known of it as the store writes that, by name, version and JSON."""

    turns: tuple[Turn, ...] = ()
    known: tuple[tuple[str, int, str], ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """What a bot answered, and the conversation with it."""

    talked: Talked
    text: str
    skill: str
    strategy: str | None
    verdict: Verdict | None


class Duet(Meeting, frozen=True, kw_only=True):
    """The talk up to turn number `turn`. `text` waits for both answers, and then for a choice between `offers`.

    `a` is the bot whose answer stands under A. `told` is the id of the last message, `letter` the one under which the
    answer stood that the talk goes on with. `lead` is the bot whose guard has ended the comparison; `same`: so often
    both said one thing.
    """

    talked: Talked = Talked()
    turn: int = 1
    lead: Side | None = None
    text: str = ""
    offers: tuple[Offer, Offer] | None = None
    a: Side = "left"
    told: str = ""
    letter: str = ""
    judged: tuple[Judgement, ...] = ()
    same: int = 0

    @property
    def writing(self) -> bool:
        """Both bots are yet to answer."""
        return bool(self.text) and self.offers is None

    @property
    def waits(self) -> bool:
        return False

    def said_by(self, participant: str) -> list[tuple[bool, str]]:
        """What was said, each with whether it is the participant's; what a guard answered is not kept word for word."""
        said = [(one.speaker == "user", one.text) for one in self.talked.turns]
        return [*said, (True, self.text)] if self.text else said

    def shown(self, letter: Literal["a", "b"]) -> str:
        """The answer under a letter, where a choice is waited for."""
        if self.offers is None:
            return ""
        first, second = self.offers if self.a == "left" else self.offers[::-1]
        return (first if letter == "a" else second).text


class Joined(msgspec.Struct, frozen=True):
    """Somebody who writes comes."""


class Said(msgspec.Struct, frozen=True):
    """`id` is made by the page, so that a message that comes twice is one."""

    id: str
    text: str


class Answered(msgspec.Struct, frozen=True):
    """What the bots say in turn number `turn`."""

    turn: int
    left: Step
    right: Step


class Judged(msgspec.Struct, frozen=True):
    """The choice in turn number `turn`, after so many seconds."""

    turn: int
    choice: judgement.Choice
    seconds: float


Event = Joined | Said | Answered | Judged | Left


def advance(duet: Duet, participant: str, event: Event, plan: Plan) -> Duet:
    """The state after an event. Raises StudyError for what it doesn't wait for; what comes twice changes nothing."""
    match event:
        case Joined():
            return duet if duet.seats else msgspec.structs.replace(duet, seats=(participant,))
        case Left():
            return msgspec.structs.replace(duet, **event.fields(duet, participant))
        case Said(name, text):
            if name == duet.told:
                return duet
            if duet.text:
                raise StudyError("both answers come first: your words were not sent")
            if not duet.lead and len(duet.judged) >= plan.turns:
                raise StudyError("this talk is over: your words were not sent")
            return msgspec.structs.replace(duet, text=text, told=name, letter="")
        case Answered(turn, left, right):
            waited_for = turn == duet.turn and duet.writing
            return _kept(duet, ab.advance(_state(duet, plan), ab.Answered(left, right))) if waited_for else duet
        case Judged(turn, choice, seconds):
            waited_for = turn == duet.turn and duet.offers is not None
            return _kept(duet, ab.advance(_state(duet, plan), ab.Judged(choice)), seconds) if waited_for else duet


def waiting(duet: Duet, plan: Plan) -> tuple[Conversation, str]:
    """The conversation in which both bots stand, and the words that they are to answer."""
    return _conversation(plan, duet.talked), duet.text


def plan(loaded: Loaded, participant: str, duet: Duet) -> Plan:
    """What `worlds.ab` is to know of the study."""
    left, right = (Path(bot).stem for bot in loaded.study.bots)
    opening = Opening(loaded.name, loaded.study.seed, left, right)
    return Plan(opening, participant, turns=loaded.study.turns, judged=len(duet.judged))


def _state(duet: Duet, plan: Plan) -> ab.State:
    talk = Listening(plan, _conversation(plan, duet.talked), duet.turn, duet.lead)
    if duet.offers:
        left, right = (_step(plan, offer) for offer in duet.offers)
        return Choosing(talk, duet.text, left, right, duet.a)
    return Answering(talk, duet.text) if duet.text else talk


def _kept(duet: Duet, state: ab.State, seconds: float = 0.0) -> Duet:
    """Both answers, or the turn that is over, with the judgement where there is one."""
    if isinstance(state, Choosing):
        offers = _offer(state.left), _offer(state.right)
        return msgspec.structs.replace(duet, offers=offers, a=state.a)
    if not isinstance(state, Listening):
        raise StudyError(f"a talk that is {type(state).__name__.lower()} is not kept")
    line = state.line if isinstance(state.line, judgement.Judgement) else None
    same, judged = bool(line and line.answer == "same"), duet.judged
    if line and not same:
        name = turn_name(len(judged) + 1)
        judged = (*judged, Judgement(name, name, _choice(line), seconds))
    return msgspec.structs.replace(
        duet,
        talked=_talked(state.conversation),
        turn=state.turn,
        lead=state.lead,
        text="",
        offers=None,
        letter=(line.letter if line else None) or "",
        judged=judged,
        same=duet.same + same,
    )


def _choice(line: judgement.Judgement) -> Choice:
    match line.answer:
        case "equal" | "neither" as tie:
            return Choice(tie=tie)
        case _:
            return Choice(int(line.winner == "right"))


def _talked(conversation: Conversation) -> Talked:
    return Talked(conversation.turns, tuple(parts.encode(part) for part in conversation.state))


def _conversation(plan: Plan, talked: Talked) -> Conversation:
    """Parts of a bot that has changed since are forgotten, as the store has it."""
    known: list[object] = []
    for part in talked.known:
        with suppress(StateError):
            known.append(parts.decode(*part))
    return Conversation(plan.conversation_id, talked.turns, DialogState(*known))


def _offer(step: Step) -> Offer:
    reply = step.reply
    return Offer(_talked(step.conversation), reply.text, reply.skill, reply.strategy, step.trace.verdict)


def _step(plan: Plan, offer: Offer) -> Step:
    reply = Reply(offer.text, offer.skill, 0.0, offer.strategy)
    return Step(_conversation(plan, offer.talked), reply, Trace(offer.verdict))
