"""Who and what is in the small Discord: people, guilds, channels, messages, as the JSON in which they are told."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import time
from typing import Any

from bot.testing.discord_wire import Json, Refusal, Upload
from bot.testing.gateway import Gateway, Session

DIRECT_MESSAGES, GUILD_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 9, 1 << 15
EPOCH_MS = 1_420_070_400_000
EPHEMERAL, LOADING = 1 << 6, 1 << 7
TEXT, DIRECT, THREAD = 0, 1, 11
JOINED = "2030-01-01T00:00:00+00:00"
PINGS = "pings_author"
"""Noted with a reply: whether it pings the author of what it answers. Nobody is told this."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that the bot sent and the server took; `pings` are the kinds of mention it allows.

    `buttons` are pairs of label and custom_id; an `ephemeral` one is seen only by who pressed or commanded.
    """

    channel: int
    text: str
    reply_to: int | None = None
    pings: tuple[str, ...] = ("everyone",)
    nonce: str | None = None
    id: int = 0
    buttons: tuple[tuple[str, str], ...] = ()
    files: tuple[Upload, ...] = ()
    ephemeral: bool = False


@dataclass(slots=True)
class Channel:
    """A channel of a guild, a thread in one (`parent`), or a direct one with `recipient`."""

    id: int
    guild: int | None = None
    recipient: Json | None = None
    parent: int | None = None
    messages: dict[int, Json] = field(default_factory=dict)

    def about(self, me: Json) -> Json:
        if self.recipient:
            return {"id": str(self.id), "type": DIRECT, "recipients": [self.recipient], "last_message_id": None}
        common: Json = {"id": str(self.id), "guild_id": str(self.guild), "position": 0}
        if self.parent is None:
            return common | {"type": TEXT, "name": "general", "permission_overwrites": [], "nsfw": False}
        archive = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": JOINED, "locked": False}
        common |= {"type": THREAD, "name": "a thread", "parent_id": str(self.parent), "owner_id": me["id"]}
        return common | {"message_count": 0, "member_count": 1, "thread_metadata": archive}


class World:
    """All of it, and what the gateway tells of it. `allowed` are the privileged intents that the bot may have."""

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        self._last_id = 0
        self.me: Json = self._user(str(self.new_id()), "attune", bot=True)
        self.people: dict[int, Json] = {}
        self.guilds: set[int] = set()
        self.channels: dict[int, Channel] = {}
        self.closed_to_bots: set[int] = set()

    def new_id(self) -> int:
        """A snowflake: the time, and a number that makes it the newest."""
        self._last_id = max(self._last_id + 1, int(time() * 1000 - EPOCH_MS) << 22)
        return self._last_id

    def person(self, user: int) -> Json:
        return self.people.setdefault(user, self._user(str(user), f"person{user}"))

    def dm(self, user: int) -> Channel:
        return self.channels.setdefault(1_000_000 + user, Channel(1_000_000 + user, recipient=self.person(user)))

    def guild_channel(self, guild: int) -> Channel:
        self.guilds.add(guild)
        return self.channels.setdefault(2_000_000 + guild, Channel(2_000_000 + guild, guild=guild))

    def channel(self, number: int | str) -> Channel:
        found = self.channels.get(int(number)) if str(number).isdecimal() else None
        if found is None:
            raise Refusal(404, 10003, "Unknown Channel")
        return found

    def message(self, channel: Channel, number: int | str) -> Json:
        found = channel.messages.get(int(number)) if str(number).isdecimal() else None
        if found is None:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    async def add(self, channel: Channel, author: Json, content: Json) -> Json:
        """A new message, kept and told."""
        message = self.draft(channel, author, content)
        channel.messages[int(message["id"])] = message
        await self.tell("MESSAGE_CREATE", channel, message)
        return message

    def draft(self, channel: Channel, author: Json, content: Json) -> Json:
        """A message that is nowhere yet."""
        message: Json = {
            "id": str(self.new_id()),
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
            "components": [],
            "pinned": False,
            "type": 0,
            "flags": 0,
            "content": "",
            **content,
        }
        self._mention(message)
        if channel.guild is not None:
            message["guild_id"] = str(channel.guild)
            message["member"] = {"roles": [], "joined_at": JOINED, "deaf": False, "mute": False, "flags": 0}
        return message

    async def change(self, channel: Channel, message: Json, content: Json) -> None:
        message |= content | {"edited_timestamp": datetime.now(UTC).isoformat()}
        self._mention(message)
        await self.tell("MESSAGE_UPDATE", channel, message)

    async def remove(self, channel: Channel, message: Json) -> None:
        channel.messages.pop(int(message["id"]), None)
        gone = {"id": message["id"], "channel_id": str(channel.id)}
        gone |= {"guild_id": str(channel.guild)} if channel.guild is not None else {}
        await self.gateway.tell(channel.guild, self._intent(channel), "MESSAGE_DELETE", lambda _: gone)

    async def tell(self, name: str, channel: Channel, message: Json) -> None:
        """Tell the bot of a message, as far as its intents let it hear and read."""

        def seen(session: Session) -> Json:
            return self.shown(message, session.intents)

        await self.gateway.tell(channel.guild, self._intent(channel), name, seen)

    def shown(self, message: Json, intents: int) -> Json:
        """The message as a bot of these intents may read it: without words that are not for it."""
        seen = {key: value for key, value in message.items() if key != PINGS}
        for_it = self.me in message["mentions"] or message["author"] == self.me
        if "guild_id" not in message or for_it or intents & MESSAGE_CONTENT:
            return seen
        return seen | {"content": "", "attachments": [], "embeds": [], "components": []}

    def ready(self) -> Json:
        guilds = [{"id": str(guild), "unavailable": True} for guild in self.guilds]
        return {"v": 10, "user": self.me, "guilds": guilds, "application": {"id": self.me["id"], "flags": 0}}

    def guild_events(self) -> list[Json]:
        """What follows READY, one for each guild."""
        return [self._guild(guild) for guild in sorted(self.guilds)]

    def _guild(self, guild: int) -> Json:
        here = [channel for channel in self.channels.values() if channel.guild == guild]
        return {
            "id": str(guild),
            "name": f"Guild {guild}",
            "owner_id": self.person(1)["id"],
            "member_count": len(self.people) + 1,
            "members": [{"user": self.me, "roles": [], "joined_at": JOINED, "flags": 0}],
            "roles": [{"id": str(guild), "name": "@everyone", "permissions": "0", "position": 0}],
            "channels": [channel.about(self.me) for channel in here if channel.parent is None],
            "threads": [channel.about(self.me) for channel in here if channel.parent is not None],
            "presences": [],
            "voice_states": [],
            "emojis": [],
            "features": [],
            "unavailable": False,
        }

    def _mention(self, message: Json) -> None:
        everyone = [self.me, *self.people.values()] if "<@" in message["content"] else []
        message["mentions"] = [user for user in everyone if re.search(f"<@!?{user['id']}>", message["content"])]
        answered = message.get("referenced_message")  # a reply pings the one it answers, unless they switch that off
        if answered and message.get(PINGS, True) and answered["author"] not in message["mentions"]:
            message["mentions"].append(answered["author"])

    def _intent(self, channel: Channel) -> int:
        return DIRECT_MESSAGES if channel.guild is None else GUILD_MESSAGES

    def _user(self, identity: str, name: str, *, bot: bool = False) -> Json:
        about: dict[str, Any] = {"id": identity, "username": name, "global_name": None}
        return about | {"discriminator": "0", "avatar": None, "bot": bot}
