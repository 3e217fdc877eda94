"""What goes wrong between the bot and Telegram, and how the bot bears it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.config import Rules
from bot.errors import BotError, ConfigError
from bot.frontends.door import APOLOGY
from bot.frontends.quiet import quiet
from bot.frontends.telegram import client
from bot.frontends.telegram.client import serve
from bot.frontends.telegram.polling import TRIES
from bot.frontends.telegram.settings import Settings
from bot.limits import EMERGENCY, MENU_FULL, Limits
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock
from bot.testing.telegram import BAD_GATEWAY, LOST_BEFORE, TOKEN, FakeTelegram, FloodControl, Sent, flood
from bot.turns import UNKEPT
from tests.bot.failing import failing

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
OTHER_TOKEN = "1234567890:AAAnotherTokenOfTheRightShape-01234"


async def test_it_waits_as_long_as_it_is_told_to(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, pauses: Any
) -> None:
    telegram.faults["sendMessage"].extend([flood(3), BAD_GATEWAY, LOST_BEFORE, *[flood(1)] * 9])
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["You said: hello"]
    assert pauses.asked == [3.0, 1.0, 2.0, *[1.0] * 9]


async def test_who_must_wait_holds_up_nobody_else(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async def until_the_other_is_answered(_: float) -> None:
        await telegram.heard(8, 2)

    telegram.faults["sendMessage"].append(flood(3))
    async with room(echo) as opened, bot(opened, pause=until_the_other_is_answered):
        await telegram.says("first", user=7)
        await telegram.until(lambda: not telegram.faults["sendMessage"])
        for text in ("one", "two"):
            await telegram.says(text, user=8)
        assert await telegram.heard(7) == ["You said: first"]
    assert [message.chat for message in telegram.sent] == [8, 8, 7]


async def test_a_reply_that_would_have_to_wait_for_long_stays_in_the_outbox(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    telegram.faults["sendMessage"].append(flood(3600))
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        await telegram.until(lambda: not telegram.faults["sendMessage"])
        await telegram.says("are you there?", user=7)  # refused by us, without asking Telegram again
        await telegram.says("a sign", user=8)
        await telegram.heard(8)
    assert telegram.texts(7) == []
    async with room(echo) as opened, bot(opened):
        assert await telegram.heard(7, 2) == ["You said: hello", "You said: are you there?"]


async def test_the_limits_of_telegram_are_kept_without_being_told(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    telegram.limits = limits = FloodControl(overall=3)
    async with room(echo) as opened, bot(opened, pause=None, per_second=3, per_chat=1):
        for user in (1, 2, 3, 4, 1):
            await telegram.says(f"from {user}", user=user)
        await telegram.until(lambda: len(telegram.sent) == 5)
    assert limits.refused == 0
    assert telegram.texts(1) == ["You said: from 1"] * 2


async def test_who_blocked_the_bot_is_left_alone(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        await telegram.blocks(7)
        await telegram.says("hello", user=8)
        assert await telegram.heard(8) == ["You said: hello"]
        await telegram.returns(7)
        await telegram.says("I'm back", user=7)
        await telegram.until(lambda: "You said: I'm back" in telegram.texts(7))
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("telegram:") == []


async def test_a_turn_that_fails_is_apologised_for(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise LookupError("a fault of ours")

    async with room(echo) as opened, bot(opened):
        monkeypatch.setattr(Store, "commit", broken)
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == [APOLOGY]


async def test_who_is_turned_away_is_told_and_not_answered_later(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    class Full(Limits):
        def admit(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
            return "Please wait a little." if person == "telegram:7" else None

    async with room(echo) as opened, bot(opened, limits=Full(Rules())):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["Please wait a little."]
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("telegram:") == []


async def test_commands_and_buttons_have_a_limit_of_their_own(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    limits = Limits(Rules(menu_per_minute=2), clock=FakeClock())
    said = ("hello", "/mood", "/forget", "/mood", "/export", "/help", "I am in danger", "/mood", "/country", "/forget")
    async with guarded(echo) as opened, bot(opened, limits=limits):
        for count, text in enumerate(said, 1):
            await telegram.says(text, user=7)
            texts = await telegram.heard(7, count)
        await telegram.presses(7, "Erase everything", user=7)
        texts = await telegram.heard(7, len(said) + 1)
        assert len((await opened[0].known("telegram:7:0:7")).said("user")) == 2
    assert "erases" in texts[2]
    full = f"{MENU_FULL} {EMERGENCY}"
    assert [text == full for text in texts[3:]] == [True, True, False, False, False, False, True, True]
    assert texts[6] == "Call now."
    assert "later" in texts[7]  # the menu's own answer in danger


@pytest.mark.parametrize("token", [OTHER_TOKEN, "nonsense"])
async def test_a_wrong_token_is_named_but_not_shown(
    telegram: FakeTelegram, room: Room, echo: Skill, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", token)
    async with room(echo) as (sessions, store):
        with pytest.raises(ConfigError, match="Telegram refuses this token") as caught:
            await serve(Settings(api_base=telegram.base_url), sessions, store, asyncio.Event())
    assert token not in str(caught.value)
    assert caught.value.__suppress_context__


async def test_a_token_withdrawn_while_it_runs_ends_it(
    telegram: FakeTelegram, room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", TOKEN)
    async with room(echo) as (sessions, store):
        settings = Settings(api_base=telegram.base_url)
        serving = asyncio.create_task(serve(settings, sessions, store, asyncio.Event()))
        await telegram.says("hello", user=7)
        await telegram.heard(7)
        telegram.token = OTHER_TOKEN
        await telegram.says("hello", user=7)
        with pytest.raises(ConfigError, match="Telegram refuses this token"):
            await serving


async def test_a_line_that_is_down_for_a_moment_keeps_no_door_shut(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    for method, fault in (("getMe", LOST_BEFORE), ("setMyCommands", flood(2)), ("deleteWebhook", BAD_GATEWAY)):
        telegram.faults[method].append(fault)
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["You said: hello"]


async def test_a_door_that_waits_for_telegram_can_be_closed(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "GRACE", 0.0)
    telegram.faults["getMe"].append(flood(3600))
    async with room(echo) as opened, bot(opened, pause=None):
        await telegram.until(lambda: not telegram.faults["getMe"])


async def test_what_was_left_holds_up_nobody(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async def until_the_other_is_answered(_: float) -> None:
        await telegram.heard(8)

    telegram.meet(7)
    telegram.faults["sendMessage"].append(flood(3))
    async with room(echo) as opened:
        await opened[0].say("telegram:7:0:7", "left", "1")
        async with bot(opened, pause=until_the_other_is_answered):
            await telegram.until(lambda: not telegram.faults["sendMessage"])
            await telegram.says("hello", user=8)
            assert await telegram.heard(7) == ["You said: left"]
    assert telegram.texts(8) == ["You said: hello"]


async def test_no_server_is_a_clear_error(
    room: Room, echo: Skill, pauses: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", TOKEN)
    settings = Settings(api_base="http://127.0.0.1:1/bot")
    async with room(echo) as (sessions, store):
        with pytest.raises(BotError, match="Telegram cannot be reached"):
            await serve(settings, sessions, store, asyncio.Event(), pause=pauses)
    assert len(pauses.asked) == TRIES - 1


async def test_neither_words_nor_token_are_logged(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    telegram.blocked.add(9)
    telegram.faults["sendMessage"].extend([flood(1), BAD_GATEWAY])
    telegram.faults["getUpdates"].append(BAD_GATEWAY)
    secret = "a very private sentence"
    with quiet():
        async with room(echo) as opened, bot(opened):
            await telegram.says(secret, user=7)
            await telegram.says(secret, user=9)
            await telegram.says(f"{secret} @attune_bot", user=7, group=-100)
            await telegram.sends({"text": secret, "date": "no date"}, user=7)  # which the library can't read
            await telegram.heard(7)
            await telegram.heard(-100)
            await telegram.confirmed()
    assert "listening on Telegram" in caplog.text
    assert "could not be read" in caplog.text
    for record in caplog.records:
        shown = logging.Formatter().format(record)
        assert secret not in shown
        assert TOKEN not in shown
    assert telegram.sent[-1] != Sent(9, secret)


async def test_what_must_wait_when_it_closes_stays_in_the_outbox(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "GRACE", 0.05)
    telegram.faults["sendMessage"].append(flood(30))
    async with room(echo) as opened, bot(opened, pause=None):
        await telegram.says("hello", user=7)
        await telegram.until(lambda: not telegram.faults["sendMessage"])
    assert telegram.texts(7) == []
    async with room(echo) as opened, bot(opened):
        assert await telegram.heard(7) == ["You said: hello"]


async def test_while_the_store_fails_everybody_is_answered_once(
    telegram: FakeTelegram, guarded: Any, bot: Bot, echo: Skill, tmp_path: Path
) -> None:
    async with guarded(echo) as opened, bot(opened, greets=True):
        await telegram.says("hello", user=7)
        assert len(await telegram.heard(7)) == 1
        async with failing(opened[1], tmp_path / "guarded.db", "moved"):
            await telegram.says("danger", user=7)
            await telegram.says("a calm day", user=8)
            await telegram.says("@attune_bot danger", user=9, group=-5)
            assert (await telegram.heard(7, 2))[1:] == ["Call now."]
            assert await telegram.heard(8) == [UNKEPT]
        await telegram.says("again", user=7)
        assert (await telegram.heard(7, 3))[2:] == ["You said: again"]
        assert "Call now." not in telegram.texts(-5)
