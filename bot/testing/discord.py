"""A small Discord: REST and gateway on loopback, speaking the real protocol to the unmodified client library.

    async with FakeDiscord() as discord:
        ...                                   # a bot whose API is discord.url, with discord.token
        await discord.says("hello", user=7)
        assert await discord.heard(discord.dm(7)) == ["hi"]

Texts have the real limit, nonces are enforced as the real server enforces them, what a bot may read depends on its
intents, and a session that lost its connection can be resumed (https://discord.com/developers/docs).
`python -m bot.testing.discord` lets you be the user.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import count
from time import monotonic, time
from typing import Any

from aiohttp import web

from bot.testing.gateway import Gateway
from bot.testing.loopback import Loopback, converse

TOKEN = "fake-token.for-tests.only"
TEXT_LIMIT = 2000
NONCE_LIMIT = 25
DIRECT_MESSAGES, GUILD_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 9, 1 << 15
EPOCH_MS = 1_420_070_400_000

Json = dict[str, Any]
Handler = Callable[[web.Request], Awaitable[web.Response]]


class Refusal(Exception):
    """An answer that is no success; `code` is Discord's own number for it."""

    def __init__(self, status: int, code: int, message: str, **extra: Any) -> None:
        super().__init__(message)
        self.status, self.body = status, {"message": message, "code": code, **extra}

    def response(self) -> web.Response:
        # A 429 without a Via header comes from the proxy in front, and means a ban.
        return _json(self.body, status=self.status, headers={"Via": "1.1 google"})


def _json(body: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    # The bare content type, as Discord sends it: the client takes anything longer for text.
    kind = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=kind | dict(headers or {}))


def flood(seconds: float) -> Refusal:
    """What a client is told that sends too much."""
    return Refusal(429, 0, "You are being rate limited.", retry_after=seconds, **{"global": False})


