"""What belongs to a person: consents, ratings, all that can be given back or erased; and counts of nobody."""

from __future__ import annotations

import asyncio
import logging
from datetime import date, datetime
from typing import Any

from bot.errors import Postponed, StoreError
from bot.store import consents, erase, export, keys, ratings, safety
from bot.store.consents import CONSENT_VERSION, Consent, Purpose
from bot.store.database import Database
from bot.store.ratings import Rating, Scale
from bot.store.wishes import Wishes

log = logging.getLogger(__name__)
PAUSE, LONGEST = 0.5, 60.0
"""Seconds between two attempts to forget somebody while the store fails: twice as long each time."""


class People:
    """Every method raises StoreError, saying what failed but no text."""

    def __init__(self, database: Database, wishes: Wishes | None = None) -> None:
        self._database, self._wishes = database, wishes or Wishes(None)
        self._run = database.run
        self._forgetting: asyncio.Task[None] | None = None

    async def consents(self, person: str) -> dict[Purpose, Consent]:
        """The newest answer for each purpose that the person was asked for."""
        return await self._run(consents.consents, person)

    async def consent(
        self, person: str, purpose: Purpose, given: bool, at: datetime, version: str = CONSENT_VERSION
    ) -> None:
        """Note an answer to a question in its `version`; the ones before it stay as the record of what was agreed."""
        await self._run(consents.answer, person, Consent(purpose, given, version, at))

    async def with_consent(self, purpose: Purpose) -> list[str]:
        """Everybody whose newest answer for `purpose` is yes."""
        return await self._run(consents.with_consent, purpose)

    async def rate(self, conversation_id: str, given: Rating, at: datetime, number: int | None = None) -> bool:
        """Rate the reply that is turn `number`, by default the newest, in place of an earlier rating of that scale.

        False when there is no such reply.
        """
        return await self._run(ratings.rate, conversation_id, given, at, number)

    async def take_back_rating(self, conversation_id: str, scale: Scale, number: int | None = None) -> bool:
        """Erase the rating of a reply. False when there is none."""
        return await self._run(ratings.take_back, conversation_id, scale, number)

    async def ratings(self) -> list[tuple[date, str, int, int]]:
        """How often replies were rated, of nobody in particular: (day, scale, value, count), oldest first."""
        return await self._run(ratings.counts)

    async def export(self, person: str) -> dict[str, Any]:
        """Everything that is held of a person, ready for JSON."""
        return await self._run(export.export, person)

    async def forget(self, person: str) -> bool:
        """Erase everything of a person, their data key with it. False when they are unknown.

        When the store fails the wish is kept, and Postponed is raised: it is tried again until it can be done.
        """
        try:
            return await self._database.erase(erase.forget, person)
        except StoreError as error:
            lasting = self._wishes.add(person)
            if self._forgetting is None or self._forgetting.done():
                self._forgetting = asyncio.create_task(self._go_on_forgetting())
            raise Postponed(f"{person} is forgotten as soon as that can be: {error}", lasting=lasting) from None

    async def catch_up(self) -> None:
        """Forget everybody whose wish could not be fulfilled when they asked."""
        for person in sorted(self._wishes.read()):
            await self._database.erase(erase.forget, person)
            self._wishes.drop(person)
            log.info("%s, who asked while the store failed, is forgotten", person)

    async def close(self) -> None:
        if self._forgetting:
            self._forgetting.cancel()
            await asyncio.gather(self._forgetting, return_exceptions=True)

    async def _go_on_forgetting(self) -> None:
        failures = 0
        while self._wishes.people:
            await asyncio.sleep(min(PAUSE * 2**failures, LONGEST))
            try:
                await self.catch_up()
            except StoreError:
                failures = min(failures + 1, 16)

    async def expire(self, unkept_before: datetime, kept_before: datetime) -> int:
        """Erase old words, and return of how many conversations.

        Of people who gave no consent to keep, what was written before `unkept_before` goes, all but what care needs; of
        the others everything from before `kept_before`.
        """
        empty, old = await self._run(erase.outdated, unkept_before, kept_before)
        # A transaction each: nobody who talks meanwhile waits for all of them.
        run = self._database.erase
        touched = [await run(erase.empty, key, unkept_before) for key in empty]
        touched += [await run(erase.erase, key, kept_before) for key in old]
        await run(erase.stray, unkept_before, kept_before)
        return sum(touched)

    async def rotate(self) -> int:
        """Wrap every data key anew, give one to who has none, seal what is plain; returns how many people there are."""
        return await self._database.erase(keys.rotate)

    async def safety(self) -> list[tuple[date, int, str, int]]:
        """How often danger was found: (day, level, kind, count), oldest first."""
        return await self._run(safety.counts)

    async def referrals(self) -> list[tuple[str, str, int]]:
        """How often an answer named a crisis line: (month, kind, count), oldest first."""
        return await self._run(safety.referrals)
