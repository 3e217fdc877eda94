"""Where something is said and by whom, and what it is: all that the door must know of a message of the library's."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.frontends.discord.library import discord
from bot.frontends.discord.settings import CHANNEL
from bot.text import clean

WORDS = (discord.MessageType.default, discord.MessageType.reply)
KINDS = {"image": "picture", "video": "picture", "audio": "sound"}


class Place(NamedTuple):
    """A person in a channel. `guild` is 0 in direct messages; a thread is a channel of its own, as Discord has it."""

    guild: int
    channel: int
    person: int

    @property
    def id(self) -> str:
        """The conversation's id, `channel:chat:thread:person`: a server is a chat, and what is in it are threads."""
        chat, thread = (self.guild, self.channel) if self.guild else (self.channel, 0)
        return f"{CHANNEL}:{chat}:{thread}:{self.person}"


def place_of(conversation_id: str) -> Place:
    _, chat, thread, person = conversation_id.split(":")
    return Place(int(chat), int(thread), int(person)) if int(thread) else Place(0, int(chat), int(person))


def where(message: discord.Message) -> Place:
    # Messages of the history know their guild only by the channel they were asked for.
    guild = message.guild.id if message.guild else getattr(message.channel, "guild_id", None)
    return Place(guild or 0, message.channel.id, message.author.id)


def is_from_a_person(message: discord.Message) -> bool:
    return not message.author.bot and message.webhook_id is None and message.type in WORDS


def is_addressed(message: discord.Message, me: discord.abc.User) -> bool:
    """Whether a message in a server mentions the bot or replies to it."""
    answered = message.reference.resolved if message.reference else None
    return me in message.mentions or (isinstance(answered, discord.Message) and answered.author == me)


def words(message: discord.Message, me: discord.abc.User) -> str:
    """What was said, without the mention that called the bot."""
    return clean(re.sub(rf"<@!?{me.id}>", "", message.content)).strip()


def beside(message: discord.Message) -> str:
    """The kind of thing that came with the words or without any; empty for none."""
    if message.stickers:
        return "sticker"
    if message.attachments:
        kind = (message.attachments[0].content_type or "").partition("/")[0]
        return "sound" if message.flags.voice else KINDS.get(kind, "file")
    return "" if message.content else "other"
