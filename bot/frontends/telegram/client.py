"""The Telegram door: long polling, private chats, text in and reply out.

An update is confirmed to Telegram only when its message is in the inbox, so a crash loses nothing; a send that was
accepted just before a crash happens again, which this channel cannot prevent.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

os.environ.setdefault("PTB_TIMEDELTA", "true")  # else every RetryAfter comes with a deprecation warning

from telegram import Bot, Message, ReplyParameters, Update, User
from telegram.constants import ChatAction, MessageEntityType, MessageLimit
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import Application, ApplicationBuilder, MessageHandler, filters

from bot.errors import BotError, ConfigError
from bot.frontends.door import HELLO, ONLY_TEXT, Door, Refused
from bot.sessions import Sessions, utc_now
from bot.store import Store

log = logging.getLogger(__name__)

CHANNEL = "telegram"
PRIVATE = filters.ChatType.PRIVATE
START = PRIVATE & filters.Regex(r"^/(start|help)\b")
WORDS = PRIVATE & filters.TEXT & ~START
OTHER = PRIVATE & ~filters.TEXT & ~filters.StatusUpdate.ALL
POLL_SECONDS = 30
AT_ONCE = 1024
TRIES = 5
LONGEST_PAUSE = 30.0

Pause = Callable[[float], Awaitable[None]]
App = Application[Any, Any, Any, Any, Any, Any]


async def serve(
    token: str,
    sessions: Sessions,
    store: Store,
    stop: asyncio.Event,
    *,
    api_base: str | None = None,
    pause: Pause = asyncio.sleep,
) -> None:
    """Answer people until `stop` is set. Raises ConfigError when Telegram refuses the token."""
    door = TelegramDoor(_application(token, api_base), sessions, store, pause)
    try:
        async with door.app:
            await door.run(stop)
    except InvalidToken:
        # The library's error repeats the token: it goes no further.
        raise ConfigError("Telegram refuses this token: get the current one from @BotFather") from None
    except TelegramError as error:
        raise BotError(f"Telegram cannot be reached: {type(error).__name__}") from None
    finally:
        await door.app.bot.shutdown()  # an application that could not begin leaves its connections open


def _application(token: str, api_base: str | None) -> App:
    """The library's application; it polls nothing by itself."""
    builder = ApplicationBuilder().token(token).updater(None).concurrent_updates(AT_ONCE)
    return builder.base_url(api_base).build() if api_base else builder.build()


