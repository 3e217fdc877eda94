"""What our doors on Discord have in common: intents, commands, buttons, and work that goes on beside.

No privileged intent is asked for: Discord shows a bot the text of direct messages and of mentions without one.
"""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ParamSpec, TypeAlias

import aiohttp

from bot.errors import BotError, ConfigError
from bot.frontends.discord.commands import Interaction, acknowledge, add_commands, show
from bot.frontends.discord.library import api_at, commands, discord
from bot.frontends.discord.places import Place
from bot.frontends.discord.settings import VARIABLE, Settings
from bot.frontends.discord.views import Press
from bot.frontends.door import APOLOGY
from bot.frontends.menu import Command, Page
from bot.frontends.options import read_token
from bot.frontends.pages import Pages
from bot.phrases import say

log = logging.getLogger(__name__)

P = ParamSpec("P")
Work: TypeAlias = Callable[P, Coroutine[Any, Any, None]]


async def hold(settings: Settings, client_of: Callable[[], Client], stop: asyncio.Event) -> None:
    """Hold a door open until `stop` is set. Raises ConfigError when Discord refuses the token."""
    token = read_token(settings.token_file, VARIABLE)
    with api_at(settings.api_base):
        client = client_of()
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


class Client(commands.AutoShardedBot):
    """`pages` answer the `listed` commands, and buttons."""

    def __init__(self, pages: Pages, listed: Sequence[Command]) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self._pages, self._listed = pages, listed
        self._under_way: set[asyncio.Task[None]] = set()
        self._standing: set[asyncio.Task[None]] = set()

    @property
    def me(self) -> discord.ClientUser:
        if self.user is None:
            raise RuntimeError("nobody is logged in yet")
        return self.user

    @abstractmethod
    def is_new(self, event: str) -> bool:
        """True the first time: Discord may tell of the same thing twice."""

    async def setup_hook(self) -> None:
        """Before the first event."""
        self.add_dynamic_items(Press)
        add_commands(self.tree, self.answer, self._listed)
        self.begin(self._standing, self._register)

    async def finish(self, seconds: float) -> None:
        """Wait so long for what is under way, and end what goes on for ever."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)
        for task in self._standing:
            task.cancel()

    @abstractmethod
    async def leave(self) -> None:
        """Answer what is under way, then close."""

    async def on_ready(self) -> None:
        log.info("listening on Discord")

    async def on_error(self, event: str, /, *_: Any, **__: Any) -> None:
        # The library would log the traceback; an exception's text may repeat what was sent.
        log.error("%s was not handled", event)

    async def answer(self, interaction: Interaction, action: str) -> None:
        """Open a page; in a server only its words in general, for one pair of eyes."""
        self.begin(self._under_way, self._answer, interaction, action)

    async def _answer(self, interaction: Interaction, action: str) -> None:
        private = interaction.guild_id is None
        if not self.is_new(f"interaction {interaction.id}") or not await acknowledge(interaction, private):
            return
        place = Place(interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id)
        try:
            page = await self._pages.open(place.id, action, private=private)
        except Exception as error:
            log.error("conversation %s: %s failed: %s", place.id, _name(action), type(error).__name__)
            page = Page(say(APOLOGY))
        try:
            await show(interaction, page, private)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.error("conversation %s: a page was not shown: %s", place.id, type(error).__name__)

    async def _register(self) -> None:
        await self.tree.sync()

    def channel_of(self, place: Place) -> discord.PartialMessageable:
        return self.get_partial_messageable(place.channel, guild_id=place.guild or None)

    def begin(self, tasks: set[asyncio.Task[None]], work: Work[P], *args: P.args, **keywords: P.kwargs) -> None:
        """Have work done beside."""
        task = asyncio.create_task(logged(work, *args, **keywords))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


def _name(action: str) -> str:
    """What is asked for, without the words that may follow."""
    return action.replace(":", " ").partition(" ")[0]


async def logged(work: Work[P], *args: P.args, **keywords: P.kwargs) -> None:
    """Work whose failure is named, by its kind."""
    try:
        await work(*args, **keywords)
    except Exception as error:  # its text may repeat what was said
        log.error("%s failed: %s", getattr(work, "__name__", "a task"), type(error).__name__)
