"""Conversations as they are stored: known, changed outside a turn, and forgotten.

Within a process a lock for each of them keeps the order of all that changes it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.dialog import Conversation, SelfReport
from bot.errors import Conflict, StoreError
from bot.people import person_of
from bot.replacing import changeable, exhausted, level
from bot.store import Loaded, Rating, Scale, Store
from bot.store.consents import Purpose
from bot.store.rows import Standing
from bot.terms import Terms
from bot.turns import PAUSE, TRIES

T = TypeVar("T")


class Conversations:
    """Those in a store; `terms` are what people are told about how their words are kept."""

    def __init__(self, store: Store, clock: Callable[[], datetime], terms: Terms) -> None:
        self.store, self.terms, self._clock = store, terms, clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def known(self, conversation_id: str) -> Conversation:
        """The conversation as it is stored."""
        return (await self.store.load(conversation_id)).conversation

    async def known_now(self, conversation_id: str) -> Conversation | None:
        """The same; None while the store fails."""
        try:
            return await self.known(conversation_id)
        except StoreError:
            return None

    async def allowed(self, person: str) -> frozenset[Purpose]:
        """What a person allows, by the questions as they are now."""
        consents = await self.store.people.consents(person)
        return frozenset(purpose for purpose, consent in consents.items() if self.terms.holds(consent))

    def level(self, conversation: Conversation) -> int:
        """The level of danger the talk is at, 0 to 3."""
        return level(conversation)

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
