"""The Discord door: direct messages, mentions in servers and threads, slash commands and buttons.

Nothing private is said in a server: where there is danger, the talk goes on in a direct message.
"""

from __future__ import annotations

import asyncio

from bot.frontends.attachments import find
from bot.frontends.discord.base import Client, hold, logged
from bot.frontends.discord.history import History
from bot.frontends.discord.library import discord
from bot.frontends.discord.listening import Listening
from bot.frontends.discord.outlet import Outlet
from bot.frontends.discord.places import is_from_a_person, where
from bot.frontends.discord.settings import CHANNEL, Settings
from bot.frontends.discord.views import LIMIT
from bot.frontends.door import Admission, Door
from bot.frontends.menu import COMMANDS, Menu
from bot.sessions import Sessions
from bot.store import Store

TYPING_LASTS = 8.0
PATIENCE = 10.0
"""Seconds for which leaving waits for what is under way."""


async def serve(
    settings: Settings, sessions: Sessions, store: Store, stop: asyncio.Event, *, limits: Admission | None = None
) -> None:
    """Answer people until `stop` is set. Raises ConfigError when Discord refuses the token."""
    await hold(settings, lambda: DiscordDoor(settings, sessions, store, limits), stop)


class DiscordDoor(Client):
    """What the bot does on Discord, as events of the library."""

    def __init__(self, settings: Settings, sessions: Sessions, store: Store, limits: Admission | None = None) -> None:
        menu = Menu(sessions, limits=limits)
        super().__init__(menu, COMMANDS)
        self.history = History(store, self.channel_of, self._hear_again, lambda: self.me.id)
        self._outlet = Outlet(self.channel_of, self.history, sessions, menu)
        self._door = Door(
            sessions,
            self._outlet.send,
            limit=LIMIT,
            typing_lasts=TYPING_LASTS,
            greet=True,
            draft=self._outlet.draft,
            limits=limits,
            again=self._outlet.after_a_crash,
        )
        self._listening = Listening(self._door, self._outlet, settings, lambda: self.me, find(settings.attachments))

    def is_new(self, event: str) -> bool:
        return self.history.is_new(event)

    async def setup_hook(self) -> None:
        """Before the first event: places where something may be missing are not listened to until they are read."""
        await self.history.fall_behind()
        await super().setup_hook()
        self.begin(self._under_way, self._take_up)
        self.begin(self._standing, self._door.sweep, f"{CHANNEL}:")

    async def leave(self) -> None:
        """Answer what is under way, then close."""
        await self._door.settle()
        await self.finish(PATIENCE)
        await self.history.settle()
        await self.close()

    # -- events of the library

    async def on_shard_connect(self, shard: int) -> None:
        """A new session, which is told nothing of what came before it; one that is resumed does not come here."""
        self.begin(self._under_way, self._catch_up, shard)

    async def on_message(self, message: discord.Message) -> None:
        if is_from_a_person(message) and self.history.meet(message):
            self.begin(self._under_way, self._hear, message)

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        message = event.message
        edited = message.edited_at  # None when Discord only added a preview of a link
        if edited and is_from_a_person(message) and self.history.is_new(f"{message.id} {edited.timestamp()}"):
            self.begin(self._under_way, self._listening.amended, message)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.begin(self._under_way, self._listening.deleted, event.channel_id, event.message_id)

    # -- what goes on beside

    async def _hear(self, message: discord.Message) -> None:
        await self.history.caught_up(where(message), message)
        await self._hear_next(message)

    async def _hear_next(self, message: discord.Message) -> None:
        await logged(self._listening.hear, message)
        await self.history.saw(message)

    def _hear_again(self, message: discord.Message) -> None:
        """A message of the history: what had come while nobody listened."""
        self.begin(self._under_way, self._hear_next, message)

    async def _catch_up(self, shard: int) -> None:
        await self.history.fall_behind(lambda place: (place.guild >> 22) % (self.shard_count or 1) == shard)
        self.begin(self._standing, self.history.catch_up)

    async def _take_up(self) -> None:
        """Send what a process before this one left."""
        await self._door.resend(f"{CHANNEL}:")
