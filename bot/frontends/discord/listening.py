"""What people do on Discord, and how it is taken: words, things without words, edits, deletions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.dialog import Conversation
from bot.frontends import unreadable
from bot.frontends.attachments import Attachment, Words, heard
from bot.frontends.commands import Command, read
from bot.frontends.discord import lines
from bot.frontends.discord.library import discord
from bot.frontends.discord.outlet import Outlet
from bot.frontends.discord.places import Place, beside, is_addressed, where, words
from bot.frontends.discord.settings import Settings
from bot.frontends.door import Door
from bot.frontends.menu.care import with_help
from bot.phrases import say
from bot.step import STOPS

REMEMBERED = 10_000

Typing = Callable[[], Awaitable[None]]


class Listening:
    """Hears each message once; that it is told of none twice is others' business. `me` is the bot's account."""

    def __init__(
        self,
        door: Door,
        outlet: Outlet,
        settings: Settings,
        me: Callable[[], discord.ClientUser],
        attachments: Words | None = None,
    ) -> None:
        self._door, self._outlet, self._settings, self._me, self._attachments = door, outlet, settings, me, attachments
        self._sessions = outlet.sessions
        self._latest: OrderedDict[int, tuple[int, str]] = OrderedDict()

    async def hear(self, message: discord.Message) -> None:
        """A new message: all there is in private, and in a server what is said to the bot."""
        place = where(message)
        if not place.guild:
            await self._in_private(place, message)
        elif is_addressed(message, self._me()):
            await self._in_public(place, message)

    async def amended(self, message: discord.Message) -> None:
        """An earlier message reads otherwise now. Danger in it is answered; else what was answered stays."""
        place, text = where(message), words(message, self._me())
        if not text or (place.guild and not is_addressed(message, self._me())):
            return
        event = f"{message.id} {message.edited_at.timestamp() if message.edited_at else 0}"
        if await self._sessions.endangered(place.id, text):
            await self._privately(place, message, text, event)
        else:
            await self._door.tell(place.id, say(unreadable.CHANGED), event)

    async def deleted(self, channel: int, message: int) -> None:
        """Who takes their last message back takes it out of the bot's memory too.

        Nothing is said about it: somebody may be looking over their shoulder.
        """
        if self._latest.get(channel, (0, ""))[0] == message:
            await self._sessions.undo(self._latest.pop(channel)[1])

    async def _in_private(self, place: Place, message: discord.Message) -> None:
        text, kind = words(message, self._me()), beside(message)
        read = await heard(self._attachments, _attachment(message, kind))
        said = "\n".join(part for part in (text, read) if part)
        if not said:
            await self._door.tell(place.id, await self._unread(place, kind), str(message.id))
            return
        await self._talk(place, message, said, str(message.id))
        if kind and not read and self._sessions.level(await self._sessions.known(place.id)) < STOPS:
            await self._door.tell(place.id, say(unreadable.BESIDE), f"{message.id} beside")

    async def _unread(self, place: Place, kind: str) -> str:
        """A line on what has no words; in danger with whom to call."""
        conversation = await self._sessions.known_now(place.id)
        level = self._sessions.level(conversation) if conversation else STOPS
        return with_help(lines.unreadable(kind), conversation or Conversation(place.id), level)

    async def _in_public(self, place: Place, message: discord.Message) -> None:
        text = words(message, self._me())
        if not text:
            line = lines.IN_PUBLIC if self._me() in message.mentions else lines.UNSEEN
            await self._door.tell(place.id, say(line), str(message.id))
        elif await self._is_private_matter(place, text):
            await self._privately(place, message, text, str(message.id))
        else:
            await self._talk(place, message, text, str(message.id))

    async def _is_private_matter(self, place: Place, text: str) -> bool:
        """Any danger, in these words or still standing between the two: then nothing more is said in public.

        While the store fails, it may stand.
        """
        if await self._sessions.endangered(place.id, text):
            return True
        if (alone := self._outlet.history.alone_with(place.person)) is None:
            return False
        conversation = await self._sessions.known_now(alone.id)
        return conversation is None or self._sessions.level(conversation) > 0

    async def _privately(self, place: Place, message: discord.Message, text: str, event: str) -> None:
        """Answer in a direct message; in a server one line says so, or how it can be made possible."""
        if not place.guild:
            await self._talk(place, message, text, event)
            return
        line = lines.CLOSED
        with suppress(discord.HTTPException):
            alone = Place(0, (await message.author.create_dm()).id, place.person)
            await self._talk(alone, message, text, event)
            line = lines.CLOSED if alone.channel in self._outlet.refused else lines.IN_PRIVATE
        await self._door.tell(place.id, say(line), f"{event} private")

    async def _talk(self, place: Place, message: discord.Message, text: str, event: str) -> None:
        asked = await read(self._sessions, place.id, text)
        if isinstance(asked, Command):  # written where Discord's own list was not opened
            opened = await self._outlet.menu.open(place.id, " ".join(asked), private=not place.guild)
            await self._outlet.send_page(place, opened, f"{event} page")
            return
        channel = message.channel if place.channel == message.channel.id else await message.author.create_dm()

        async def typing() -> None:
            await channel.typing()

        answer = await self._door.hear(place.id, text, event, typing)
        if answer is None:
            return
        self._latest[message.channel.id] = (message.id, place.id)
        self._latest.move_to_end(message.channel.id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        if self._settings.ask_stars and not place.guild and (page := await self._outlet.menu.asks(place.id)):
            await self._outlet.send_page(place, page, f"{event} stars")


def _attachment(message: discord.Message, kind: str) -> Attachment | None:
    if not message.attachments:
        return None
    first = message.attachments[0]
    return Attachment(kind, first.content_type or "", first.size, first.read)
