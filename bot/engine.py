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

from bot import understanding
from bot.consent import recipients_of
from bot.course import appended
from bot.dialog import Conversation, PastStrategies, Reply, Turn, TurnView, declined
from bot.fallback import EMPTY, fallback
from bot.registry import Encoder, Guard, ReadingGuard, Skill, Writer
from bot.sends import Recipient
from bot.step import NOT_KEPT, Pending, Step
from bot.text import clean

PAST = 100
"""The strategies of so many replies are remembered: a turn of a talk of years is stored no slower than the first."""


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
        return self.write(understanding.ask(self.skills, self._hear(pairs, now, hurried)))

    def write(self, waiting: Sequence[Pending]) -> list[Pending]:
        """What the writer makes of the proposals to each turn."""
        return [understanding.write(self.writer, pending) for pending in waiting]

    def heed(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[int]:
        """What the guard says of each turn: 0 nothing, 1 go on with care, 2 or 3 it would answer alone.

        No skill is asked, and nothing is remembered.
        """
        return [pending.level for pending in self._hear(pairs, now)]

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
        views = [replace(self._view(conversation, clean(text), now), hurried=hurried) for conversation, text in pairs]
        return understanding.hear(self.guard, self.encoder, views)

    def _view(self, conversation: Conversation, text: str, now: datetime) -> TurnView:
        # Seeded by place in the talk: a turn stepped again after a crash gets the same answer.
        place = len(conversation.turns)
        again = len(declined(conversation, place).replies)  # another answer to the same words is drawn anew
        key = f"{self.seed}\0{conversation.id}\0{place}" + f"\0{again}" * (again > 0)
        rng = random.Random(hashlib.sha256(key.encode()).digest())
        return TurnView(conversation.add(Turn("user", text, now)), None, now, rng)

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
        if pending.stopped and not self.keep_crisis_text:
            hidden = replace(conversation.turns[-1], text=NOT_KEPT)
            conversation = replace(conversation, turns=(*conversation.turns[:-1], hidden))
        past = conversation.state.get(PastStrategies) or PastStrategies()
        said = PastStrategies((*past.past, reply.strategy)[-PAST:])
        conversation = conversation.knowing(*reply.learnt, said)
        course = appended(conversation, pending.view.now, reply.strategy, stopped=pending.stopped)
        return conversation.knowing(course).add(Turn("bot", reply.text, pending.view.now))
