"""What goes out on Discord: pieces of a reply, each with a nonce, and what a reply says so far while it is written.

Within a few minutes the server knows a nonce and takes nothing twice. Beyond that, after a crash, what the bot itself
said since the last message it dealt with is compared: what stands there already is not sent again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import aiohttp

from bot.frontends.delivery import Refused
from bot.frontends.discord import lines
from bot.frontends.discord.commands import keywords
from bot.frontends.discord.history import History
from bot.frontends.discord.library import discord
from bot.frontends.discord.places import Place, place_of
from bot.frontends.discord.streams import Streams
from bot.frontends.discord.views import LIMIT, draw
from bot.frontends.menu import Button, Menu, Page
from bot.frontends.split import split
from bot.phrases import say
from bot.sessions import Sessions

TRIES = 4
PAUSE = 0.5
FOR_GOOD = (400, 403, 404)
"""Answers of Discord after which the same message will never be taken."""
FIRST_PIECE, GREETING = ".0", " hello"
"""How the door's keys of these end."""
T = TypeVar("T")


class Poster:
    """What is sent once, however often that is tried; `refused` are the channels that took no message lately."""

    def __init__(self, channel: Callable[[Place], discord.PartialMessageable]) -> None:
        self._channel = channel
        self.refused: set[int] = set()

    async def send_page(self, place: Place, page: Page, key: str) -> None:
        """Raises Refused when the channel will never take it."""
        for number, drawn in enumerate(draw(page)):
            await self._post(place, keywords(drawn), nonce(f"{key} {number}", drawn.content))

    async def _post(self, place: Place, content: dict[str, Any], key: str | None) -> discord.Message:
        channel = self._channel(place)
        given = content | ({"nonce": key} if key else {})
        return await self._tried(place, lambda: channel.send(**given))

    async def _tried(self, place: Place, call: Callable[[], Awaitable[T]]) -> T:
        """Again when the line breaks: with the same nonce nothing comes twice. The library waits when it is told to."""
        for attempt in range(1, TRIES + 1):
            try:
                result = await call()
            except discord.HTTPException as error:
                if error.status in FOR_GOOD:
                    self.refused.add(place.channel)
                    raise Refused(f"{error.status} {error.code}") from None
                if error.status < 500 or attempt == TRIES:
                    raise
            except (aiohttp.ClientError, OSError):
                if attempt == TRIES:
                    raise
            else:
                self.refused.discard(place.channel)
                return result
            await asyncio.sleep(PAUSE * 2**attempt)
        raise AssertionError("the last attempt returns or raises")


class Outlet(Poster):
    """What a bot sends: replies, drafts of them, and pages."""

    def __init__(
        self, channel: Callable[[Place], discord.PartialMessageable], history: History, sessions: Sessions, menu: Menu
    ) -> None:
        super().__init__(channel)
        self.history, self.sessions, self.menu = history, sessions, menu
        self._streams = Streams()
        self._again: ContextVar[bool] = ContextVar("again", default=False)

    @contextmanager
    def after_a_crash(self) -> Iterator[None]:
        """What this task sends may have been sent by a process before: what people have already is left out."""
        token = self._again.set(True)
        try:
            yield
        finally:
            self._again.reset(token)

    async def send(self, conversation_id: str, text: str, key: str) -> None:
        """Raises Refused when the channel will never take it."""
        place = place_of(conversation_id)
        if self._again.get():
            await self.history.caught_up(place)
            if await self._stands_there(place, text):
                return
        if key.endswith(FIRST_PIECE) and await self._streams.end(conversation_id, text):
            return
        if key.endswith(GREETING) and not place.guild:
            choices = ((Button(say(lines.CHOICES), "start"),),)
            await self.send_page(place, Page(f"{text}\n\n{say(lines.BEHIND)}", choices), key)
            return
        await self._post(place, {"content": text}, nonce(key, text))

    async def draft(self, conversation_id: str, text: str) -> None:
        """Show what a reply says so far; the very first reply waits, for the greeting goes before it."""
        shown = split(text, LIMIT)[0]
        if self._streams.is_open(conversation_id):
            await self._streams.show(conversation_id, shown)
        elif (await self.sessions.known(conversation_id)).turns:
            message = await self._post(place_of(conversation_id), {"content": shown}, None)
            self._streams.begin(conversation_id, message, shown)

    async def _stands_there(self, place: Place, text: str) -> bool:
        """Whether the bot said this before it died; a reply that it was still writing is completed."""
        own = self.history.own(place)
        found = next((message for message in own if message.content and text.startswith(message.content)), None)
        if found is None:
            return False
        own.remove(found)
        if found.content != text:
            await self._tried(place, lambda: found.edit(content=text))
        return True


def nonce(key: str, text: str) -> str:
    """At most 25 characters, by which Discord knows a message that comes a second time."""
    return hashlib.sha256(f"{key}\0{text}".encode()).hexdigest()[:24]