class TelegramDoor:
    """What the bot does on Telegram, as handlers of the library's application. `pause` waits when Telegram asks to."""

    def __init__(self, app: App, sessions: Sessions, store: Store, pause: Pause = asyncio.sleep) -> None:
        self.app, self._store, self._pause = app, store, pause
        self._bot: Bot = app.bot
        self._door = Door(sessions, self._send, limit=MessageLimit.MAX_TEXT_LENGTH)
        app.add_handler(MessageHandler(START, self._on_start))
        app.add_handler(MessageHandler(WORDS, self._on_words))
        app.add_handler(MessageHandler(OTHER, self._on_other))
        app.add_handler(MessageHandler(filters.ChatType.GROUPS, self._on_group))
        app.add_error_handler(_log_error)

    async def run(self, stop: asyncio.Event) -> None:
        """Send what was left over, then poll until `stop` is set; what is under way is answered before it returns."""
        await self._bot.delete_webhook()
        await self._bot.set_my_commands([("start", "What I am, and what I'm not")])
        await self._door.resend(f"{CHANNEL}:")
        log.info("listening on Telegram as @%s", self._bot.username)
        await self.app.start()
        polling, stopped = asyncio.create_task(self._poll()), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([polling, stopped], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (polling, stopped):
                task.cancel()
            await self.app.stop()
        with suppress(asyncio.CancelledError):
            await polling

    async def _poll(self) -> None:
        """Ask for updates for ever; each question confirms the updates before it, which are in the inbox by then."""
        offset, failures = 0, 0
        while True:
            try:
                updates = await self._bot.get_updates(offset, timeout=POLL_SECONDS, allowed_updates=["message"])
                for update in updates:
                    await self._keep(update)
                    await self.app.update_queue.put(update)
                    offset = update.update_id + 1
                failures = 0
            except InvalidToken:
                raise
            except Exception as error:
                failures += 1
                log.warning("polling Telegram failed: %s", type(error).__name__)
                await self._pause(_delay(error, failures))

    async def _keep(self, update: Update) -> None:
        """Put what somebody said into the inbox, where it is found again whatever happens to this process."""
        message = update.message
        if message and message.text and message.from_user and WORDS.check_update(update):
            await self._store.receive(_conversation(message), message.text, str(message.message_id), utc_now())

    async def _on_start(self, update: Update, _: object) -> None:
        message = _message(update)
        await self._door.tell(_conversation(message), HELLO, str(message.message_id))

    async def _on_words(self, update: Update, _: object) -> None:
        message = _message(update)

        async def typing() -> None:
            await self._bot.send_chat_action(message.chat_id, ChatAction.TYPING)

        await self._door.hear(_conversation(message), message.text or "", str(message.message_id), typing)

    async def _on_other(self, update: Update, _: object) -> None:
        message = _message(update)
        await self._door.tell(_conversation(message), ONLY_TEXT, str(message.message_id))

    async def _on_group(self, update: Update, _: object) -> None:
        """In a group nothing is answered but one line, and that only when the bot is spoken to."""
        message = _message(update)
        if is_addressed(message, self._bot.bot):
            line = f"I keep talks out of groups. You can write to me in private: https://t.me/{self._bot.username}"
            reply = ReplyParameters(message.message_id)
            await self._retried(lambda: self._bot.send_message(message.chat_id, line, reply_parameters=reply))

    async def _send(self, conversation_id: str, text: str, _: str) -> None:
        chat = int(conversation_id.split(":")[1])
        await self._retried(lambda: self._bot.send_message(chat, text))

    async def _retried(self, call: Callable[[], Awaitable[object]]) -> None:
        """Wait when told to, try again when the network fails. Raises Refused when Telegram says no for good."""
        for attempt in range(1, TRIES + 1):
            try:
                await call()
                return
            except (BadRequest, Forbidden, ChatMigrated) as error:
                raise Refused(type(error).__name__) from None
            except (NetworkError, RetryAfter) as error:
                if attempt == TRIES:
                    raise
                await self._pause(_delay(error, attempt))


def is_addressed(message: Message, bot: User) -> bool:
    """True when a message in a group mentions the bot, is a command for it, or replies to it."""
    if message.reply_to_message and message.reply_to_message.from_user == bot:
        return True
    named: list[str | None] = [MessageEntityType.MENTION, MessageEntityType.BOT_COMMAND]
    found = [*message.parse_entities(named).values(), *message.parse_caption_entities(named).values()]
    name = f"@{bot.username}".lower()
    return any(text.lower().endswith(name) for text in found) or _is_linked(message, bot)


def _is_linked(message: Message, bot: User) -> bool:
    return any(entity.user == bot for entity in (*message.entities, *message.caption_entities))


def _conversation(message: Message) -> str:
    person = message.from_user.id if message.from_user else message.chat_id
    return f"{CHANNEL}:{message.chat_id}:0:{person}"


def _message(update: Update) -> Message:
    if update.message is None:
        raise TypeError("updates without a message are not asked for")
    return update.message


def _delay(error: Exception, attempt: int) -> float:
    """Seconds to wait after the `attempt`-th failure in a row."""
    if isinstance(error, RetryAfter):
        after = error.retry_after
        return float(after if isinstance(after, int) else after.total_seconds())
    return float(min(2 ** (attempt - 1), LONGEST_PAUSE))


async def _log_error(_: object, context: Any) -> None:
    log.error("an update was not handled: %s", type(context.error).__name__)
