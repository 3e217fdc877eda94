"""What is promised of every message: answered once, in its chat, in its order, whatever fails on the way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from bot.errors import StoreError
from bot.frontends.menu import COMMANDS
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from bot.testing.telegram import FakeTelegram

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
OTHER_TOKEN = "1234567890:AAAnotherTokenOfTheRightShape-01234"


async def test_a_message_is_answered_in_its_chat(telegram: FakeTelegram, room: Room, bot: Bot) -> None:
    async with room(ScriptedSkill("What happened?")) as opened, bot(opened):
        await telegram.says("I lost my job", user=7)
        assert await telegram.heard(7) == ["What happened?"]
    assert telegram.actions == [(7, "typing")]


async def test_telegram_is_told_the_commands(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.until(telegram.is_polled)
    names = [command.name for command in COMMANDS]
    assert [command["command"] for command in telegram.commands] == names
    in_groups = telegram.scoped['{"type": "all_group_chats"}']
    assert [command["command"] for command in in_groups] == ["start", "help"]


async def test_two_people_at_once_are_not_mixed(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        for number in range(2):
            await telegram.says(f"one {number}", user=1)
            await telegram.says(f"two {number}", user=12)
        first, second = await telegram.heard(1, 2), await telegram.heard(12, 2)
        loaded = await opened[1].load("telegram:1:0:1")
    assert first == [f"You said: one {number}" for number in range(2)]
    assert second == [f"You said: two {number}" for number in range(2)]
    assert loaded.conversation.said("user") == ("one 0", "one 1")


async def test_a_long_reply_comes_in_pieces_in_order(telegram: FakeTelegram, room: Room, bot: Bot) -> None:
    long = " ".join(f"This is sentence number {number}." for number in range(300))
    async with room(ScriptedSkill(long)) as opened, bot(opened):
        await telegram.says("tell me", user=7)
        pieces = await telegram.heard(7, 3)
    assert all(piece.endswith(".") and len(piece) <= 4096 for piece in pieces)
    assert " ".join(pieces) == long


async def test_an_update_that_comes_again_is_answered_once(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        update = await telegram.says("hello", user=7)
        await telegram.heard(7)
        await telegram.again(update)  # to the process that knows it
        await telegram.says("a sign", user=8)
        await telegram.heard(8)
    async with room(echo) as opened, bot(opened):
        await telegram.again(update)  # and to one that only has the inbox
        await telegram.says("still there?", user=7)
        assert await telegram.heard(7, 2) == ["You said: hello", "You said: still there?"]


async def test_a_command_that_comes_again_is_answered_once(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        telegram.unconfirmable = True
        await telegram.says("/help", user=7)
        await telegram.says("hello", user=7)
        await telegram.heard(7, 2)
        telegram.unconfirmable = False
        await telegram.confirmed()
    assert len(telegram.texts(7)) == 2


async def test_an_answer_left_by_a_crash_goes_out_at_the_start(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    telegram.meet(7)
    async with room(echo) as (sessions, store):
        await sessions.say("telegram:7:0:7", "first", "41")  # stepped, never sent
        answer = await sessions.say("telegram:8:0:8", "sent already", "42")
        await sessions.sent(answer)
        await store.receive("telegram:7:0:7", "second", "43", sessions._clock())  # in the inbox, never stepped
    async with room(echo) as opened, bot(opened):
        assert await telegram.heard(7, 2) == ["You said: first", "You said: second"]
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("telegram:") == []


async def test_nothing_is_confirmed_that_is_not_in_the_inbox(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive, failures = Store.receive, iter([StoreError("disk full")] * 2)

    async def full_at_first(store: Store, *told: object) -> object:
        if failure := next(failures, None):
            assert telegram.unconfirmed() == 1
            raise failure
        return await receive(store, *told)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "receive", full_at_first)
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["You said: hello"]


async def test_what_is_under_way_is_answered_before_it_closes(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened:
        async with bot(opened):
            await telegram.says("hello", user=7)
            await telegram.until(lambda: bool(telegram.actions))
        assert telegram.texts(7) == ["You said: hello"]
        assert await opened[0].unsent("telegram:") == []
