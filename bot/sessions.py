"""What doors ask of a talk, for many conversations at once: to answer, to know, to change and to forget.

A message is committed before anything is done with it; then its turn is made (`bot.turns`). Nothing in the database is
held while a model runs. What is no turn is done by `bot.conversations`, what becomes of answers by `bot.outbox`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import perf_counter
from types import TracebackType
from typing import Protocol
from uuid import uuid4
from weakref import WeakValueDictionary

from bot.conversations import Conversations
from bot.dialog import Conversation
from bot.drafts import Show
from bot.errors import Conflict, Forgotten, Overrun, Reused, StoreError, Unchanged
from bot.lines import Line
from bot.outbox import Outbox
from bot.people import person_of
from bot.registry import Named
from bot.step import STOPS, AnyEngine
from bot.stepper import Stepper
from bot.store import Store, Waiting
from bot.store.talks import STALE
from bot.terms import Terms
from bot.text import clean
from bot.turns import Answer, Turns, answer_of

log = logging.getLogger(__name__)
LEFT = timedelta(seconds=30)
"""After so long a message without an answer is taken up by whoever finds it: the process it came to has died."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Observer(Protocol):
    """Is told how it goes, in numbers."""

    def answered(self, answer: Answer, seconds: float) -> None: ...

    def waiting(self, people: int) -> None: ...

    def set_aside(self) -> None: ...


