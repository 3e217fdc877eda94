"""An A/B study of two bots as a state machine: an event and a state in, a state out. Nothing is read, sent or written.

Both bots answer the person's words from the same frozen conversation. The answers are shown as A and B, on sides drawn
by seed; the person answers A, B, equal or neither (Rashkin et al. 2019, section 5), and is asked only where the two
differ. The talk goes on with the chosen answer; after equal and neither the seed chooses.

    Listening --Said--> Answering --Answered--> Choosing --Judged--> Listening
                                      `--(same answer, or danger)--> Listening

Danger (a verdict of level 2 or 3, or a guard that failed) interrupts the study: the guard's answer goes out and nothing
is asked any more in this talk, which goes on for as long as the person likes. What only one bot's guard noticed (level
1) is not put to the vote either: that bot answers, so that what it noticed is not lost with an answer not chosen.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from typing import Literal

from bot.dialog import Conversation, Reply
from bot.errors import StudyError
from bot.fallback import EMPTY
from bot.step import Step
from bot.text import clean
from worlds.judgement import Choice, Interruption, Judgement, Line, Offer, Opening, Side, other


@dataclass(frozen=True, slots=True)
class Plan:
    """One person's talk in a study. `turns` of it are to be judged, `judged` are already."""

    opening: Opening
    person: str
    talk: int = 1
    turns: int = 10
    judged: int = 0
    keep_text: bool = False

    @property
    def conversation_id(self) -> str:
        return f"study:{self.opening.id}:{self.talk}:{self.person}"


@dataclass(frozen=True, slots=True)
class Listening:
    """Waits for the person's words.

    `reply` and `line` belong to the turn just finished: what goes out without a question, and what is to be recorded.
    `lead` is the bot whose guard interrupted the study.
    """

    plan: Plan
    conversation: Conversation
    turn: int = 1
    lead: Side | None = None
    reply: Reply | None = None
    line: Line | None = None

    @property
    def done(self) -> bool:
        """True when enough turns are judged. A talk that was interrupted ends only when the person ends it."""
        return self.lead is None and self.plan.judged >= self.plan.turns


@dataclass(frozen=True, slots=True)
class Answering:
    """Waits for both bots' answers to `text`, each stepped from `talk.conversation`."""

    talk: Listening
    text: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """Waits for the person's choice. `a` is the bot shown as A."""

    talk: Listening
    text: str
    left: Step
    right: Step
    a: Side

    def shown(self, which: Literal["a", "b"]) -> str:
        """The answer under that letter."""
        return _of(self.a if which == "a" else other(self.a), self.left, self.right).reply.text


@dataclass(frozen=True, slots=True)
class Said:
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    left: Step
    right: Step


@dataclass(frozen=True, slots=True)
class Judged:
    choice: Choice


State = Listening | Answering | Choosing
Event = Said | Answered | Judged


def begin(plan: Plan) -> Listening:
    """The start of a talk."""
    return Listening(plan, Conversation(plan.conversation_id))


def advance(state: State, event: Event) -> State:
    """The state after `event`. Raises StudyError for an event that the state doesn't wait for."""
    match state, event:
        case Listening(), Said(text) if clean(text):
            return Answering(replace(state, reply=None, line=None), text)
        case Listening(), Said():
            return replace(state, reply=EMPTY, line=None)
        case Answering(talk, text), Answered(left, right):
            return _answered(talk, text, left, right)
        case Choosing(), Judged(choice):
            return _judged(state, choice)
    raise StudyError(f"a study that is {type(state).__name__.lower()} cannot take {type(event).__name__!r} now")


def danger(step: Step) -> int:
    """The level of the verdict on a turn, 0 without one; a guard that failed counts as 2."""
    failed = any(name == "guard" for name, _ in step.trace.dropped)
    return step.trace.verdict.level if step.trace.verdict else 2 if failed else 0


def _answered(talk: Listening, text: str, left: Step, right: Step) -> State:
    levels: dict[Side, int] = {"left": danger(left), "right": danger(right)}
    if talk.lead or max(levels.values()) >= 2:
        return _interrupted(talk, levels, left, right)
    if levels["left"] != levels["right"]:
        step = max(left, right, key=danger)
        return Listening(talk.plan, step.conversation, talk.turn + 1, None, step.reply)
    choosing = Choosing(talk, text, left, right, _draw(talk, "side"))
    if left.reply.text == right.reply.text:
        return _finish(choosing, "same", _draw(talk, "goes on"))
    return choosing


def _interrupted(talk: Listening, levels: dict[Side, int], left: Step, right: Step) -> Listening:
    """The bot that sees more danger answers; of two that see the same, the one that has the lead."""
    first = talk.lead or _draw(talk, "goes on")
    lead = max((first, other(first)), key=lambda side: levels[side])
    step = _of(lead, left, right)
    line = None if talk.lead else Interruption(talk.plan.opening.id)
    return Listening(talk.plan, step.conversation, talk.turn + 1, lead, step.reply, line)


def _judged(state: Choosing, choice: Choice) -> Listening:
    match choice:
        case "a":
            goes_on = state.a
        case "b":
            goes_on = other(state.a)
        case _:
            goes_on = _draw(state.talk, "goes on")
    after = _finish(state, choice, goes_on)
    return replace(after, plan=replace(after.plan, judged=after.plan.judged + 1))


def _finish(state: Choosing, answer: Literal["a", "b", "equal", "neither", "same"], goes_on: Side) -> Listening:
    talk, plan = state.talk, state.talk.plan
    step = _of(goes_on, state.left, state.right)
    keep = plan.keep_text and not danger(state.left) and not danger(state.right)
    line = Judgement(
        study=plan.opening.id,
        seed=plan.opening.seed,
        left=plan.opening.left,
        right=plan.opening.right,
        person=plan.person,
        talk=plan.talk,
        turn=talk.turn,
        a=state.a,
        answer=answer,
        goes_on=goes_on,
        offers={"left": _offer(state.left, keep), "right": _offer(state.right, keep)},
        at=step.conversation.turns[-1].at,
        said=state.text if keep else None,
    )
    return Listening(plan, step.conversation, talk.turn + 1, None, step.reply, line)


def _offer(step: Step, keep: bool) -> Offer:
    return Offer(step.reply.skill, step.reply.strategy, step.reply.text if keep else None)


def _of(side: Side, left: Step, right: Step) -> Step:
    return left if side == "left" else right


def _draw(talk: Listening, what: str) -> Side:
    """Left or right, by seed, person, talk and turn: the same study draws the same sides again."""
    plan = talk.plan
    key = "\0".join((plan.opening.id, str(plan.opening.seed), plan.person, str(plan.talk), str(talk.turn), what))
    return random.Random(hashlib.sha256(key.encode()).digest()).choice(("left", "right"))