def invalid(key: str, code: str, message: str) -> Refusal:
    errors = {key: {"_errors": [{"code": code, "message": message}]}}
    return Refusal(400, 50035, "Invalid Form Body", errors=errors)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that the bot sent and the server took; `pings` are the kinds of mention it allows."""

    channel: int
    text: str
    reply_to: int | None = None
    pings: tuple[str, ...] = ("everyone",)
    nonce: str | None = None


@dataclass(slots=True)
class Channel:
    """A channel of a guild, or a direct one with `recipient`; `sends` are times, `nonces` what was sent under them."""

    id: int
    guild: int | None = None
    recipient: Json | None = None
    sends: deque[float] = field(default_factory=deque)
    nonces: dict[str, Json] = field(default_factory=dict)


class FakeDiscord(Loopback):
    """What the bot did is in `sent` and `typed` (channel ids). A channel takes `burst` messages per `per` seconds."""

    def __init__(
        self, token: str = TOKEN, port: int = 0, *, guilds: Sequence[int] = (), burst: int = 5, per: float = 5.0
    ) -> None:
        super().__init__(port)
        self.token, self.burst, self.per = token, burst, per
        self._ids = count(int(time() * 1000 - EPOCH_MS) << 22)
        self.me: Json = self._user("attune", bot=True)
        self.sent: list[Sent] = []
        self.typed: list[int] = []
        self.faults: deque[Refusal] = deque()
        self.closed_to_bots: set[int] = set()
        self.gateway = Gateway(token, self._ready, self._guild_events, self.changed)
        self._people: dict[int, Json] = {}
        self._channels: dict[int, Channel] = {}
        self._messages: defaultdict[int, dict[int, Json]] = defaultdict(dict)
        for guild in guilds:
            self._channels[2_000_000 + guild] = Channel(2_000_000 + guild, guild=guild)

    def routes(self) -> list[web.RouteDef]:
        api = "/api/v10"
        return [
            web.get("/gateway", self.gateway.serve),
            web.get(f"{api}/gateway", self._answer(self._gateway, open_to_all=True)),
            web.get(f"{api}/gateway/bot", self._answer(self._gateway)),
            web.get(f"{api}/users/@me", self._answer(self._users_me)),
            web.get(f"{api}/oauth2/applications/@me", self._answer(self._application)),
            web.post(f"{api}/users/@me/channels", self._answer(self._open_dm)),
            web.post(f"{api}/channels/{{channel}}/typing", self._answer(self._typing)),
            web.post(f"{api}/channels/{{channel}}/messages", self._answer(self._send)),
        ]

    # -- what people do

    async def says(self, text: str, *, user: int, guild: int | None = None, reply_to: int | None = None) -> Json:
        """A text from a person, directly or in the one channel of a guild; returns the message."""
        channel = self._channels[self.dm(user)] if guild is None else self._channels[self.guild_channel(guild)]
        content: Json = {"content": text}
        if reply_to:
            content |= {"type": 19, "message_reference": {"message_id": str(reply_to), "channel_id": str(channel.id)}}
            content["referenced_message"] = self._messages[channel.id][reply_to]
        return await self._post(channel, self._person(user), content)

    async def sends(self, content: Json, *, user: int) -> Json:
        """A direct message of any kind: `content` are the fields of it that are not addresses."""
        return await self._post(self._channels[self.dm(user)], self._person(user), content)

    async def online(self, times: int = 1) -> None:
        """Wait until the bot has identified itself so many times."""
        await self.until(lambda: len(self.gateway.identified) >= times)

    async def again(self, message: Json) -> None:
        """Dispatch a message a second time, as a gateway that lost track of a session does."""
        await self._dispatch(self._channels[int(message["channel_id"])], message)

    def dm(self, user: int) -> int:
        """The id of the direct channel with a person."""
        key = 1_000_000 + user
        self._channels.setdefault(key, Channel(key, recipient=self._person(user)))
        return key

    def guild_channel(self, guild: int) -> int:
        """The id of the one channel of a guild the bot was made with."""
        return 2_000_000 + guild

    async def heard(self, channel: int, at_least: int = 1) -> list[str]:
        """The bot's texts in a channel, once there are so many."""
        await self.until(lambda: len(self.texts(channel)) >= at_least)
        return self.texts(channel)

    def texts(self, channel: int) -> list[str]:
        return [message.text for message in self.sent if message.channel == channel]

    def last_message(self, channel: int) -> int:
        """The id of the newest message in a channel."""
        return max(self._messages[channel])

    def _person(self, user: int) -> Json:
        return self._people.setdefault(user, self._user(f"person{user}", user=user))

    def _user(self, name: str, *, bot: bool = False, user: int | None = None) -> Json:
        identity = str(next(self._ids) if user is None else user)
        return {
            "id": identity,
            "username": name,
            "global_name": None,
            "discriminator": "0",
            "avatar": None,
            "bot": bot,
        }

    async def _post(self, channel: Channel, author: Json, content: Json) -> Json:
        message: Json = {
            "id": str(next(self._ids)),
            "channel_id": str(channel.id),
            "author": author,
            "timestamp": datetime.now(UTC).isoformat(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "content": "",
            **content,
        }
        message["mentions"] = [user for user in self._everyone() if re.search(f"<@!?{user['id']}>", message["content"])]
        if "referenced_message" in message:  # a reply pings the one it answers, unless they switch that off
            message["mentions"].append(message["referenced_message"]["author"])
        if channel.guild is not None:
            message["guild_id"] = str(channel.guild)
        self._messages[channel.id][int(message["id"])] = message
        await self._dispatch(channel, message)
        return message

    def _everyone(self) -> list[Json]:
        return [self.me, *self._people.values()]

    async def _dispatch(self, channel: Channel, message: Json) -> None:
        """Tell the bot, as far as its intents let it hear and read."""
        needed = DIRECT_MESSAGES if channel.guild is None else GUILD_MESSAGES
        addressed = channel.guild is None or self.me in message["mentions"] or message["author"] == self.me
        for session in list(self.gateway.sessions.values()):
            if not session.intents & needed:
                continue
            hidden = {} if addressed or session.intents & MESSAGE_CONTENT else {"content": "", "attachments": []}
            await session.dispatch("MESSAGE_CREATE", message | hidden)
        await self.changed()

    # -- what the bot does

    def _answer(self, method: Handler, *, open_to_all: bool = False) -> Handler:
        async def serve(request: web.Request) -> web.Response:
            try:
                if not open_to_all and request.headers.get("Authorization") != f"Bot {self.token}":
                    raise Refusal(401, 0, "401: Unauthorized")
                return await method(request)
            except Refusal as refusal:
                return refusal.response()
            finally:
                await self.changed()

        return serve

    async def _gateway(self, _: web.Request) -> web.Response:
        limits = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return _json({"url": self._gateway_url, "shards": 1, "session_start_limit": limits})

    @property
    def _gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway"

    def _ready(self) -> Json:
        guilds = [{"id": str(channel.guild), "unavailable": True} for channel in self._guild_channels()]
        application = {"id": self.me["id"], "flags": 0}
        about = {"v": 10, "user": self.me, "guilds": guilds, "application": application}
        return about | {"resume_gateway_url": self._gateway_url}

    def _guild_events(self) -> list[Json]:
        """What follows READY, one for each guild."""
        return [
            {
                "id": str(channel.guild),
                "name": f"Guild {channel.guild}",
                "owner_id": self._person(1)["id"],
                "member_count": len(self._people) + 1,
                "members": [{"user": self.me, "roles": [], "joined_at": "2030-01-01T00:00:00+00:00", "flags": 0}],
                "roles": [{"id": str(channel.guild), "name": "@everyone", "permissions": "0", "position": 0}],
                "channels": [{"id": str(channel.id), "type": 0, "name": "general", "position": 0}],
                "threads": [],
                "presences": [],
                "voice_states": [],
                "emojis": [],
                "features": [],
                "unavailable": False,
            }
            for channel in self._guild_channels()
        ]

    def _guild_channels(self) -> list[Channel]:
        return [channel for channel in self._channels.values() if channel.guild is not None]

    async def _users_me(self, _: web.Request) -> web.Response:
        return _json(self.me)

    async def _application(self, _: web.Request) -> web.Response:
        about = {"id": self.me["id"], "name": "Attune", "icon": None, "description": "", "bot_public": True}
        keys = {"bot_require_code_grant": False, "verify_key": "00", "flags": 0, "owner": self._person(1)}
        return _json(about | keys)

    async def _open_dm(self, request: web.Request) -> web.Response:
        user = int((await request.json())["recipient_id"])
        channel = self._channels[self.dm(user)]
        return _json({"id": str(channel.id), "type": 1, "recipients": [channel.recipient]})

    async def _typing(self, request: web.Request) -> web.Response:
        self.typed.append(self._channel(request).id)
        return web.Response(status=204)

    async def _send(self, request: web.Request) -> web.Response:
        channel, body = self._channel(request), await request.json()
        if self.faults:
            raise self.faults.popleft()
        text, nonce, reply_to = self._checked(channel, body)
        if nonce in channel.nonces and body.get("enforce_nonce"):
            return _json(channel.nonces[nonce])
        self._take_a_place(channel)
        pings = tuple(body["allowed_mentions"]["parse"]) if "allowed_mentions" in body else ("everyone",)
        self.sent.append(Sent(channel.id, text, reply_to, pings, nonce))
        message = await self._post(channel, self.me, {"content": text, "nonce": nonce})
        if nonce:
            channel.nonces[nonce] = message
        left = {"X-RateLimit-Limit": str(self.burst), "X-RateLimit-Remaining": str(self.burst - len(channel.sends))}
        left |= {"X-RateLimit-Reset-After": f"{self.per:.3f}", "X-RateLimit-Bucket": "messages"}
        return _json(message, headers=left)

    def _checked(self, channel: Channel, body: Json) -> tuple[str, str | None, int | None]:
        """Text, nonce and the message replied to, or what is wrong with them."""
        text, nonce = str(body.get("content") or "").strip(), body.get("nonce")
        reply_to = int(body.get("message_reference", {}).get("message_id", 0)) or None
        if channel.recipient and int(channel.recipient["id"]) in self.closed_to_bots:
            raise Refusal(403, 50007, "Cannot send messages to this user")
        if not text:
            raise Refusal(400, 50006, "Cannot send an empty message")
        if len(text.encode("utf-16-le", "surrogatepass")) // 2 > TEXT_LIMIT:
            raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {TEXT_LIMIT} or fewer in length.")
        if nonce is not None and len(str(nonce)) > NONCE_LIMIT:
            raise invalid("nonce", "NONCE_TYPE_TOO_LONG", f"Nonce is longer than {NONCE_LIMIT} characters.")
        if reply_to and reply_to not in self._messages[channel.id]:
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return text, None if nonce is None else str(nonce), reply_to

    def _take_a_place(self, channel: Channel) -> None:
        now = monotonic()
        while channel.sends and channel.sends[0] <= now - self.per:
            channel.sends.popleft()
        if len(channel.sends) >= self.burst:
            raise flood(channel.sends[0] + self.per - now)
        channel.sends.append(now)

    def _channel(self, request: web.Request) -> Channel:
        channel = self._channels.get(int(request.match_info["channel"]))
        if channel is None:
            raise Refusal(404, 10003, "Unknown Channel")
        return channel


async def _by_hand() -> None:
    async with FakeDiscord(port=8082) as discord:
        print(f"ATTUNE_DISCORD_TOKEN={discord.token} attune discord --api-base {discord.url}", flush=True)
        await converse(discord, partial(discord.says, user=1), lambda: [message.text for message in discord.sent])


if __name__ == "__main__":
    asyncio.run(_by_hand())
