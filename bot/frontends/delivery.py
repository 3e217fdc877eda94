"""Answers on their way out of the outbox: cut to the channel's size, sent in pieces, and marked as sent."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime

from bot.errors import StoreError
from bot.frontends.split import split
from bot.sessions import Sessions
from bot.turns import Answer

log = logging.getLogger(__name__)

Send = Callable[[str, str, str], Awaitable[None]]
"""Sends a text to a conversation (its id). The third argument is a key: the same message has the same key again."""


class Refused(Exception):
    """The channel will never take this message: the person has blocked the bot, or the chat is gone."""


class Delivery:
    """Sends answers to a channel whose longest message is `limit`; what was made before is sent `again`."""

    def __init__(
        self, sessions: Sessions, send: Send, limit: int, again: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._sessions, self._send, self._limit, self._again = sessions, send, limit, again

    async def empty_outbox(self, newest: Answer, new: set[int]) -> None:
        """Send what is not known to be sent: `new` answers, and any that failed before or are another process's.

        Where the store fails, at least the `newest`.
        """
        conversation_id = newest.conversation_id
        try:
            for answer in await self._unsent(newest, new):
                with nullcontext() if answer.id in new else self._again():
                    if await self._deliver(answer, is_new=answer.id in new):
                        new.discard(answer.id)
        except Exception as error:
            log.error("conversation %s: no word on its answers: %s", conversation_id, type(error).__name__)

    async def send_again(self, answer: Answer, left: datetime | None = None) -> None:
        """Send what was made before; one that another process took up to `left` is taken over from it."""
        with self._again():
            await self._deliver(answer, left)

    async def _unsent(self, newest: Answer, new: set[int]) -> list[Answer]:
        key = newest.conversation_id
        try:
            found = await self._sessions.store.unsent(key)
        except StoreError as error:
            log.error("conversation %s: its outbox cannot be read: %s", key, error)
            return [newest] if newest.id in new else []
        same = [waiting for waiting in found if waiting.conversation_id == key]
        return [Answer(waiting.id, key, waiting.text, None, waiting.pieces) for waiting in same]

    async def _deliver(self, answer: Answer, left: datetime | None = None, *, is_new: bool = False) -> bool:
        """Send an answer in pieces. One that fails stays in the outbox, for the next message or the next start.

        A new one is sent also where the store fails to note it: better twice than never.
        """
        try:
            if not await self._sessions.sending(answer, left):
                return False
        except StoreError:
            if not is_new:
                raise
        try:
            pieces = split(answer.text, self._limit)
            for number, piece in enumerate(pieces[answer.pieces :], answer.pieces):
                await self._send(answer.conversation_id, piece, f"{answer.id}.{number}")
                if number + 1 < len(pieces):
                    await self._sessions.sent_pieces(answer, number + 1)
        except Refused as refused:
            log.warning("conversation %s takes no messages: %s", answer.conversation_id, refused)
        except Exception as error:
            log.error("conversation %s: an answer was not sent: %s", answer.conversation_id, type(error).__name__)
            await self._sessions.unsendable(answer)
            return False
        await self._sessions.sent(answer)
        return True
