"""A small Discord: REST and gateway on loopback, speaking the real protocol to the unmodified client library.

    async with FakeDiscord() as discord:
        ...                                   # a bot whose API is discord.url, with discord.token
        await discord.says("hello", user=7)
        assert await discord.heard(discord.dm(7)) == ["hi"]

Texts have the real limit, nonces count as on the real server, what a bot may read depends on its intents, commands and
buttons must be acknowledged in three seconds, and a session that lost its connection can be resumed
(https://discord.com/developers/docs). `python -m bot.testing.discord` lets you be the user.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial

from aiohttp import web

from bot.testing.discord_interactions import Interaction, Interactions
from bot.testing.discord_messages import SEND, Messages
from bot.testing.discord_wire import (
    LOST_AFTER,
    LOST_BEFORE,
    Buckets,
    Fault,
    Json,
    Lost,
    Refusal,
    Upload,
    Wire,
    answer,
    flood,
    unavailable,
)
from bot.testing.discord_world import PINGS, Channel, Sent, World
from bot.testing.gateway import Gateway
from bot.testing.loopback import Loopback, converse

__all__ = [
    "LOST_AFTER",
    "LOST_BEFORE",
    "SEND",
    "TOKEN",
    "FakeDiscord",
    "Interaction",
    "Lost",
    "Refusal",
    "Sent",
    "Upload",
    "flood",
    "unavailable",
]

TOKEN = "fake-token.for-tests.only"
OVERALL = 50
"""Requests a second that the real server takes from one bot."""


class FakeDiscord(Loopback):
    """What the bot did is in `sent`, `edits` and `typed` (channel ids); `watch` are called with every `Sent` at once.

    A channel takes `burst` messages per `per` seconds, the server `overall` requests a second; None: any number.
    """

    def __init__(
        self,
        token: str = TOKEN,
        port: int = 0,
        *,
        guilds: Sequence[int] = (),
        burst: int | None = 5,
        per: float = 5.0,
        overall: int | None = OVERALL,
        shards: int = 1,
    ) -> None:
        super().__init__(port)
        self.token, self.shards = token, shards
        self.sent: list[Sent] = []
        self.edits: list[Sent] = []
        self.watch: list[Callable[[Sent], None]] = []
        self._by_channel: defaultdict[int, list[Sent]] = defaultdict(list)
        self.gateway = Gateway(token, self._ready, self._guilds, self.changed)
        self.world = World(self.gateway)
        self.buckets = Buckets(burst, per, overall)
        self.wire = Wire(token, self.buckets, self.changed)
        self.messages = Messages(self.world, self._on_sent, self.edits.append)
        self.interactions = Interactions(self.world, self.messages)
        self.typed = self.messages.typed
        self.closed_to_bots = self.world.closed_to_bots
        for guild in guilds:
            self.world.guild_channel(guild)

    def routes(self) -> list[web.RouteDef]:
        wire = self.wire
        return [
            web.get("/gateway", self.gateway.serve),
            wire.route("GET", "/gateway", self._gateway, token=False),
            wire.route("GET", "/gateway/bot", self._gateway),
            wire.route("GET", "/users/@me", self._users_me),
            wire.route("GET", "/oauth2/applications/@me", self._application),
            *self.messages.routes(wire),
            *self.interactions.routes(wire),
        ]

    @property
    def faults(self) -> deque[Fault]:
        """What happens to the next messages that the bot sends, one each; for other routes see `wire.faults`."""
        return self.wire.faults[SEND]

    @property
    def me(self) -> Json:
        return self.world.me

    # -- what people do

    async def says(
        self,
        text: str,
        *,
        user: int,
        guild: int | None = None,
        thread: int | None = None,
        reply_to: int | None = None,
        pings_author: bool = True,
    ) -> Json:
        """A text from a person, directly, in the one channel of a guild, or in a thread; returns the message."""
        content: Json = {"content": text}
        if reply_to:
            channel = self._where(user, guild, thread)
            content |= {"type": 19, "message_reference": {"message_id": str(reply_to), "channel_id": str(channel.id)}}
            content |= {"referenced_message": channel.messages[reply_to], PINGS: pings_author}
        return await self.sends(content, user=user, guild=guild, thread=thread)

    async def sends(self, content: Json, *, user: int, guild: int | None = None, thread: int | None = None) -> Json:
        """A message of any kind: `content` are the fields of it that are not addresses."""
        message = await self.world.add(self._where(user, guild, thread), self.world.person(user), content)
        await self.changed()
        return message

    async def amends(self, message: Json, text: str) -> None:
        """The person edits their message."""
        await self.world.change(self._channel(message), message, {"content": text})

    async def deletes(self, message: Json) -> None:
        """The person deletes their message."""
        await self.world.remove(self._channel(message), message)

    async def command(
        self, name: str, /, *, user: int, guild: int | None = None, thread: int | None = None, **options: str
    ) -> Interaction:
        """The person gives a slash command that the bot has registered."""
        where = self._where(user, guild, thread)
        return await self.interactions.command(where, self.world.person(user), name, dict(options))

    async def presses(
        self, custom_id: str, message: int | Json, *, user: int, interaction: Interaction | None = None
    ) -> Interaction:
        """The person presses a button under a message; under one that only they see, name its `interaction`."""
        number = message if isinstance(message, int) else int(message["id"])
        if interaction:
            found, channel = interaction.messages[str(number)], interaction.channel
        else:
            channel = next(place for place in self.world.channels.values() if number in place.messages)
            found = channel.messages[number]
        return await self.interactions.press(channel, self.world.person(user), found, custom_id)

    async def shown(self, interaction: Interaction, at_least: int = 1) -> list[Sent]:
        """What the bot answered to a command or a button, once there is so much."""
        await self.until(lambda: len(interaction.shown) >= at_least)
        return interaction.shown

    async def again(self, message: Json) -> None:
        """Dispatch a message a second time, as a gateway that lost track of a session does."""
        await self.world.tell("MESSAGE_CREATE", self._channel(message), message)

    # -- where things are

    async def online(self, times: int = 1) -> None:
        """Wait until the bot has identified itself so many times."""
        await self.until(lambda: len(self.gateway.identified) >= times)

    def dm(self, user: int) -> int:
        """The id of the direct channel with a person."""
        return self.world.dm(user).id

    def guild_channel(self, guild: int) -> int:
        """The id of the one channel of a guild that is no thread."""
        return self.world.guild_channel(guild).id

    def thread(self, guild: int, number: int = 1) -> int:
        """The id of a thread in the channel of a guild; made before the bot comes, or unknown to it."""
        key = 3_000_000 + 1000 * guild + number
        return self.world.channels.setdefault(key, Channel(key, guild, parent=self.guild_channel(guild))).id

    async def heard(self, channel: int, at_least: int = 1) -> list[str]:
        """The bot's texts in a channel, once there are so many."""
        await self.until(lambda: len(self._by_channel[channel]) >= at_least)
        return self.texts(channel)

    def texts(self, channel: int) -> list[str]:
        """What the bot sent into a channel, as it was when it was sent."""
        return [message.text for message in self._by_channel[channel]]

    def reads(self, channel: int) -> list[str]:
        """The bot's texts in a channel as they stand there now, after edits."""
        messages = self.world.channel(channel).messages
        return [message["content"] for _, message in sorted(messages.items()) if message["author"] == self.me]

    def last_message(self, channel: int) -> int:
        """The id of the newest message in a channel."""
        return max(self.world.channel(channel).messages)

    def _where(self, user: int, guild: int | None, thread: int | None) -> Channel:
        if thread is not None:
            return self.world.channel(thread)
        return self.world.dm(user) if guild is None else self.world.guild_channel(guild)

    def _channel(self, message: Json) -> Channel:
        return self.world.channel(message["channel_id"])

    # -- what the bot does

    def _on_sent(self, sent: Sent) -> None:
        self.sent.append(sent)
        self._by_channel[sent.channel].append(sent)
        for look in self.watch:
            look(sent)

    @property
    def _gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway"

    def _ready(self) -> Json:
        return self.world.ready() | {"resume_gateway_url": self._gateway_url}

    def _guilds(self) -> list[Json]:
        return self.world.guild_events()

    async def _gateway(self, _: web.Request) -> web.Response:
        limits = {"total": 1000, "remaining": 1000 - len(self.gateway.identified), "reset_after": 0}
        limits |= {"max_concurrency": self.gateway.concurrency}
        return answer({"url": self._gateway_url, "shards": self.shards, "session_start_limit": limits})

    async def _users_me(self, _: web.Request) -> web.Response:
        return answer(self.me)

    async def _application(self, _: web.Request) -> web.Response:
        about = {"id": self.me["id"], "name": "Attune", "icon": None, "description": "", "bot_public": True}
        keys = {"bot_require_code_grant": False, "verify_key": "00", "flags": 0, "owner": self.world.person(1)}
        return answer(about | keys)


async def _by_hand() -> None:
    async with FakeDiscord() as discord:
        command = f"ATTUNE_DISCORD_TOKEN={discord.token} attune discord --api-base {discord.url}"
        texts, there = partial(discord.texts, discord.dm(1)), lambda: bool(discord.gateway.identified)
        await converse(discord, command, there, partial(discord.says, user=1), texts)


if __name__ == "__main__":
    asyncio.run(_by_hand())
