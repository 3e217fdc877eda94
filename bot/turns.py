"""The turns of the inbox: a message becomes an answer in the outbox, alone or with others that wait beside it.

The engine is asked (`bot.stepper`); turn, state and answer are saved in one transaction. A message whose turn did not
end is tried again alone, and set aside when that does not end either.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

from bot.dialog import Conversation
from bot.drafts import Show
from bot.errors import Conflict, EngineError, NoEngine, Overrun, StateError, Unchanged
from bot.fallback import OWN
from bot.phrases import mark, say
from bot.replacing import Place, place
from bot.step import STOPS, Step
from bot.stepper import Stepper
from bot.store import Loaded, Outgoing, Store, Waiting
from bot.store.rows import Answered, TakenUp

log = logging.getLogger(__name__)
TRIES = 20
PAUSE = 0.01
"""Seconds, at most, between two attempts, times the number of attempts: two processes must not run in step."""
ENDLESS = 2
"""After so many turns over it that did not end a message is set aside."""
TROUBLE = mark(
    "I'm sorry, something went wrong on my side, and I couldn't take in what you wrote. Please send it once more. If "
    "you or somebody near you is in danger, please call your local emergency number now."
)
UNKEPT = mark(
    "I'm sorry, something on my side isn't working, so I can't answer you properly just now; it is nothing you wrote. "
    "Please send that again a little later. If you or somebody near you is in danger, don't wait for me: please call "
    "your local emergency number now."
)
SET_ASIDE = mark(
    "I'm sorry, a fault on my side kept me from reading that message, and the same message would fail again. Would you "
    "tell me in one shorter message, worded differently? If you or somebody near you is in danger, don't wait for me: "
    "please call your local emergency number now."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in the outbox, `pieces` of which were sent. `step` is None when it was made before a restart.

    `turn` is its number in the talk, None where it is no part of it, or no longer. `id` is 0 for one that could not be
    kept: it is in no outbox, and sent or lost.
    """

    id: int
    conversation_id: str
    text: str
    step: Step | None = None
    pieces: int = 0
    turn: int | None = None

    @property
    def kept(self) -> bool:
        return self.id > 0


