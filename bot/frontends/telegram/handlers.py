"""What happens with what people say, ask for, press and show.

In a group nothing is said that is between one person and the bot: words of danger become a message of the private chat,
and the menu answers there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary

from telegram import Bot, BotCommandScopeAllGroupChats, Message
from telegram.ext import Application, TypeHandler

from bot.frontends import unreadable
from bot.frontends.attachments import Attachment, Words, heard
from bot.frontends.door import APOLOGY, AT_ONCE, Admission, Door
from bot.frontends.menu import COMMANDS, Menu, Page
from bot.frontends.signs import repeated
from bot.frontends.telegram import lines
from bot.frontends.telegram.inbox import Newest
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.reading import (
    Asked,
    Changed,
    Invited,
    Masked,
    Place,
    Pressed,
    Said,
    Shown,
)
from bot.frontends.telegram.render import LIMIT
from bot.frontends.telegram.replies import Replies, answered
from bot.frontends.telegram.settings import CHANNEL
from bot.people import person_of
from bot.phrases import say
from bot.sessions import Sessions

log = logging.getLogger(__name__)

IN_GROUPS = ("start", "help")
"""What is answered where others read along."""
FOLLOWED = ("mood", "export", "privacy")
"""What is asked for in a group and, being harmless to have opened, comes in a private message."""
TYPING_LASTS = 4.5
App = Application[Any, Any, Any, Any, Any, Any]


class Handlers:
    """What the bot does on Telegram, as handlers of the library's application. `words` reads attachments."""

    def __init__(
        self,
        app: App,
        outlet: Outlet,
        sessions: Sessions,
        *,
        limits: Admission | None = None,
        ask_stars: bool = False,
        words: Words | None = None,
    ) -> None:
        self._bot: Bot = app.bot
        self._outlet, self._limits, self._ask_stars, self._words = outlet, limits, ask_stars, words
        self._menu = Menu(sessions, limits=limits)
        self._replies = replies = Replies(outlet, sessions, lambda: f"https://t.me/{self._bot.username}")
        self.door = Door(sessions, replies.send, limit=LIMIT, draft=replies.draft, limits=limits)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._albums: Newest[str, None] = Newest()
        self._starred: Newest[str, int] = Newest()
        handlers: dict[type[Any], Callable[[Any, object], Coroutine[Any, Any, None]]] = {
            Said: self._on_said,
            Asked: self._on_asked,
            Pressed: self._on_pressed,
            Shown: self._on_shown,
            Changed: self._on_changed,
            Masked: self._on_masked,
            Invited: self._on_invited,
        }
        for kind, handler in handlers.items():
            app.add_handler(TypeHandler(kind, handler))
        app.add_error_handler(log_error)

    async def introduce(self) -> None:
        """Tell Telegram which commands there are."""
        commands = [(command.name, command.summary) for command in COMMANDS]
        await self._bot.set_my_commands(commands)
        in_groups = [command for command in commands if command[0] in IN_GROUPS]
        await self._bot.set_my_commands(in_groups, scope=BotCommandScopeAllGroupChats())

    async def take_up(self, stale: timedelta = AT_ONCE) -> None:
        """Send what was left by a process before, and is so old."""
        await self.door.resend(f"{CHANNEL}:", stale)

    async def sweep(self) -> None:
        """Take over what other processes leave, for ever."""
        await self.door.sweep(f"{CHANNEL}:")

    # -- what people do

    async def _on_said(self, said: Said, _: object) -> None:
        async with self._turn(said.place):
            if said.public:
                await self._replies.point(said.public, lines.IN_PRIVATE, said.message)
            await self._hear(said)

    async def _hear(self, said: Said) -> None:
        place = said.place
        answered.set(None if place.is_private else said.message)
        answer = await self.door.hear(place.id, said.text, said.event, lambda: self._outlet.typing(place))
        if answer is None:
            return
        if said.beside and not await self._replies.is_endangered(place):
            await self._replies.tell(place, say(unreadable.BESIDE), said.message)
        if self._ask_stars and place.is_private and self._starred.get(place.id) != answer.id:
            self._starred[place.id] = answer.id
            if page := await self._menu.asks(place.id):
                await self._replies.show(place, page)

    async def _on_asked(self, asked: Asked, _: object) -> None:
        place = asked.place
        async with self._turn(place):
            await self._open(place, f"{asked.name} {asked.words}".strip(), reply_to=asked.message)
        if not place.is_private and asked.name in FOLLOWED:
            async with self._turn(place.alone):
                await self._open(place.alone, asked.name)

    async def _on_pressed(self, pressed: Pressed, _: object) -> None:
        await self._outlet.acknowledge(pressed.query)
        async with self._turn(pressed.place):
            await self._open(pressed.place, pressed.action, pressed)

    async def _on_shown(self, shown: Shown, _: object) -> None:
        """Something without words is heard if there is a function that reads it; an album is declined once."""
        place, message = shown.place, shown.source
        async with self._turn(place):
            if self._words and await self._is_turned_away(place):
                return
            async with repeated(lambda: self._outlet.typing(place), TYPING_LASTS):
                text = await heard(self._words, _attachment(message, shown.kind))
            if text:
                await self._hear(Said(place, text, message.message_id, str(message.message_id)))
                return
            album = message.media_group_id
            if album and album in self._albums:
                return
            if album:
                self._albums[album] = None
            emoji = message.sticker.emoji if message.sticker else None
            await self._replies.unread(place, lines.unreadable(shown.kind, emoji), message.message_id)

    async def _on_changed(self, changed: Changed, _: object) -> None:
        async with self._turn(changed.place):
            await self._replies.tell(changed.place, say(unreadable.CHANGED), changed.message)

    async def _on_masked(self, masked: Masked, _: object) -> None:
        await self._replies.point(masked.place, lines.MASKED, masked.message)

    async def _on_invited(self, invited: Invited, _: object) -> None:
        await self._replies.point(invited.place, lines.INVITED)

    async def _open(
        self, place: Place, action: str, pressed: Pressed | None = None, reply_to: int | None = None
    ) -> None:
        """The menu's page, or an apology."""
        if action == "start":
            self._replies.met[place.id] = None
        try:
            async with repeated(lambda: self._outlet.typing(place), TYPING_LASTS):
                page = await self._menu.open(place.id, action, private=place.is_private)
        except Exception as error:
            log.error("conversation %s: the menu failed: %s", place.id, type(error).__name__)
            page, pressed = Page(say(APOLOGY)), None
        if action == "forget:yes" and not page.refused:
            self._replies.met.pop(place.id, None)
        if page.refused:
            pressed = None  # the page whose button it was stays as it is
        if place.is_private:
            await self._replies.show(place, page, pressed)
        else:
            await self._replies.tell(place, page.text, reply_to)

    async def _is_turned_away(self, place: Place) -> bool:
        """Whether it is too much, which is said; not to somebody in danger."""
        sentence = self._limits.admit(person_of(place.id)) if self._limits else None
        if sentence is None or await self._replies.is_endangered(place):
            return False
        await self._replies.tell(place, sentence)
        return True

    @asynccontextmanager
    async def _turn(self, place: Place) -> AsyncIterator[None]:
        """Held while something of a conversation is handled: all of it in the order in which it came."""
        async with self._turns.setdefault(place.id, asyncio.Lock()):
            await self._replies.catch_up(place)
            yield


def _attachment(message: Message, kind: str) -> Attachment | None:
    """The file of a message; of a picture the largest size."""
    file = message.effective_attachment
    if isinstance(file, (tuple, list)):
        file = file[-1] if file else None
    if file is None or not hasattr(file, "get_file"):
        return None

    async def read() -> bytes:
        return bytes(await (await file.get_file()).download_as_bytearray())

    return Attachment(kind, getattr(file, "mime_type", None) or "", getattr(file, "file_size", None) or 0, read)


async def log_error(_: object, context: Any) -> None:
    log.error("an update was not handled: %s", type(context.error).__name__)
