"""The Discord door: direct messages in, replies out; in a server one line that points to a direct message.

It asks for no privileged intent: Discord shows a bot the text of direct messages and of mentions without one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
from yarl import URL

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its voice code, unused here, imports audioop
    import discord

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.errors import BotError, ConfigError
from bot.frontends.door import ONLY_TEXT, Door, Refused
from bot.sessions import Sessions

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nor are the packages it would like for it

log = logging.getLogger(__name__)

CHANNEL = "discord"
LIMIT = 2000
TYPING_LASTS = 8.0
IN_PUBLIC = "I keep talks out of servers. You can write to me in a direct message."


async def serve(token: str, sessions: Sessions, stop: asyncio.Event, api_base: str | None = None) -> None:
    """Answer people until `stop` is set. Raises ConfigError when Discord refuses the token."""
    with api_at(api_base):
        client = DiscordDoor(sessions)
        running, stopped = asyncio.create_task(client.start(token)), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([running, stopped], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
        except discord.LoginFailure:
            raise ConfigError("Discord refuses this token: get the current one from the developer portal") from None
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            raise BotError(f"Discord cannot be reached: {type(error).__name__}") from None
        finally:
            stopped.cancel()
            await client.leave()
            await asyncio.gather(running, return_exceptions=True)  # what leaving broke off is of no interest


class DiscordDoor(discord.Client):
    """What the bot does on Discord."""

    def __init__(self, sessions: Sessions) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), max_messages=None)
        self._door = Door(sessions, self._send, limit=LIMIT, typing_lasts=TYPING_LASTS, greet=True)

    async def setup_hook(self) -> None:
        await self._door.resend(f"{CHANNEL}:")

    async def leave(self) -> None:
        """Answer what is under way, then close."""
        await self._door.settle()
        await self.close()

    async def on_connect(self) -> None:
        log.info("listening on Discord as %s", self.user)

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        if isinstance(message.channel, discord.DMChannel):
            await self._on_direct(message)
        elif self.user in message.mentions:  # a reply to the bot mentions it too
            await message.reply(IN_PUBLIC, mention_author=False)

    async def _on_direct(self, message: discord.Message) -> None:
        conversation = f"{CHANNEL}:{message.channel.id}:0:{message.author.id}"
        if message.content:

            async def typing() -> None:
                await message.channel.typing()

            await self._door.hear(conversation, message.content, str(message.id), typing)
        else:
            await self._door.tell(conversation, ONLY_TEXT, str(message.id))

    async def on_error(self, event: str, /, *_: Any, **__: Any) -> None:
        # The library would log the traceback; an exception's text may repeat what was sent.
        log.error("%s was not handled", event)

    async def _send(self, conversation_id: str, text: str, key: str) -> None:
        channel = self.get_partial_messageable(int(conversation_id.split(":")[1]))
        try:
            await channel.send(text, nonce=nonce(key, text))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            raise Refused(f"{error.status} {error.code}") from None


def nonce(key: str, text: str) -> str:
    """At most 25 characters, by which Discord knows a message that comes a second time."""
    return hashlib.sha256(f"{key}\0{text}".encode()).hexdigest()[:24]


@contextmanager
def api_at(base: str | None) -> Iterator[None]:
    """Point the library at another server: its addresses are constants of two classes."""
    if base is None:
        yield
        return
    route, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{base.replace('http', 'ws', 1)}/gateway")
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = route, gateway
