"""The door over the real library and the fake server: direct messages, the life of the process, what is logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.errors import BotError, ConfigError
from bot.frontends.console import HELLO
from bot.frontends.discord.client import serve
from bot.frontends.discord.settings import Settings
from bot.frontends.door import APOLOGY
from bot.frontends.quiet import quiet
from bot.registry import Guard, Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from bot.testing.discord import LOST_AFTER, LOST_BEFORE, TOKEN, FakeDiscord, flood, unavailable

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GUILD = 5


async def test_a_direct_message_is_answered_after_saying_what_it_is(discord: FakeDiscord, room: Room, bot: Bot) -> None:
    async with room(ScriptedSkill("What happened?", "And then?")) as opened, bot(opened):
        await discord.says("I lost my job", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.says("last week", user=7)
        texts = await discord.heard(discord.dm(7), 3)
    assert texts[0].startswith(HELLO)
    assert texts[1:] == ["What happened?", "And then?"]
    assert discord.dm(7) in discord.typed


async def test_the_choices_are_behind_the_greetings_button(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        greeting = discord.sent[0]
        assert [custom_id for _, custom_id in greeting.buttons] == ["start"]
        (page,) = await discord.shown(await discord.presses("start", greeting.id, user=7))
    assert page.id == greeting.id
    assert "consent:keep:yes" in [custom_id for _, custom_id in page.buttons]


async def test_two_people_at_once_are_not_mixed(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        for number in range(4):
            await discord.says(f"one {number}", user=1)
            await discord.says(f"two {number}", user=2)
        for user, word in ((1, "one"), (2, "two")):
            said = "\n".join(f"{word} {number}" for number in range(4))
            await discord.until(lambda user=user, said=said: said == heard_words(discord, user))  # type: ignore[misc]


def heard_words(discord: FakeDiscord, user: int) -> str:
    """What an echoing bot repeated, also of messages that it took together."""
    return "\n".join(discord.texts(discord.dm(user))[1:]).replace("You said: ", "")


async def test_a_message_that_comes_again_is_answered_once(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        message = await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.again(message)
        await discord.says("more", user=7)
        assert (await discord.heard(discord.dm(7), 3))[1:] == ["You said: hello", "You said: more"]
    async with room(echo) as opened, bot(opened):
        await discord.again(message)
        await discord.says("last", user=7)
        assert (await discord.heard(discord.dm(7), 4))[3:] == ["You said: last"]


async def test_messages_out_of_order_are_all_answered(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        async with discord.gateway.disorder():
            for number in range(3):
                await discord.says(f"number {number}", user=7)
        await discord.until(lambda: len(heard_words(discord, 7).split("\n")) == 3)
    assert sorted(heard_words(discord, 7).split("\n")) == ["number 0", "number 1", "number 2"]


async def test_a_long_reply_comes_in_pieces_in_order(discord: FakeDiscord, room: Room, bot: Bot) -> None:
    long = " ".join(f"This is sentence number {number}." for number in range(150))
    async with room(ScriptedSkill(long)) as opened, bot(opened):
        await discord.says("tell me", user=7)
        pieces = (await discord.heard(discord.dm(7), 4))[1:]
    assert all(piece.endswith(".") and len(piece) <= 2000 for piece in pieces)
    assert " ".join(pieces) == long


async def test_nobody_is_pinged_by_what_is_said(discord: FakeDiscord, room: Room, bot: Bot) -> None:
    async with room(ScriptedSkill("Hello @everyone")) as opened, bot(opened):
        await discord.says("hi", user=7)
        await discord.heard(discord.dm(7), 2)
    assert {message.pings for message in discord.sent} == {()}


async def test_typing_is_shown_at_once(discord: FakeDiscord, room: Room, bot: Bot) -> None:
    async with room(ScriptedSkill("hm")) as opened, bot(opened):
        loop = asyncio.get_running_loop()
        before = loop.time()
        await discord.says("hi", user=7)
        await discord.until(lambda: discord.dm(7) in discord.typed)
        assert loop.time() - before < 0.3


async def test_a_crisis_answer_comes_before_any_greeting(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, worried: Guard
) -> None:
    async with (
        room(echo) as (_, store),
        Sessions(Engine((), guard=worried), store, gather=0) as sessions,
        bot((sessions, store)),
    ):
        await discord.says("goodbye", user=7)
        assert await discord.heard(discord.dm(7)) == ["Please call now."]


@pytest.mark.parametrize("fault", [flood(0.01), flood(0.01, everywhere=True), LOST_BEFORE, LOST_AFTER, unavailable()])
async def test_a_send_that_fails_is_tried_again_and_comes_once(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, fault: object
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        discord.faults.append(fault)  # type: ignore[arg-type]
        await discord.says("again", user=7)
        await discord.heard(discord.dm(7), 3)
    assert discord.texts(discord.dm(7))[1:] == ["You said: hello", "You said: again"]


async def test_a_real_limit_is_kept(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    discord.buckets.burst, discord.buckets.per = 2, 0.3
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        for number in range(3):
            await discord.heard(discord.dm(7), 2 + number)
            await discord.says(f"number {number}", user=7)
        await discord.heard(discord.dm(7), 5)
    assert discord.buckets.refused == 0


async def test_who_takes_no_messages_is_left_alone(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    discord.closed_to_bots.add(7)
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        await discord.says("hello", user=8)
        await discord.heard(discord.dm(8), 2)
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("discord:") == []


async def test_a_turn_that_fails_is_apologised_for(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise LookupError("a fault of ours")

    async with room(echo) as opened, bot(opened):
        monkeypatch.setattr(Store, "commit", broken)
        await discord.says("hello", user=7)
        assert await discord.heard(discord.dm(7)) == [APOLOGY]


async def test_who_is_turned_away_is_told_why_unless_in_danger(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, worried: Guard
) -> None:
    class Nobody:
        def admit(self, person: str, address: str | None = None) -> str | None:
            return f"Not now, {person}."

        def admit_menu(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
            return f"No more pages, {person}."

    async with (
        room(echo) as (_, store),
        Sessions(Engine((("echo", echo),), guard=worried), store, gather=0) as sessions,
        bot((sessions, store), Nobody()),
    ):
        await discord.says("hello", user=7)
        assert await discord.heard(discord.dm(7)) == ["Not now, discord:7."]
        await discord.says("goodbye", user=7)
        assert (await discord.heard(discord.dm(7), 2))[1] == "Please call now."
        for name, is_refused in (("mood", True), ("forget", True), ("export", True), ("help", False)):
            asked = await discord.command(name, user=7)
            assert ([sent.text for sent in await discord.shown(asked)] == ["No more pages, discord:7."]) is is_refused


async def test_several_shards_hear_what_is_theirs(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    discord.shards = 2
    other = 1 << 22  # a guild of the second shard
    discord.guild_channel(other)
    async with room(echo) as opened, bot(opened):
        assert sorted(session.shard for session in discord.gateway.sessions.values()) == [(0, 2), (1, 2)]
        await discord.says("hello", user=7)
        await discord.says(f"<@{discord.me['id']}> hello there", user=8, guild=other)
        assert (await discord.heard(discord.dm(7), 2))[1] == "You said: hello"
        assert (await discord.heard(discord.guild_channel(other), 2))[1] == "You said: hello there"


async def test_it_asks_for_no_privileged_intent(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        assert discord.gateway.identified == [1 << 0 | 1 << 9 | 1 << 12]


async def test_a_wrong_token_is_named_but_not_shown(
    discord: FakeDiscord, room: Room, echo: Skill, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("wrong.token")
    settings = Settings(token_file=tmp_path / "token", api_base=discord.url)
    async with room(echo) as (sessions, store):
        with pytest.raises(ConfigError, match="Discord refuses this token") as caught:
            await serve(settings, sessions, store, asyncio.Event())
    assert "wrong.token" not in str(caught.value)


@pytest.mark.usefixtures("discord")
async def test_no_server_is_a_clear_error(room: Room, echo: Skill) -> None:
    async with room(echo) as (sessions, store):
        with pytest.raises(BotError, match="Discord cannot be reached"):
            await serve(Settings(api_base="http://127.0.0.1:1"), sessions, store, asyncio.Event())


async def test_neither_words_nor_token_are_logged(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "a very private sentence"
    discord.closed_to_bots.add(9)
    with quiet():
        async with room(echo) as opened, bot(opened):
            first = await discord.says(secret, user=7)
            await discord.says(secret, user=9)
            await discord.says(f"{secret} <@{discord.me['id']}>", user=7, guild=GUILD)
            await discord.heard(discord.dm(7), 2)
            await discord.heard(discord.guild_channel(GUILD))
            await discord.amends(first, secret + " indeed")
            await discord.heard(discord.dm(7), 3)
            await discord.shown(await discord.command("country", user=7, name=secret))
            await discord.gateway.forget()
            await discord.online(2)
            discord.faults.extend([LOST_BEFORE] * 4)
            await discord.says(secret, user=7)
            await discord.until(lambda: not discord.faults)
    assert "was not sent" in caplog.text
    for record in caplog.records:
        shown = logging.Formatter().format(record)
        assert secret not in shown
        assert TOKEN not in shown
