"""Everything that goes out to Telegram: in its pace, tried again when it fails, and refused when it is no use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar

from telegram import Bot, InlineKeyboardMarkup, Message, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.frontends.delivery import Refused
from bot.frontends.telegram.pace import Pace, Pause
from bot.frontends.telegram.polling import TRIES, delay
from bot.frontends.telegram.reading import Place

log = logging.getLogger(__name__)
T = TypeVar("T")

LONGEST = 45.0
"""Seconds that Telegram may tell a message to wait; one that must wait longer goes back into the outbox."""

UNMET = "never met"
"""Why a person is refused who has not yet written to the bot in private: they may still come."""


class Later(Exception):
    """Telegram takes nothing into this chat for a good while."""


class Outlet:
    """`patience`: seconds after which a message is given back to the outbox, where another process may find it."""

    def __init__(
        self,
        bot: Bot,
        pace: Pace,
        pause: Pause,
        *,
        patience: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._bot, self.pace, self._pause, self._patience, self._clock = bot, pace, pause, patience, clock
        self._shut: dict[int, float] = {}

    async def text(
        self, place: Place, text: str, buttons: InlineKeyboardMarkup | None = None, reply_to: int | None = None
    ) -> Message:
        return await self.send(
            place.chat,
            lambda chat: self._bot.send_message(
                chat, text, message_thread_id=_topic(place), reply_markup=buttons, reply_parameters=_reply(reply_to)
            ),
        )

    async def photo(self, place: Place, png: bytes, text: str, buttons: InlineKeyboardMarkup | None) -> Message:
        return await self.send(
            place.chat,
            lambda chat: self._bot.send_photo(
                chat, png, caption=text or None, message_thread_id=_topic(place), reply_markup=buttons
            ),
        )

    async def file(
        self, place: Place, name: str, data: bytes, text: str, buttons: InlineKeyboardMarkup | None
    ) -> Message:
        return await self.send(
            place.chat,
            lambda chat: self._bot.send_document(
                chat, data, filename=name, caption=text or None, message_thread_id=_topic(place), reply_markup=buttons
            ),
        )

    async def edit(self, place: Place, message: int, text: str, buttons: InlineKeyboardMarkup | None = None) -> bool:
        """False when the message cannot be changed to that; one that reads so already counts as changed."""
        try:
            await self.send(
                place.chat, lambda chat: self._bot.edit_message_text(text, chat, message, reply_markup=buttons)
            )
        except Refused as refused:
            return "not modified" in str(refused)
        return True

    async def typing(self, place: Place) -> None:
        await self._bot.send_chat_action(place.chat, ChatAction.TYPING, message_thread_id=_topic(place))

    async def acknowledge(self, query: str) -> None:
        """Say that a pressed button was heard."""
        try:
            await self._bot.answer_callback_query(query)
        except TelegramError as error:  # it is too old to be answered; what was asked for still is
            log.info("a pressed button was not acknowledged: %s", type(error).__name__)

    async def draft(self, place: Place, number: int, text: str) -> None:
        """Show an answer that is being written. Only in private chats, and gone by itself."""
        await self._bot.send_message_draft(place.chat, number, text, message_thread_id=_topic(place))

    async def send(self, chat: int, call: Callable[[int], Awaitable[T]]) -> T:
        """Call when there is room, and again until it is taken.

        Raises Refused when Telegram says no for good, Later when it says not for long, and the network's error when
        that goes on failing.
        """
        self._admit(chat)
        failures, wait = 0, 0.0
        deadline = None if self._patience is None else asyncio.get_running_loop().time() + self._patience
        while True:
            async with asyncio.timeout_at(deadline):  # the call itself is never broken off: it may have been taken
                if wait:
                    await self._pause(wait)
                await self.pace.turn(chat)
            try:
                return await call(chat)
            except ChatMigrated as moved:
                chat, wait = moved.new_chat_id, 0.0
            except (BadRequest, Forbidden) as error:
                raise Refused(_reason(error)) from None
            except RetryAfter as error:
                wait = delay(error, 1)
                self._obey(chat, wait)
            except NetworkError as error:
                failures += 1
                if failures == TRIES:
                    raise
                wait = delay(error, failures)

    def _admit(self, chat: int) -> None:
        if (until := self._shut.pop(chat, 0.0)) > self._clock():
            self._shut[chat] = until
            raise Later

    def _obey(self, chat: int, seconds: float) -> None:
        if seconds > LONGEST:
            self._shut[chat] = self._clock() + seconds
            raise Later


def _topic(place: Place) -> int | None:
    return place.thread or None


def _reply(message: int | None) -> ReplyParameters | None:
    return ReplyParameters(message, allow_sending_without_reply=True) if message else None


def _reason(error: Exception) -> str:
    """Telegram's words for why, where they are known to hold nothing else; else the kind of the error."""
    words = str(error).lower()
    if "can't initiate conversation" in words or "chat not found" in words:
        return UNMET
    return "not modified" if "message is not modified" in words else type(error).__name__
