"""Messages of strange content, all of them well-formed: each is answered, and the door lives on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import Any

import pytest

from bot.errors import BotError
from bot.frontends.discord.client import serve
from bot.frontends.discord.settings import Settings
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.discord import FakeDiscord

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]

ABOUT = {"id": "1", "filename": "\u202egnp.exe", "size": 2**40, "url": "http://127.0.0.1/", "proxy_url": ""}
POLL: dict[str, Any] = {
    "question": {"text": "?"},
    "answers": [{"answer_id": 1, "poll_media": {"text": "yes"}}],
    "expiry": "2030-01-01T00:00:00+00:00",
    "allow_multiselect": False,
    "layout_type": 1,
}
STRANGE: list[dict[str, Any]] = [
    {"content": "x" * 4000},
    {"content": "\u200b"},
    {"content": "\x00\x07\x1b[31m"},
    {"content": "\ud83d"},
    {"content": "```\n" * 400},
    {"content": "<@&1> <#2> <@!3> @everyone @here"},
    {"content": "/mood"},
    {"content": "{name} %s \\ ' \" ; --"},
    {"content": "", "attachments": [ABOUT]},
    {"content": "", "attachments": [ABOUT | {"content_type": "\u0000/;"}] * 10},
    {"content": "", "sticker_items": [{"id": "1", "name": "", "format_type": 99}]},
    {"content": "", "message_snapshots": []},
    {"content": "", "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}]}]},
    {"content": "x", "type": 19},
    {"content": "x", "flags": 2**13 | 2**2, "nonce": 12345678901234567890},
    {"content": "x", "components": [{"type": 1, "components": []}]},
    {"content": "", "poll": POLL},
    {"content": "x", "an unknown field": {"deep": [[[]]]}},
    {"content": "x", "timestamp": "0001-01-01T00:00:00+00:00"},
]


async def test_strange_messages_are_answered_each(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        for user, content in enumerate(STRANGE, 10):
            await discord.sends(content, user=user)
        people = range(10, 10 + len(STRANGE))
        await discord.until(lambda: all(discord.texts(discord.dm(user)) for user in people), seconds=20)


async def test_strange_words_are_answered_each(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    dice = Random(1)
    points = [*range(0xD800), *range(0xE000, 0x30000)]
    async with room(echo) as opened, bot(opened):
        for user in range(10, 60):
            await discord.says("".join(map(chr, dice.choices(points, k=dice.randint(1, 60)))), user=user)
        await discord.until(lambda: all(discord.texts(discord.dm(user)) for user in range(10, 60)), seconds=20)


async def test_events_of_unknown_kinds_harm_nobody(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        for name, data in [("NEVER_HEARD_OF", {}), ("CHANNEL_UPDATE", {"id": "1"})]:
            await discord.gateway.tell(None, 0, name, lambda _, data=data: data)  # type: ignore[misc]
        await discord.says("hello", user=7)
        assert (await discord.heard(discord.dm(7), 2))[1] == "You said: hello"


async def test_what_the_library_cannot_read_ends_the_door_with_a_clear_error(
    discord: FakeDiscord, room: Room, echo: Skill
) -> None:
    async with room(echo) as opened:
        serving = asyncio.create_task(serve(Settings(api_base=discord.url), *opened, asyncio.Event()))
        await discord.online()
        await discord.gateway.tell(None, 0, "MESSAGE_DELETE", lambda _: {"content": "a secret"})
        with pytest.raises(BotError, match="Discord sent what its library cannot read: KeyError"):
            await serving