class Turns:
    """Makes answers; one conversation's turns are made one after the other by whoever holds its lock.

    When more than `merge_above` messages of one conversation wait, they are answered as one turn. `consented` gives the
    conversation with what its person allows; `noticed` is told of each message that is set aside.
    """

    def __init__(
        self,
        store: Store,
        stepper: Stepper,
        *,
        clock: Callable[[], datetime],
        merge_above: int,
        consented: Callable[[Conversation], Awaitable[Conversation]],
        noticed: Callable[[], None],
    ) -> None:
        self._store, self._stepper, self._clock, self._merge_above = store, stepper, clock, merge_above
        self._consented, self._noticed = consented, noticed

    async def answer(self, row: Waiting, draft: Show | None = None, newer: asyncio.Event | None = None) -> Answer:
        """Answer a message of the inbox, and those that wait with it; `newer` tells that another came meanwhile."""
        conflicts, begin = 0, True
        while conflicts < TRIES:
            await self._stepper.wait()  # or it would be counted that nobody could try
            stands = await self._store.take_up(row, begin=begin)
            if stands.answer:
                return answer_of(stands.answer)
            begin = False
            try:
                first, others = await self._next(row, stands)
                if others and newer:
                    newer.clear()  # what waits is answered with this
                answer = await self._turn(first, others, stands, draft, newer)
            except Overrun:
                begin = True  # once more, alone
                continue
            except Conflict:
                conflicts += 1  # another process was faster: load what it saved and step again
                await asyncio.sleep(random.uniform(0, PAUSE * conflicts))
                continue
            if first.id == row.id:
                return answer
        raise Conflict(f"conversation {row.conversation_id} kept changing under {TRIES} attempts to answer")

    async def _next(self, row: Waiting, stands: TakenUp) -> tuple[Waiting, tuple[Waiting, ...]]:
        """The message to answer now, and those to answer together with it, when many wait.

        One that somebody set out to answer before is left to itself: it may be what they failed over. So is one that
        stands in the place of another.
        """
        if stands.tries > 1 or row.replaces is not None:
            return row, ()
        rows = [one for one in stands.waiting if one.id == row.id or not (one.tries or one.replaces is not None)]
        if len(rows) <= self._merge_above:
            return row, ()
        levels = await asyncio.gather(*(self._stepper.heed((stands.loaded.conversation, one.text)) for one in rows))
        gravest = max(levels)
        if gravest >= STOPS:
            return rows[levels.index(gravest)], ()
        return row, tuple(other for other in rows if other.id != row.id)

    async def _turn(
        self,
        row: Waiting,
        others: Sequence[Waiting],
        stands: TakenUp,
        draft: Show | None,
        newer: asyncio.Event | None,
    ) -> Answer:
        at = await self._place(row, others, stands.loaded)
        loaded = at.loaded
        for problem in loaded.problems:
            log.warning("conversation %s: skipped: %s", row.conversation_id, problem)
        step: Step | None = None
        after, reply = loaded.conversation, say(TROUBLE)
        asked = await self._consented(at.start)
        try:
            step = await self._stepper.step(asked, at.text, draft, stands.tries, newer=newer)
            after, reply = step.conversation, step.reply.text
        except NoEngine:
            raise  # it waits in the inbox until there is one
        except Overrun:
            if stands.tries < ENDLESS:
                raise
            reply = self._set_aside(row)
        except Exception as error:
            # The person gets an answer whatever broke. The traceback could show what was said, so only its type.
            what = str(error) if isinstance(error, EngineError) else type(error).__name__
            log.error("conversation %s: the turn failed: %s", row.conversation_id, what)
        others_ids = tuple(other.id for other in others)
        answered = Answered(others=others_ids)
        if step:
            answered = Answered(step.trace.verdict, step.reply.strategy, others_ids, at.before)
        if _asks_again(row) and (step is None or step.reply.skill == OWN):
            await self._stay(row)
        try:
            outgoing = await self._store.commit(loaded, after, row.id, reply, self._clock(), answered=answered)
        except StateError as error:
            # Left without an answer, the message would fail again at every start.
            log.error("conversation %s: the turn could not be saved: %s", row.conversation_id, error)
            if _asks_again(row):
                await self._stay(row)
            step, answered = None, Answered(others=others_ids)
            outgoing = await self._store.commit(
                loaded, loaded.conversation, row.id, say(TROUBLE), self._clock(), answered=answered
            )
        return answer_of(outgoing, step)

    async def _place(self, row: Waiting, others: Sequence[Waiting], loaded: Loaded) -> Place:
        """Where a message is answered. Raises Unchanged for another answer that cannot be."""
        if row.replaces is not None:
            # First as it stands: what is read after that may be newer, and saving it is a conflict then.
            standing = await self._store.standing(row.conversation_id)
            if found := place(row, standing, await self._store.before(row.conversation_id)):
                return found
        if _asks_again(row):
            await self._stay(row)
        text = "\n".join(one.text for one in sorted((*others, row), key=lambda one: one.id))
        return Place(loaded, loaded.conversation, text)

    async def _stay(self, row: Waiting) -> NoReturn:
        await self._store.withdraw(row.id)
        raise Unchanged(f"conversation {row.conversation_id}: there is no other answer to turn {row.replaces}")

    def _set_aside(self, row: Waiting) -> str:
        log.error("conversation %s: a message is set aside: no turn over it came to its end", row.conversation_id)
        self._noticed()
        return say(SET_ASIDE)

    async def unkept(self, conversation_id: str, text: str) -> Answer:
        """What the guard says to the message alone, or that it could not be kept: no database is asked."""
        alone, step = Conversation(conversation_id), None
        try:
            if await self._stepper.heed((alone, text)):
                step = await self._stepper.step(alone, text)
        except Exception as error:
            log.error("conversation %s: the guard failed: %s", conversation_id, type(error).__name__)
        return Answer(0, conversation_id, step.reply.text if step else say(UNKEPT), step)


def _asks_again(row: Waiting) -> bool:
    """Whether it wants another answer to the words that were answered last."""
    return row.replaces is not None and not row.text


def answer_of(outgoing: Outgoing, step: Step | None = None) -> Answer:
    """An answer that is in the outbox."""
    return Answer(outgoing.id, outgoing.conversation_id, outgoing.text, step, outgoing.pieces, outgoing.turn)