class Sessions(Conversations, Outbox):
    """Use as `async with Sessions(engine, store) as sessions`. `wait` and `gather` are in seconds.

    When more than `merge_above` messages of one conversation wait, they are answered as one turn, and a message that
    speaks of danger before all others. `terms` are what people are told about how their words are kept.
    After `left` without an answer, and after `stale` of being sent, a message is taken from the process that had it.
    """

    def __init__(
        self,
        engine: AnyEngine,
        store: Store,
        responders: Sequence[Named] = (),
        *,
        wait: float = 8.0,
        gather: float = 0.005,
        merge_above: int = 2,
        clock: Callable[[], datetime] = utc_now,
        observer: Observer | None = None,
        terms: Terms | None = None,
        left: timedelta = LEFT,
        stale: timedelta = STALE,
    ) -> None:
        Conversations.__init__(self, store, clock, terms or Terms())
        Outbox.__init__(self, store, clock, stale)
        self._observer, self._left = observer, left
        self._stepper = Stepper(engine, responders, wait=wait, gather=gather, clock=clock)
        self._turns = Turns(
            store,
            self._stepper,
            clock=clock,
            merge_above=merge_above,
            consented=self._with_consent,
            noticed=self._set_aside,
        )
        self._arrivals: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._lines: WeakValueDictionary[str, Line] = WeakValueDictionary()
        self._waiting = 0

    async def __aenter__(self) -> Sessions:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stepper.close()

    @property
    def ready(self) -> bool:
        """Whether there is an engine to answer."""
        return self._stepper.ready

    def use(self, engine: AnyEngine, responders: Sequence[Named] = (), terms: Terms | None = None) -> None:
        """Go on with another bot; turns under way are finished by the one that began them."""
        self._stepper.use(engine, responders)
        self.terms = terms or self.terms

    # -- talking

    async def say(
        self,
        conversation_id: str,
        text: str,
        event: str | None = None,
        draft: Show | None = None,
        *,
        replaces: int | None = None,
        compare: bool = False,
    ) -> Answer:
        """Answer a message. `event` is the channel's own id of it: told twice, it is answered once.

        With `compare` raises Reused where the id is not known to have come with the same words before: for channels
        whose ids are made by people who can be mistaken.

        `draft` is shown what a slow responder has written so far, in whole sentences that the guard allows. When
        another message of the conversation waits, no responder is waited for.

        `replaces` is the number of the newest reply (`changeable`): the message is answered in the place of the
        exchange that ended with it, which is taken back in the answer's own transaction; where it must stay, as any.

        When the store fails the guard answers alone, or a fixed sentence does, which asks to send it again. A message
        that was in the inbox by then is answered once more when it is taken up: only that is a turn of the talk.
        """
        started = perf_counter()
        self._wait_for(1)
        try:
            # Who comes second is received second, and so waits second for the conversation's lock.
            async with self._arrivals.setdefault(conversation_id, asyncio.Lock()):
                instead = replaces if clean(text) else None
                row = await self.store.receive(conversation_id, text, event or uuid4().hex, self._clock(), instead)
            if compare and not row.same:
                raise Reused(f"conversation {conversation_id}: an id came with other words", surely=row.same is False)
            answer = await self._answer(row, draft)
        except Conflict:
            raise
        except StoreError as error:
            log.error("conversation %s: answered without the store: %s", conversation_id, error)
            answer = await self._turns.unkept(conversation_id, text)
        finally:
            self._wait_for(-1)
        if self._observer:
            self._observer.answered(answer, perf_counter() - started)
        return answer

    async def again(
        self,
        conversation_id: str,
        reply: int,
        event: str | None = None,
        draft: Show | None = None,
        *,
        compare: bool = False,
    ) -> Answer | None:
        """Answer the last words anew, in the place of the newest reply, which is turn number `reply`.

        None where it stays: another was said since, danger stands, three were declined, there is nothing else to say.
        Raises StoreError while the store fails; with `compare` Reused where `event` is the id of a message.
        """
        started = perf_counter()
        self._wait_for(1)
        try:
            row = await self.store.receive(conversation_id, "", event or uuid4().hex, self._clock(), reply)
            if compare and row.same is False:
                raise Reused(f"conversation {conversation_id}: a wish came under the id of a message", surely=True)
            answer = await self._answer(row, draft)
        except (Unchanged, Forgotten):
            return None
        finally:
            self._wait_for(-1)
        if self._observer:
            self._observer.answered(answer, perf_counter() - started)
        return answer

    async def unsent(self, prefix: str) -> list[Answer]:
        """What a door has to send when it starts: messages left without an answer are answered first."""
        await self._answer_all(await self.store.waiting(prefix))
        return [answer_of(outgoing) for outgoing in await self.store.unsent(prefix)]

    async def left(self, prefix: str) -> list[Answer]:
        """The same for what has been lying for a while: another process died over it."""
        now = self._clock()
        await self._answer_all(await self.store.waiting(prefix, now - self._left))
        return [answer_of(outgoing) for outgoing in await self.store.unsent(prefix, now - self._stale)]

    # -- without an answer

    async def endangered(self, conversation_id: str, text: str, level: int = STOPS, *, by_itself: bool = False) -> bool:
        """Whether the guard finds danger of at least `level` in a message, which is neither answered nor kept.

        `by_itself`: in these words, whatever the talk was at before; so too where the store fails.
        """
        known = None if by_itself else await self.known_now(conversation_id)
        try:
            return await self._stepper.heed((known or Conversation(conversation_id), text)) >= level
        except Overrun:
            log.error("conversation %s: the guard did not get through a message", conversation_id)
            return False  # what is said to somebody who is turned away names the emergency number

    async def dismiss(self, conversation_id: str, event: str) -> None:
        """Leave a message without an answer, and keep nothing of it; while the store fails it stays for later."""
        try:
            await self.store.dismiss(conversation_id, event)
        except StoreError as error:
            log.error("conversation %s: a message is not dismissed: %s", conversation_id, error)

    # -- one turn

    async def _answer_all(self, rows: Sequence[Waiting]) -> None:
        """Answer what was left, side by side; one that can't be answered holds nobody up."""
        answers = await asyncio.gather(*map(self._answer, rows), return_exceptions=True)
        for row, answer in zip(rows, answers, strict=True):
            if isinstance(answer, Exception) and not isinstance(answer, Unchanged):
                what = type(answer).__name__
                log.error("conversation %s: a message that was left has no answer: %s", row.conversation_id, what)

    async def _answer(self, row: Waiting, draft: Show | None = None) -> Answer:
        line = self._lines.setdefault(row.conversation_id, Line())
        async with line.turn(row.id, self._locked(row.conversation_id)) as newer:
            return await self._turns.answer(row, draft, newer)

    async def _with_consent(self, conversation: Conversation) -> Conversation:
        """The conversation with what its person allows at this moment; asked only where something would be sent."""
        if not self.terms.outside:
            return conversation
        return replace(conversation, outside="outside" in await self.allowed(person_of(conversation.id)))

    def _set_aside(self) -> None:
        if self._observer:
            self._observer.set_aside()

    def _wait_for(self, more: int) -> None:
        self._waiting += more
        if self._observer:
            self._observer.waiting(self._waiting)
