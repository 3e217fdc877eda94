"""Pages alone on Discord: what is pressed, written, shown and changed in private, and what is said in servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.frontends.discord import lines
from bot.frontends.discord.pages import serve
from bot.frontends.discord.settings import Settings
from bot.frontends.door import APOLOGY
from bot.frontends.menu import IN_PRIVATE
from bot.testing.discord import FakeDiscord
from tests.bot.frontends.discord.conftest import GUILD
from tests.bot.frontends.hosted import Echo

USER = 7


@pytest.fixture(autouse=True)
async def served(discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    async def at_once(*_: object, **__: object) -> None:
        """The library waits five seconds between two sessions."""

    monkeypatch.setattr("bot.frontends.discord.pages.PagesDoor.before_identify_hook", at_once)
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(Settings(api_base=discord.url), Echo(), stop))
    await discord.online()
    await discord.until(lambda: bool(discord.interactions.commands))
    try:
        yield
    finally:
        stop.set()
        await serving


async def test_commands_and_words_are_answered(discord: FakeDiscord) -> None:
    assert set(discord.interactions.commands) == {"start"}
    (page,) = await discord.shown(await discord.command("start", user=USER))
    assert page.text == f"opened start of discord:{discord.dm(USER)}:0:{USER}"
    written = await discord.says("hello", user=USER)
    await discord.heard(discord.dm(USER), 2)
    await discord.again(written)
    await discord.amends(written, "hello there")
    assert (await discord.heard(discord.dm(USER), 3))[1:] == ["heard hello, new", "heard hello there, again"]


async def test_a_pressed_page_becomes_the_next_one_of_however_many_messages(discord: FakeDiscord) -> None:
    given = await discord.command("start", user=USER)
    (page,) = await discord.shown(given)
    pressed = await discord.presses("grow", page.id, user=USER)
    first, *more = await discord.shown(pressed, 3)
    assert first.id == page.id
    assert " ".join(one.text for one in (first, *more)).split() == ["growing"] * 700
    assert [bool(one.buttons) for one in (first, *more)] == [False, False, True]
    (failed,) = await discord.shown(await discord.presses("fail", more[-1].id, user=USER))
    assert failed.text == APOLOGY


async def test_a_failure_is_named_by_its_kind_alone(discord: FakeDiscord, caplog: pytest.LogCaptureFixture) -> None:
    await discord.says("fail", user=USER)
    assert await discord.heard(discord.dm(USER)) == [APOLOGY]
    assert "secret" not in caplog.text


async def test_what_has_no_words_is_declined_and_some_words_need_no_page(discord: FakeDiscord) -> None:
    await discord.says("nothing", user=USER)
    sticker = {"id": "1", "name": "wave", "format_type": 1}
    await discord.sends({"sticker_items": [sticker]}, user=USER)
    assert await discord.heard(discord.dm(USER)) == [lines.unreadable("sticker")]


async def test_in_a_server_only_the_way_is_shown(discord: FakeDiscord) -> None:
    await discord.says("hello everybody", user=USER, guild=GUILD)
    await discord.says(f"<@{discord.me['id']}> hello", user=USER, guild=GUILD)
    assert await discord.heard(discord.guild_channel(GUILD)) == [IN_PRIVATE]
    (page,) = await discord.shown(await discord.command("start", user=USER, guild=GUILD))
    assert (page.text, page.ephemeral) == ("elsewhere", True)
