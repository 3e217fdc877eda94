"""The engine: pure and synchronous, over many conversations at once.

guard(user turn) -> one encoder pass -> guard again -> skills in order -> writer -> choice -> guard(reply). Clock and
random source are arguments; nothing is sent, stored or logged here.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from time import perf_counter
from typing import Protocol

from bot.consent import SendingSkill, hosts, may_see, outsiders, recipients_of
from bot.course import appended
from bot.dialog import Conversation, PastStrategies, Reply, SkillResult, Turn, TurnView, Verdict, declined
from bot.fallback import OWN, fallback
from bot.registry import Encoder, Guard, ManyGuard, ManySkill, ReadingGuard, Skill, Watch, Writer
from bot.sends import Recipient
from bot.text import clean

NOT_KEPT = "[not kept]"
"""Stands in a conversation for words said in a crisis, so that the order of turns remains."""

STOPS = 2
"""The lowest level of danger at which the guard alone answers."""

ORDINARY = 1.0
"""A proposal with a higher score answers what was asked for, or draws a line: nothing is written in its place."""
WRITER = "writer"
"""What the trace calls it."""

PAST = 100
"""The strategies of so many replies are remembered: a turn of a talk of years is stored no slower than the first."""

EMPTY = Reply("No words came through there. Take your time, and write whenever you like.", OWN, 0.0)
CRISIS_CARD = Reply(
    "I can't check right now whether you're safe, so I'd rather say this than miss something. If you might hurt "
    "yourself or someone else, or someone is hurting you, please call your local emergency number now, or tell "
    "someone you trust. Are you safe where you are?",
    OWN,
    0.0,
)


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


@dataclass(frozen=True, slots=True)
class Step:
    """One turn done: the conversation with both new turns, the reply, and how it came about."""

    conversation: Conversation
    reply: Reply
    trace: Trace


@dataclass(frozen=True, slots=True)
class Engine:
    """Skills by name in order, a guard, an encoder, a writer."""

    skills: tuple[tuple[str, Skill], ...]
    guard: Guard | None = None
    encoder: Encoder | None = None
    seed: int = 0
    keep_crisis_text: bool = False
    name: str = field(default="bot")
    writer: Writer | None = None

    def step(self, conversation: Conversation, text: str, now: datetime) -> Step:
        return self.steps([(conversation, text)], now)[0]

    @property
    def ready(self) -> bool:
        """Whether it can be asked: here, always."""
        return True

    def wait(self) -> None:
        """Return once it can be asked."""

    @property
    def lanes(self) -> int:
        """So many requests it takes side by side: here, one after the other."""
        return 1

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """Everybody its skills send to."""
        return recipients_of(skill for _, skill in self.skills)

    def steps(self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False) -> list[Step]:
        """Answer the user's `text` in each conversation. The same input gives the same output."""
        return [self.finish(pending) for pending in self.understand(pairs, now, hurried=hurried)]

    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]:
        """Everything up to the choice. `hurried` asks skills to leave out what costs much and adds little."""
        heard = self._hear(pairs, now, hurried)
        open_ones = [index for index, item in enumerate(heard) if item.view.text and not self._silent(item)]
        for index, pending in zip(open_ones, self._run_skills([heard[index] for index in open_ones]), strict=True):
            heard[index] = pending
        return self.write(heard)

    def write(self, waiting: Sequence[Pending]) -> list[Pending]:
        """What the writer makes of the proposals to each turn."""
        return [self._written(pending) for pending in waiting]

    def heed(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[int]:
        """What the guard says of each turn: 0 nothing, 1 go on with care, 2 or 3 it would answer alone.

        No skill is asked, and nothing is remembered.
        """
        return [self._level(pending) for pending in self._hear(pairs, now)]

    def refuse(self, reply: Reply, *, written: bool = False) -> str | None:
        """Why a reply would not go out, or None: what every proposal is asked, and `attune gate` asks.

        `written`: a slow responder wrote it just now.
        """
        if not reply.text.strip():
            return "empty"
        try:
            if written and isinstance(self.guard, ReadingGuard):
                return self.guard.refuse_written(reply)
            return self.guard.refuse(reply) if self.guard else None
        except Exception as error:
            return f"the guard failed: {type(error).__name__}"

    def allows(self, text: str) -> bool:
        """Whether the guard would let a slow responder's reply of these words go out."""
        return self.refuse(Reply(text, "draft", 0.0), written=True) is None

    def finish(self, pending: Pending, extra: Sequence[Reply] = ()) -> Step:
        """Choose among the proposals and `extra`, let the guard read the choice, and close the turn."""
        if not pending.view.text:
            before = replace(pending.view.conversation, turns=pending.view.conversation.turns[:-1])
            return Step(before, EMPTY, pending.trace)
        started = perf_counter()
        proposals = (*pending.trace.proposals, *extra)
        reply, refused = (pending.answer, ()) if pending.answer else self._choose(proposals, pending.view, extra)
        reply, held = (reply, ()) if pending.answer else self._announce(pending.notices, reply)
        ms = (*pending.trace.ms, ("choice", (perf_counter() - started) * 1000))
        trace = replace(pending.trace, proposals=proposals, refused=(*refused, *held), ms=ms)
        return Step(self._close(pending, reply), reply, trace)

    def answered(self, pending: Pending, reply: Reply) -> Conversation:
        """The turn closed with what a person said in the bot's place: nobody asks whether it may go out."""
        return self._close(pending, reply)

    def _hear(self, pairs: Sequence[tuple[Conversation, str]], now: datetime, hurried: bool = False) -> list[Pending]:
        """Both looks of the guard, with the encoder pass between them."""
        views = [replace(self._view(conversation, clean(text), now), hurried=hurried) for conversation, text in pairs]
        watched = [self._watch(view) for view in views]
        # A turn that is stopped already is looked at again too: what is graver may hide in it.
        waiting = [index for index, view in enumerate(views) if view.text and not watched[index].trace.dropped]
        encoded = self._encode([watched[index] for index in waiting])
        for index, pending in zip(
            waiting, self._watch_again(encoded, [views[index] for index in waiting]), strict=True
        ):
            watched[index] = pending
        return watched

    def _view(self, conversation: Conversation, text: str, now: datetime) -> TurnView:
        # Seeded by place in the talk: a turn stepped again after a crash gets the same answer.
        place = len(conversation.turns)
        again = len(declined(conversation, place).replies)  # another answer to the same words is drawn anew
        key = f"{self.seed}\0{conversation.id}\0{place}" + f"\0{again}" * (again > 0)
        rng = random.Random(hashlib.sha256(key.encode()).digest())
        return TurnView(conversation.add(Turn("user", text, now)), None, now, rng)

    def _watch(self, view: TurnView) -> Pending:
        if self.guard is None or not view.text:
            return Pending(view, Trace())
        started = perf_counter()
        try:
            watch = self.guard.watch(view)
        except Exception as error:
            # Whatever broke, silence or an error message is the worst answer to somebody in danger.
            watch = Watch(reply=CRISIS_CARD)
            trace = Trace(dropped=(("guard", type(error).__name__),))
        else:
            trace = Trace(verdict=watch.verdict)
        trace = replace(trace, ms=(("guard", (perf_counter() - started) * 1000),))
        return Pending(view.knowing(*watch.learnt), trace, watch.reply, _notices(watch.notice))

    def _watch_again(self, waiting: Sequence[Pending], before: Sequence[TurnView]) -> list[Pending]:
        """The guard's second look, with the vectors, at each turn as it was `before` the first."""
        if self.guard is None or any(pending.view.vectors is None for pending in waiting):
            return list(waiting)
        started = perf_counter()
        views = [replace(view, vectors=pending.view.vectors) for view, pending in zip(before, waiting, strict=True)]
        watches = _watched(self.guard, views)
        took = ("guard again", (perf_counter() - started) * 1000 / max(len(views), 1))
        return [_looked_at(*one, took) for one in zip(waiting, views, watches, strict=True)]

    def _silent(self, pending: Pending) -> bool:
        """Whether the skills have no say in this turn."""
        return pending.settled and self._stopped(pending)

    def _level(self, pending: Pending) -> int:
        verdict = pending.trace.verdict
        if self._stopped(pending):
            return max(verdict.level if verdict else STOPS, STOPS)
        return 1 if verdict else 0

    def _stopped(self, pending: Pending) -> bool:
        verdict = pending.trace.verdict
        return verdict.stopped if verdict else pending.settled

    def _encode(self, waiting: list[Pending]) -> list[Pending]:
        if self.encoder is None or not waiting:
            return waiting
        started = perf_counter()
        try:
            vectors = self.encoder.encode([pending.view.conversation for pending in waiting])
        except Exception as error:
            # Skills that need vectors will drop out one by one; the others still answer.
            lost = ("encoder", type(error).__name__)
            return [replace(item, trace=replace(item.trace, dropped=(*item.trace.dropped, lost))) for item in waiting]
        ms = ("encoder", (perf_counter() - started) * 1000)
        return [
            replace(item, view=replace(item.view, vectors=found), trace=replace(item.trace, ms=(*item.trace.ms, ms)))
            for item, found in zip(waiting, vectors, strict=True)
        ]

    def _run_skills(self, waiting: list[Pending]) -> list[Pending]:
        """The skills in order, each over all turns: what one learns of a turn the next ones see."""
        for name, skill in self.skills:
            started = perf_counter()
            results = _asked(skill, [pending.view for pending in waiting])
            took = (name, (perf_counter() - started) * 1000 / max(len(waiting), 1))
            pairs = zip(waiting, results, strict=True)
            waiting = [_with_result(pending, name, skill, result, took) for pending, result in pairs]
        return waiting

    def _written(self, pending: Pending) -> Pending:
        """What the writer makes of the proposals; these as they are where it fails, is left out, or has no say."""
        trace = pending.trace
        if self.writer is None or not writable(pending):
            return pending
        if pending.view.hurried:
            return unwritten(pending)
        started = perf_counter()
        try:
            proposals = tuple(self.writer.write(pending.view, trace.proposals))
        except Exception as error:
            return unwritten(pending, dropped=type(error).__name__)
        ms = (*trace.ms, (WRITER, (perf_counter() - started) * 1000))
        return replace(pending, trace=replace(trace, proposals=proposals, ms=ms))

    def _choose(
        self, proposals: Sequence[Reply], view: TurnView, written: Sequence[Reply]
    ) -> tuple[Reply, tuple[tuple[str, str], ...]]:
        refused: list[tuple[str, str]] = []
        said = declined(view.conversation, len(view.conversation.turns) - 1)
        for reply in sorted(proposals, key=lambda reply: -reply.score):
            reason = "declined" if said.holds(reply.text) else self.refuse(reply, written=reply in written)
            if reason is None:
                return reply, tuple(refused)
            refused.append((reply.skill, reason))
        return fallback(view.conversation), tuple(refused)

    def _announce(self, notices: Sequence[Reply], reply: Reply) -> tuple[Reply, tuple[tuple[str, str], ...]]:
        """The reply with the notices before it, as far as the guard lets the whole through."""
        held: list[tuple[str, str]] = []
        for notice in reversed(notices):
            whole = replace(reply, text=f"{notice.text} {reply.text}", learnt=(*reply.learnt, *notice.learnt))
            if reason := self.refuse(whole):
                held.append((notice.skill, reason))
            else:
                reply = whole
        return reply, tuple(held)

    def _close(self, pending: Pending, reply: Reply) -> Conversation:
        conversation = pending.view.conversation
        stopped = self._stopped(pending)
        if stopped and not self.keep_crisis_text:
            hidden = replace(conversation.turns[-1], text=NOT_KEPT)
            conversation = replace(conversation, turns=(*conversation.turns[:-1], hidden))
        past = conversation.state.get(PastStrategies) or PastStrategies()
        said = PastStrategies((*past.past, reply.strategy)[-PAST:])
        conversation = conversation.knowing(*reply.learnt, said)
        course = appended(conversation, pending.view.now, reply.strategy, stopped=stopped)
        return conversation.knowing(course).add(Turn("bot", reply.text, pending.view.now))


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


def _watched(guard: Guard, views: Sequence[TurnView]) -> list[Watch | Exception]:
    """What the guard makes of each turn, of all together where it can; an exception where it raised."""
    if isinstance(guard, ManyGuard) and len(views) > 1:
        try:
            return list(guard.watch_many(views))
        except Exception:
            pass  # one by one, so that the fault in one turn costs the others nothing
    return [_watched_alone(guard, view) for view in views]


def _watched_alone(guard: Guard, view: TurnView) -> Watch | Exception:
    try:
        return guard.watch(view)
    except Exception as error:
        return error


def _looked_at(pending: Pending, view: TurnView, watch: Watch | Exception, took: tuple[str, float]) -> Pending:
    if isinstance(watch, Exception):
        # What the first look found stands: a fault in the finer one must not bring every talk to a halt.
        lost = ("guard", type(watch).__name__)
        return replace(pending, trace=replace(pending.trace, dropped=(*pending.trace.dropped, lost)))
    trace = replace(pending.trace, verdict=watch.verdict, ms=(*pending.trace.ms, took))
    return Pending(view.knowing(*watch.learnt), trace, watch.reply, _notices(watch.notice))


def _asked(skill: Skill, views: Sequence[TurnView]) -> list[SkillResult | Exception | None]:
    """What a skill makes of each turn, of all together where it can; an exception where it raised.

    None where it is not asked, since the person does not allow what it would send.
    """
    if isinstance(skill, SendingSkill):
        seen = [place for place, view in enumerate(views) if may_see(skill, view.conversation)]
        found = dict(zip(seen, _asked(skill.skill, [views[place] for place in seen]), strict=True))
        return [found.get(place) for place in range(len(views))]
    if isinstance(skill, ManySkill) and len(views) > 1:
        try:
            return list(skill.many(views))
        except Exception:
            pass  # one by one, so that the fault in one turn costs the others nothing
    return [_asked_alone(skill, view) for view in views]


def _asked_alone(skill: Skill, view: TurnView) -> SkillResult | Exception:
    try:
        return skill(view)
    except Exception as error:
        return error


def _with_result(
    pending: Pending, name: str, skill: Skill, result: SkillResult | Exception | None, took: tuple[str, float]
) -> Pending:
    if result is None:
        unasked = (*pending.trace.unasked, (name, hosts(outsiders(recipients_of([skill])))))
        return replace(pending, trace=replace(pending.trace, unasked=unasked))
    view, trace = pending.view, replace(pending.trace, ms=(*pending.trace.ms, took))
    try:
        if isinstance(result, Exception):
            raise result
        view = view.knowing(*result.learnt)
    except Exception as error:
        # One skill's fault costs that skill's say in this turn, nothing more. No text of the talk is kept.
        return replace(pending, trace=replace(trace, dropped=(*trace.dropped, (name, type(error).__name__))))
    trace = replace(trace, proposals=(*trace.proposals, *result.replies))
    return replace(pending, view=view, trace=trace, notices=pending.notices + _notices(result.notice))


def _notices(notice: Reply | None) -> tuple[Reply, ...]:
    return (notice,) if notice else ()
