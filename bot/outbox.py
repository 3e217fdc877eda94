"""The outbox as doors see it: an answer is taken to be sent, and how far that is gets noted."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.errors import StoreError
from bot.store import Store
from bot.turns import Answer

log = logging.getLogger(__name__)


class Outbox:
    """After `stale` of being sent an answer is taken from the process that had it."""

    def __init__(self, store: Store, clock: Callable[[], datetime], stale: timedelta) -> None:
        self.store, self._clock, self._stale = store, clock, stale

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

    async def _noted(self, answer: Answer, note: Callable[[], Awaitable[None]]) -> None:
        """Note how far the sending of an answer is; where that fails it may be sent again later."""
        if not answer.kept:
            return
        try:
            await note()
        except StoreError as error:
            log.error("conversation %s: what was sent is not noted: %s", answer.conversation_id, error)
