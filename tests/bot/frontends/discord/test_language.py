"""Whether everything that the door says on Discord can be translated."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from bot.frontends.menu import COMMANDS
from bot.phrases import speaking
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from bot.testing.discord import FakeDiscord
from tests.bot.frontends.bracketed import Bracketed, loose

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GUILD = 5
FILE = {"id": "1", "filename": "it", "size": 3, "url": "http://127.0.0.1/it", "proxy_url": ""}


async def test_in_private(discord: FakeDiscord, room: Room, bot: Bot) -> None:
    with speaking(Bracketed()):
        async with room(ScriptedSkill("1", "2")) as opened, bot(opened):
            await discord.until(lambda: bool(discord.interactions.commands))
            first = await discord.says("hello", user=7)
            for kind in ("image/png", "audio/ogg", "application/pdf"):
                await discord.sends({"attachments": [FILE | {"content_type": kind}]}, user=7)
            await discord.sends({"content": "look", "attachments": [FILE | {"content_type": "image/png"}]}, user=7)
            await discord.amends(first, "hello there")
            texts = await discord.heard(discord.dm(7), 8)
            pages = []
            for command in COMMANDS:
                pages += await discord.shown(await discord.command(command.name, user=7))
    assert loose((*texts, *(page.text for page in pages))) == []
    assert loose(label for page in pages for label, _ in page.buttons) == []
    assert loose(command["description"] for command in discord.interactions.commands.values()) == []


async def test_in_a_server(discord: FakeDiscord, room: Room, bot: Bot) -> None:
    channel = discord.guild_channel(GUILD)
    with speaking(Bracketed()):
        async with room(ScriptedSkill("1")) as opened, bot(opened):
            await discord.until(lambda: bool(discord.interactions.commands))
            await discord.says(f"<@{discord.me['id']}>", user=7, guild=GUILD)
            await discord.says(f"<@{discord.me['id']}> hello", user=7, guild=GUILD)
            texts = await discord.heard(channel, 2)
            (page,) = await discord.shown(await discord.command("mood", user=7, guild=GUILD))
    assert loose((*texts, page.text)) == []
