"""What doors ask of a talk, for many conversations at once: to answer, to know, to change and to forget.

A message is committed before anything is done with it; then its turn is made (`bot.turns`). Nothing in the database is
held while a model runs.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import perf_counter
from types import TracebackType
from typing import Protocol, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from bot.dialog import Conversation, SelfReport
from bot.drafts import Show
from bot.errors import Conflict, Forgotten, Overrun, Reused, StoreError, Unchanged
from bot.lines import Line
from bot.people import person_of
from bot.registry import Named
from bot.replacing import changeable, exhausted, level
from bot.step import STOPS, AnyEngine
from bot.stepper import Stepper
from bot.store import Loaded, Rating, Scale, Store, Waiting
from bot.store.consents import Purpose
from bot.store.rows import Standing
from bot.store.talks import STALE
from bot.terms import Terms
from bot.text import clean
from bot.turns import PAUSE, TRIES, Answer, Turns, answer_of

log = logging.getLogger(__name__)
LEFT = timedelta(seconds=30)
"""After so long a message without an answer is taken up by whoever finds it: the process it came to has died."""
T = TypeVar("T")


def utc_now() -> datetime:
    return datetime.now(UTC)


class Observer(Protocol):
    """Is told how it goes, in numbers."""

    def answered(self, answer: Answer, seconds: float) -> None: ...

    def waiting(self, people: int) -> None: ...

    def set_aside(self) -> None: ...


class Sessions:
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
        self.store, self.terms = store, terms or Terms()
        self._clock, self._observer = clock, observer
        self._left, self._stale = left, stale
        self._stepper = Stepper(engine, responders, wait=wait, gather=gather, clock=clock)
        self._turns = Turns(
            store,
            self._stepper,
            clock=clock,
            merge_above=merge_above,
            consented=self._with_consent,
            noticed=self._set_aside,
        )
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
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

    def changeable(self, standing: Standing) -> int | None:
        """The number of the newest reply, where `again` and `say(replaces=...)` may replace its exchange, else None."""
        return changeable(standing)

    def exhausted(self, conversation: Conversation) -> bool:
        """Whether `again` has no more to give for the last words, as so many replies to them were declined."""
        return exhausted(conversation)

    async def rate(self, conversation_id: str, given: Rating, reply: int | None = None) -> bool:
        """Rate the reply that is turn number `reply`, by default the newest. False when there is no such reply."""
        return await self.store.people.rate(conversation_id, given, self._clock(), reply)

    async def take_back_rating(self, conversation_id: str, scale: Scale, reply: int | None = None) -> bool:
        """Erase a rating. False when there is none."""
        return await self.store.people.take_back_rating(conversation_id, scale, reply)

    async def unsent(self, prefix: str) -> list[Answer]:
        """What a door has to send when it starts: messages left without an answer are answered first."""
        await self._answer_all(await self.store.waiting(prefix))
        return [answer_of(outgoing) for outgoing in await self.store.unsent(prefix)]

    async def left(self, prefix: str) -> list[Answer]:
        """The same for what has been lying for a while: another process died over it."""
        now = self._clock()
        await self._answer_all(await self.store.waiting(prefix, now - self._left))
        return [answer_of(outgoing) for outgoing in await self.store.unsent(prefix, now - self._stale)]

    async def sending(self, answer: Answer, left: datetime | None = None) -> bool:
        """Take an answer to send it; False when another process has it.

        One that took it up to `left`, if given, else to a while ago, counts as dead.
        """
        if not answer.kept:
            return True
        now = self._clock()
        return await self.store.claim(answer.id, now, self._stale if left is None else now - left)

    def ago(self, time: timedelta) -> datetime:
        """When it was so long before now."""
        return self._clock() - time

    async def sent(self, answer: Answer) -> None:
        await self._noted(answer, lambda: self.store.mark(answer.id, "sent", self._clock()))

    async def unsendable(self, answer: Answer) -> None:
        """Put an answer back that could not be sent just now."""
        await self._noted(answer, lambda: self.store.mark(answer.id, "ready", self._clock()))

    async def sent_pieces(self, answer: Answer, pieces: int) -> None:
        await self._noted(answer, lambda: self.store.sent_pieces(answer.id, pieces, self._clock()))

    # -- what is known

    async def known(self, conversation_id: str) -> Conversation:
        """The conversation as it is stored."""
        return (await self.store.load(conversation_id)).conversation

    async def known_now(self, conversation_id: str) -> Conversation | None:
        """The same; None while the store fails."""
        try:
            return await self.known(conversation_id)
        except StoreError:
            return None

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

    async def allowed(self, person: str) -> frozenset[Purpose]:
        """What a person allows, by the questions as they are now."""
        consents = await self.store.people.consents(person)
        return frozenset(purpose for purpose, consent in consents.items() if self.terms.holds(consent))

    def level(self, conversation: Conversation) -> int:
        """The level of danger the talk is at, 0 to 3."""
        return level(conversation)

    async def note(self, conversation_id: str, *parts: object) -> Conversation:
        """Remember parts outside a turn."""
        return await self._learn(conversation_id, lambda conversation: conversation.knowing(*parts))

    async def report_intensity(self, conversation_id: str, intensity: int) -> SelfReport:
        """Note the person's own answer, 1 to 5: the first of a talk is the start, each later one the end."""

        def reported(conversation: Conversation) -> Conversation:
            before = conversation.state.get(SelfReport)
            return conversation.knowing(SelfReport(before.first, intensity) if before else SelfReport(intensity))

        after = await self._learn(conversation_id, reported)
        return after.state.get(SelfReport) or SelfReport(intensity)

    async def undo(self, conversation_id: str) -> bool:
        """Take the last exchange back. False when there is none that can be."""
        return await self._changed(conversation_id, lambda loaded: self.store.undo(loaded, self._clock()))

    async def reset(self, conversation_id: str) -> None:
        """Begin the talk anew; what care needs is kept."""
        await self._changed(conversation_id, lambda loaded: self.store.reset(loaded, self._clock()))

    async def forget(self, conversation_id: str) -> None:
        """Erase a conversation with all its messages."""
        async with self._locked(conversation_id):
            await self.store.forget(conversation_id)

    async def forget_person(self, person: str) -> bool:
        """Erase everything of a person. A turn that is under way ends first. False when nothing was held."""
        locks = [lock for key, lock in list(self._locks.items()) if person_of(key) == person]
        for lock in locks:
            await lock.acquire()
        try:
            return await self.store.people.forget(person)
        finally:
            for lock in locks:
                lock.release()

    # -- one turn

    async def _answer_all(self, rows: Sequence[Waiting]) -> None:
        """Answer what was left, side by side; one that can't be answered holds nobody up."""
        answers = await asyncio.gather(*map(self._answer, rows), return_exceptions=True)
        for row, answer in zip(rows, answers, strict=True):
            if isinstance(answer, Exception) and not isinstance(answer, Unchanged):
                what = type(answer).__name__
                log.error("conversation %s: a message that was left has no answer: %s", row.conversation_id, what)

    async def _noted(self, answer: Answer, note: Callable[[], Awaitable[None]]) -> None:
        """Note how far the sending of an answer is; where that fails it may be sent again later."""
        if not answer.kept:
            return
        try:
            await note()
        except StoreError as error:
            log.error("conversation %s: what was sent is not noted: %s", answer.conversation_id, error)

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

    def _locked(self, conversation_id: str) -> asyncio.Lock:
        return self._locks.setdefault(conversation_id, asyncio.Lock())

    async def _learn(self, conversation_id: str, change: Callable[[Conversation], Conversation]) -> Conversation:
        async def save(loaded: Loaded) -> Conversation:
            after = change(loaded.conversation)
            await self.store.learn(loaded, after, self._clock())
            return after

        return await self._changed(conversation_id, save)

    async def _changed(self, conversation_id: str, change: Callable[[Loaded], Awaitable[T]]) -> T:
        """Change a conversation outside a turn, again when another process was faster."""
        async with self._locked(conversation_id):
            for attempt in range(TRIES):
                loaded = await self.store.load(conversation_id)
                try:
                    return await change(loaded)
                except Conflict:
                    await asyncio.sleep(random.uniform(0, PAUSE * (attempt + 1)))
        raise Conflict(f"conversation {conversation_id} kept changing under {TRIES} attempts to change it")

    def _wait_for(self, more: int) -> None:
        self._waiting += more
        if self._observer:
            self._observer.waiting(self._waiting)
