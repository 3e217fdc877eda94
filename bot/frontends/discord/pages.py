"""Pages alone on Discord, such as those of a study: commands, buttons and words of direct messages."""

from __future__ import annotations

import asyncio

from bot.frontends.discord import lines
from bot.frontends.discord.base import Client, hold
from bot.frontends.discord.library import discord
from bot.frontends.discord.outlet import Poster
from bot.frontends.discord.places import beside, is_addressed, is_from_a_person, where, words
from bot.frontends.discord.seen import Met
from bot.frontends.discord.settings import Settings
from bot.frontends.discord.views import LIMIT
from bot.frontends.door import APOLOGY
from bot.frontends.menu import IN_PRIVATE, Page
from bot.frontends.pages import Host
from bot.phrases import say

__all__ = ["LIMIT", "serve"]

PATIENCE = 10.0
"""Seconds for which leaving waits for what is under way."""


async def serve(settings: Settings, host: Host, stop: asyncio.Event) -> None:
    """Show pages to people until `stop` is set. Raises ConfigError when Discord refuses the token."""
    await hold(settings, lambda: PagesDoor(host), stop)


class PagesDoor(Client):
    """What is done with events of the library. In servers only the way is shown."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, host.commands)
        self._host, self._poster, self._met = host, Poster(self.channel_of), Met()

    def is_new(self, event: str) -> bool:
        return self._met.is_new(event)

    async def leave(self) -> None:
        """Answer what is under way, then close."""
        await self.finish(PATIENCE)
        await self.close()

    async def on_message(self, message: discord.Message) -> None:
        if is_from_a_person(message) and self.is_new(str(message.id)):
            self.begin(self._under_way, self._hear, message, str(message.id))

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        message = event.message
        edited = message.edited_at  # None when Discord only added a preview of a link
        if edited and is_from_a_person(message) and self.is_new(key := f"{message.id} {edited.timestamp()}"):
            self.begin(self._under_way, self._hear, message, key, edited=True)

    async def _hear(self, message: discord.Message, event: str, *, edited: bool = False) -> None:
        place, text = where(message), words(message, self.me)
        if place.guild:
            if is_addressed(message, self.me) and not edited:
                await self._poster.send_page(place, Page(say(IN_PRIVATE)), event)
            return
        if not text:
            await self._poster.send_page(place, Page(lines.unreadable(beside(message))), event)
            return
        try:
            page = await self._host.hear(place.id, text, event, edited=edited)
        except Exception:
            await self._poster.send_page(place, Page(say(APOLOGY)), event)
            raise
        if page:
            await self._poster.send_page(place, page, event)
