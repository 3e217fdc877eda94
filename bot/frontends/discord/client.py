"""The Discord door: direct messages, mentions in servers and threads, slash commands and buttons.

It asks for no privileged intent: Discord shows a bot the text of direct messages and of mentions without one. Nothing
private is said in a server: where there is danger, the talk goes on in a direct message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeAlias

import aiohttp

from bot.errors import BotError, ConfigError
from bot.frontends.attachments import find
from bot.frontends.discord.commands import Interaction, acknowledge, add_commands, show
from bot.frontends.discord.history import History
from bot.frontends.discord.library import api_at, commands, discord
from bot.frontends.discord.listening import Listening
from bot.frontends.discord.outlet import Outlet
from bot.frontends.discord.places import Place, is_from_a_person, where
from bot.frontends.discord.settings import CHANNEL, VARIABLE, Settings
from bot.frontends.discord.views import LIMIT, Press
from bot.frontends.door import APOLOGY, Admission, Door
from bot.frontends.menu import Menu, Page
from bot.frontends.options import read_token
from bot.phrases import say
from bot.sessions import Sessions
from bot.store import Store

log = logging.getLogger(__name__)

P = ParamSpec("P")
Work: TypeAlias = Callable[P, Coroutine[Any, Any, None]]

TYPING_LASTS = 8.0
PATIENCE = 10.0
"""Seconds for which leaving waits for what is under way."""


async def serve(
    settings: Settings, sessions: Sessions, store: Store, stop: asyncio.Event, *, limits: Admission | None = None
) -> None:
    """Answer people until `stop` is set. Raises ConfigError when Discord refuses the token."""
    token = read_token(settings.token_file, VARIABLE)
    with api_at(settings.api_base):
        client = DiscordDoor(settings, sessions, store, limits)
        running, stopped = asyncio.create_task(client.start(token)), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([running, stopped], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
        except discord.LoginFailure:
            raise ConfigError("Discord refuses this token: get the current one from the developer portal") from None
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            raise BotError(f"Discord cannot be reached: {type(error).__name__}") from None
        except (AttributeError, LookupError, TypeError, ValueError) as error:  # what the library's parsers stumble over
            raise BotError(f"Discord sent what its library cannot read: {type(error).__name__}") from None
        finally:
            stopped.cancel()
            await client.leave()
            await asyncio.gather(running, return_exceptions=True)  # what leaving broke off is of no interest


class DiscordDoor(commands.AutoShardedBot):
    """What the bot does on Discord, as events of the library."""

    def __init__(self, settings: Settings, sessions: Sessions, store: Store, limits: Admission | None = None) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self._menu = Menu(sessions, limits=limits)
        self.history = History(store, self._channel, self._hear_again, lambda: self.me.id)
        self._outlet = Outlet(self._channel, self.history, sessions, self._menu)
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
        self._under_way: set[asyncio.Task[None]] = set()
        self._standing: set[asyncio.Task[None]] = set()

    @property
    def me(self) -> discord.ClientUser:
        if self.user is None:
            raise RuntimeError("nobody is logged in yet")
        return self.user

    async def setup_hook(self) -> None:
        """Before the first event: places where something may be missing are not listened to until they are read."""
        self.add_dynamic_items(Press)
        add_commands(self.tree, self.answer)
        await self.history.fall_behind()
        self._begin(self._under_way, self._take_up)
        self._begin(self._standing, self._register)
        self._begin(self._standing, self._door.sweep, f"{CHANNEL}:")

    async def leave(self) -> None:
        """Answer what is under way, then close."""
        await self._door.settle()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=PATIENCE)
        for task in self._standing:
            task.cancel()
        await self.history.settle()
        await self.close()

    # -- events of the library

    async def on_ready(self) -> None:
        log.info("listening on Discord")

    async def on_shard_connect(self, shard: int) -> None:
        """A new session, which is told nothing of what came before it; one that is resumed does not come here."""
        self._begin(self._under_way, self._catch_up, shard)

    async def on_message(self, message: discord.Message) -> None:
        if is_from_a_person(message) and self.history.meet(message):
            self._begin(self._under_way, self._hear, message)

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        message = event.message
        edited = message.edited_at  # None when Discord only added a preview of a link
        if edited and is_from_a_person(message) and self.history.is_new(f"{message.id} {edited.timestamp()}"):
            self._begin(self._under_way, self._listening.amended, message)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self._begin(self._under_way, self._listening.deleted, event.channel_id, event.message_id)

    async def on_error(self, event: str, /, *_: Any, **__: Any) -> None:
        # The library would log the traceback; an exception's text may repeat what was sent.
        log.error("%s was not handled", event)

    # -- commands and buttons

    async def answer(self, interaction: Interaction, action: str) -> None:
        """Open a page of the menu; in a server only its words in general, for one pair of eyes."""
        self._begin(self._under_way, self._answer, interaction, action)

    async def _answer(self, interaction: Interaction, action: str) -> None:
        private = interaction.guild_id is None
        if not self.history.is_new(f"interaction {interaction.id}") or not await acknowledge(interaction, private):
            return
        place = Place(interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id)
        try:
            page = await self._menu.open(place.id, action, private=private)
        except Exception as error:
            log.error("conversation %s: %s failed: %s", place.id, _name(action), type(error).__name__)
            page = Page(say(APOLOGY))
        try:
            await show(interaction, page, private)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.error("conversation %s: a page was not shown: %s", place.id, type(error).__name__)

    # -- what goes on beside

    async def _hear(self, message: discord.Message) -> None:
        await self.history.caught_up(where(message), message)
        await self._hear_next(message)

    async def _hear_next(self, message: discord.Message) -> None:
        await _logged(self._listening.hear, message)
        await self.history.saw(message)

    def _hear_again(self, message: discord.Message) -> None:
        """A message of the history: what had come while nobody listened."""
        self._begin(self._under_way, self._hear_next, message)

    async def _catch_up(self, shard: int) -> None:
        await self.history.fall_behind(lambda place: (place.guild >> 22) % (self.shard_count or 1) == shard)
        self._begin(self._standing, self.history.catch_up)

    async def _take_up(self) -> None:
        """Send what a process before this one left."""
        await self._door.resend(f"{CHANNEL}:")

    async def _register(self) -> None:
        await self.tree.sync()

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self.get_partial_messageable(place.channel, guild_id=place.guild or None)

    def _begin(self, tasks: set[asyncio.Task[None]], work: Work[P], *args: P.args, **keywords: P.kwargs) -> None:
        task = asyncio.create_task(_logged(work, *args, **keywords))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


def _name(action: str) -> str:
    """What is asked for, without the words that may follow."""
    return action.replace(":", " ").partition(" ")[0]


async def _logged(work: Work[P], *args: P.args, **keywords: P.kwargs) -> None:
    try:
        await work(*args, **keywords)
    except Exception as error:  # its text may repeat what was said
        log.error("%s failed: %s", getattr(work, "__name__", "a task"), type(error).__name__)
