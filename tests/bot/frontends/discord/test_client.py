from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.errors import BotError, ConfigError, StoreError
from bot.frontends.discord.client import IN_PUBLIC, nonce, serve
from bot.frontends.door import APOLOGY, HELLO, ONLY_TEXT
from bot.frontends.quiet import quiet
from bot.registry import Skill, Watch
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from bot.testing.discord import TOKEN, FakeDiscord, flood

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
GUILD = 5


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(guilds=[GUILD], burst=20) as fake:
        yield fake


@asynccontextmanager
async def bot(fake: FakeDiscord, opened: tuple[Sessions, Store]) -> AsyncIterator[None]:
    stop, before = asyncio.Event(), len(fake.gateway.identified)
    serving = asyncio.create_task(serve(fake.token, opened[0], stop, fake.url))
    try:
        await fake.online(before + 1)
        yield
    finally:
        stop.set()
        await serving


async def test_a_direct_message_is_answered(discord: FakeDiscord, room: Room) -> None:
    async with room(ScriptedSkill("What happened?", "And then?")) as opened, bot(discord, opened):
        await discord.says("I lost my job", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.says("last week", user=7)
        texts = await discord.heard(discord.dm(7), 3)
    assert texts == [HELLO, "What happened?", "And then?"]
    assert discord.dm(7) in discord.typed


async def test_two_people_at_once_are_not_mixed(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(discord, opened):
        for number in range(4):
            await discord.says(f"one {number}", user=1)
            await discord.says(f"two {number}", user=2)
        first = await discord.heard(discord.dm(1), 5)
        second = await discord.heard(discord.dm(2), 5)
    assert first == [HELLO, *(f"You said: one {number}" for number in range(4))]
    assert second == [HELLO, *(f"You said: two {number}" for number in range(4))]


async def test_a_message_that_comes_again_is_answered_once(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(discord, opened):
        message = await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.again(message)
        await discord.says("more", user=7)
        assert await discord.heard(discord.dm(7), 3) == [HELLO, "You said: hello", "You said: more"]
    async with room(echo) as opened, bot(discord, opened):
        await discord.again(message)
        await discord.says("last", user=7)
        assert (await discord.heard(discord.dm(7), 4))[3:] == ["You said: last"]


async def test_a_long_reply_comes_in_pieces_in_order(discord: FakeDiscord, room: Room) -> None:
    long = " ".join(f"This is sentence number {number}." for number in range(150))
    async with room(ScriptedSkill(long)) as opened, bot(discord, opened):
        await discord.says("tell me", user=7)
        pieces = (await discord.heard(discord.dm(7), 4))[1:]
    assert all(piece.endswith(".") and len(piece) <= 2000 for piece in pieces)
    assert " ".join(pieces) == long


async def test_nobody_is_pinged_by_what_is_said(discord: FakeDiscord, room: Room) -> None:
    async with room(ScriptedSkill("Hello @everyone")) as opened, bot(discord, opened):
        await discord.says("hi", user=7)
        await discord.heard(discord.dm(7), 2)
    assert {message.pings for message in discord.sent} == {()}


async def test_an_answer_left_by_a_crash_goes_out_once(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    key = f"discord:{discord.dm(7)}:0:7"
    async with room(echo) as (sessions, store):
        answer = await sessions.say(key, "first", "41")
        await sessions.sending(answer)
        await store.receive(key, "second", "42", sessions._clock())
    for _ in range(2):
        async with room(echo) as opened, bot(discord, opened):
            assert await discord.heard(discord.dm(7), 2) == ["You said: first", "You said: second"]
    assert discord.sent[0].nonce == nonce(f"{answer.id}.0", "You said: first")


async def test_a_send_repeated_after_a_crash_is_one_message(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(discord, opened):
        answer = await opened[0].say(f"discord:{discord.dm(7)}:0:7", "first", "41")
    for _ in range(2):
        async with room(echo) as opened:
            await opened[1].mark(answer.id, "sending")  # sent, but the process died before it could say so
            async with bot(discord, opened):
                assert await discord.heard(discord.dm(7)) == ["You said: first"]


async def test_a_sticker_is_kindly_declined(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    sticker = {"sticker_items": [{"id": "1", "name": "wave", "format_type": 1}]}
    async with room(echo) as opened, bot(discord, opened):
        await discord.sends(sticker, user=7)
        assert await discord.heard(discord.dm(7)) == [ONLY_TEXT]


async def test_a_crisis_answer_comes_before_any_greeting(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    class Guard:
        def watch(self, turn: TurnView, /) -> Watch:
            return Watch(Verdict(3, "suicide", True), reply=Reply("Please call now.", "safety", 1.0))

        def refuse(self, reply: Reply, /) -> str | None:
            return None

    async with (
        room(echo) as (_, store),
        Sessions(Engine((), guard=Guard()), store, gather=0) as sessions,
        bot(discord, (sessions, store)),
    ):
        await discord.says("goodbye", user=7)
        assert await discord.heard(discord.dm(7)) == ["Please call now."]


@pytest.mark.parametrize(("text", "answered"), [("hello all", False), ("what do you think, <@{me}>?", True)])
async def test_a_server_gets_one_line_when_the_bot_is_mentioned(
    discord: FakeDiscord, room: Room, echo: Skill, text: str, answered: bool
) -> None:
    async with room(echo) as opened, bot(discord, opened):
        await discord.says(text.format(me=discord.me["id"]), user=7, guild=GUILD)
        await discord.says("a sign that the one before is done with", user=8)
        await discord.heard(discord.dm(8), 2)
        if answered:
            await discord.heard(discord.guild_channel(GUILD))
    assert discord.texts(discord.guild_channel(GUILD)) == [IN_PUBLIC] * answered


async def test_a_reply_to_the_bot_in_a_server_is_speaking_to_it(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    channel = discord.guild_channel(GUILD)
    async with room(echo) as opened, bot(discord, opened):
        await discord.says(f"<@{discord.me['id']}>", user=7, guild=GUILD)
        await discord.heard(channel)
        message = await discord.says("yes", user=8, guild=GUILD, reply_to=discord.last_message(channel))
        await discord.heard(channel, 2)
    assert discord.sent[1].reply_to == int(message["id"])


async def test_it_waits_as_long_as_it_is_told_to(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    discord.faults.extend([flood(0.01), flood(0.02)])
    async with room(echo) as opened, bot(discord, opened):
        await discord.says("hello", user=7)
        assert (await discord.heard(discord.dm(7), 2))[1] == "You said: hello"


async def test_who_takes_no_messages_is_left_alone(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    discord.closed_to_bots.add(7)
    async with room(echo) as opened, bot(discord, opened):
        await discord.says("hello", user=7)
        await discord.says("hello", user=8)
        await discord.heard(discord.dm(8), 2)
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("discord:") == []


async def test_a_turn_that_fails_is_apologised_for(
    discord: FakeDiscord, room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise StoreError("disk full")

    async with room(echo) as opened, bot(discord, opened):
        monkeypatch.setattr(Store, "commit", broken)
        await discord.says("hello", user=7)
        assert await discord.heard(discord.dm(7)) == [APOLOGY]


@pytest.mark.parametrize("way", ["dropped", "asked"])
async def test_what_is_said_while_the_line_is_down_is_answered(
    discord: FakeDiscord, room: Room, echo: Skill, way: str
) -> None:
    async with room(echo) as opened, bot(discord, opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
        await (discord.gateway.drop() if way == "dropped" else discord.gateway.ask_to_reconnect())
        await discord.says("between", user=7)
        assert (await discord.heard(discord.dm(7), 3))[2] == "You said: between"
    assert len(discord.gateway.identified) == 1  # it resumed; a new session would have missed the message


async def test_it_asks_for_no_privileged_intent(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(discord, opened):
        assert discord.gateway.identified == [1 << 0 | 1 << 9 | 1 << 12]


async def test_a_wrong_token_is_named_but_not_shown(discord: FakeDiscord, room: Room, echo: Skill) -> None:
    async with room(echo) as (sessions, _):
        with pytest.raises(ConfigError, match="Discord refuses this token") as caught:
            await serve("wrong.token", sessions, asyncio.Event(), discord.url)
    assert "wrong.token" not in str(caught.value)


async def test_no_server_is_a_clear_error(room: Room, echo: Skill) -> None:
    async with room(echo) as (sessions, _):
        with pytest.raises(BotError, match="Discord cannot be reached"):
            await serve(TOKEN, sessions, asyncio.Event(), "http://127.0.0.1:1")


async def test_neither_words_nor_token_are_logged(
    discord: FakeDiscord, room: Room, echo: Skill, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "a very private sentence"
    discord.closed_to_bots.add(9)
    with quiet():
        async with room(echo) as opened, bot(discord, opened):
            await discord.says(secret, user=7)
            await discord.says(secret, user=9)
            await discord.says(f"{secret} <@{discord.me['id']}>", user=7, guild=GUILD)
            await discord.heard(discord.dm(7), 2)
            await discord.heard(discord.guild_channel(GUILD))
    assert "listening on Discord" in caplog.text
    for record in caplog.records:
        shown = logging.Formatter().format(record)
        assert secret not in shown
        assert TOKEN not in shown
