"""Asking Telegram for updates. Each question confirms the updates before it, which are in the inbox by then."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Any

from telegram import Bot, Update
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.frontends.telegram.pace import Pause
from bot.frontends.telegram.request import Request

log = logging.getLogger(__name__)

KINDS = ("message", "edited_message", "callback_query", "my_chat_member")
"""What the bot wants to hear of."""
PLAIN = (
    *("message_id", "date", "edit_date", "from", "chat", "sender_chat", "text", "caption"),
    *("message_thread_id", "is_topic_message"),
)
SECONDS = 30
TRIES = 6
"""How often the network may fail under one call."""
LONGEST_PAUSE = 30.0


async def poll(bot: Bot, queue: asyncio.Queue[object], pause: Pause) -> None:
    """Put updates into `queue`, for ever. Raises InvalidToken when Telegram no longer knows the bot."""
    offset, failures = 0, 0
    while True:
        try:
            updates = await bot.get_updates(offset, timeout=SECONDS, allowed_updates=KINDS)
            await _put(queue, updates)
            offset = max([offset, *(update.update_id + 1 for update in updates)])
            failures = 0
        except InvalidToken:
            raise
        except Exception as error:
            failures += 1
            also = ": does another process, or a webhook, use this token?" if isinstance(error, Conflict) else ""
            log.warning("polling Telegram failed: %s%s", type(error).__name__, also)
            await pause(delay(error, failures))


async def _put(queue: asyncio.Queue[object], updates: Sequence[Update]) -> None:
    """Those of one person one after the other, those of different people together: each put waits for a commit.

    When one can't be put, the others are all the same, and the whole is asked for again: the queue knows what it has.
    """
    people: dict[int | None, list[Update]] = {}
    for update in updates:
        people.setdefault(update.effective_user.id if update.effective_user else None, []).append(update)

    async def put(own: Sequence[Update]) -> None:
        for update in own:
            await queue.put(update)

    results = await asyncio.gather(*(put(own) for own in people.values()), return_exceptions=True)
    for error in results:
        if isinstance(error, BaseException):
            raise error


async def insist(call: Callable[[], Awaitable[object]], pause: Pause) -> None:
    """Call until it works: one that opens the door is not given up for a line that is down for a moment."""
    for failures in count(1):
        try:
            await call()
            return
        except (BadRequest, Forbidden):
            raise
        except (NetworkError, RetryAfter) as error:
            if failures == TRIES:
                raise
            log.warning("Telegram could not be asked: %s", type(error).__name__)
            await pause(delay(error, failures))


def delay(error: Exception, failures: int) -> float:
    """Seconds to wait after so many failures in a row: as long as Telegram says, else longer each time."""
    if isinstance(error, RetryAfter):
        after = error.retry_after
        return float(after if isinstance(after, int) else after.total_seconds())
    return float(min(2 ** (failures - 1), LONGEST_PAUSE))


class OneByOne(Request):
    """Answers to getUpdates in which an update that the library can't read is made one that it can.

    By itself the library would log all of them, and ask for the same again for ever.
    """

    @staticmethod
    def parse_json_payload(payload: bytes) -> Any:
        try:
            answer = json.loads(payload.decode("utf8", "replace"))
        except (ValueError, RecursionError):
            raise TelegramError("Invalid server response") from None
        if isinstance(answer, dict) and isinstance(answer.get("result"), list):
            answer["result"] = [item for item in map(readable, answer["result"]) if item]
        return answer


def readable(raw: object) -> dict[str, Any] | None:
    """An update as the library can read it: whole, else its words alone, else empty; None when it has no number."""
    if not isinstance(raw, dict) or not isinstance(number := raw.get("update_id"), int):
        return None
    for update in (raw, _words_alone(raw)):
        try:
            Update.de_json(update, None)
        except Exception as error:
            log.warning("update %s could not be read: %s", number, type(error).__name__)
        else:
            return update
    return {"update_id": number}


def _words_alone(raw: dict[str, Any]) -> dict[str, Any]:
    """What somebody wrote, without what the library may stumble over."""
    kept = {key: value for key, value in raw.items() if key in ("update_id", "message", "edited_message")}
    return {key: _plain(value) if isinstance(value, dict) else value for key, value in kept.items()}


def _plain(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key in PLAIN}
