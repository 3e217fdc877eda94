"""Pages alone on Telegram: what is pressed, written, shown and changed in private, and what is said elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.frontends.door import APOLOGY
from bot.frontends.telegram import lines
from bot.frontends.telegram.pages import serve
from bot.frontends.telegram.settings import Settings
from bot.testing.telegram import FakeTelegram
from tests.bot.frontends.hosted import Echo
from tests.bot.frontends.telegram.conftest import Pauses

USER = 7


@pytest.fixture(autouse=True)
async def served(telegram: FakeTelegram, pauses: Pauses, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", telegram.token)
    stop = asyncio.Event()
    settings = Settings(api_base=telegram.base_url, per_second=0, per_chat=0)
    serving = asyncio.create_task(serve(settings, Echo(), stop, pause=pauses))
    try:
        yield
    finally:
        stop.set()
        await serving


async def test_commands_and_words_are_answered(telegram: FakeTelegram) -> None:
    await telegram.says("/start", user=USER)
    await telegram.heard(USER)
    written = await telegram.says("hello", user=USER)
    await telegram.heard(USER, 2)
    await telegram.says("/start 5f3c", user=USER)
    await telegram.heard(USER, 3)
    await telegram.again(written)
    await telegram.amends(written, "hello there")
    assert await telegram.heard(USER, 4) == [
        f"opened start of telegram:{USER}:0:{USER}",
        "heard hello, new",
        "heard /start 5f3c, new",
        "heard hello there, again",
    ]


async def test_a_pressed_page_becomes_the_next_one_or_goes_before_it_where_that_is_long(telegram: FakeTelegram) -> None:
    await telegram.says("/start", user=USER)
    await telegram.heard(USER)
    await telegram.presses(USER, "Grow", user=USER)
    texts = await telegram.heard(USER, 3)
    assert texts[0].startswith("opened")
    assert " ".join(texts[1:]).split() == ["growing"] * 700
    await telegram.presses(USER, "Fail", user=USER)
    assert (await telegram.heard(USER, 4))[3] == APOLOGY


async def test_a_failure_is_named_by_its_kind_alone(telegram: FakeTelegram, caplog: pytest.LogCaptureFixture) -> None:
    await telegram.says("fail", user=USER)
    assert await telegram.heard(USER) == [APOLOGY]
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_what_has_no_words_is_declined_and_some_words_need_no_page(telegram: FakeTelegram) -> None:
    await telegram.says("nothing", user=USER)
    await telegram.shows("voice", user=USER)
    assert await telegram.heard(USER) == [lines.unreadable("voice", None)]


async def test_in_a_group_only_the_way_is_shown(telegram: FakeTelegram) -> None:
    await telegram.invites(-5, user=USER)
    assert "https://t.me/attune_bot" in (await telegram.heard(-5))[0]
    await telegram.says("@attune_bot hello", user=USER, group=-5)
    await telegram.says("/start@attune_bot", user=USER, group=-5)
    assert len(set(await telegram.heard(-5, 3))) == 1
