"""What was said while the bot could not hear: answered afterwards, once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from unittest.mock import AsyncMock

import pytest

from bot.frontends.discord.outlet import nonce
from bot.registry import Skill
from bot.sessions import Sessions, utc_now
from bot.store import Store
from bot.testing.discord import FakeDiscord, unavailable

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GUILD = 5
HISTORY = "GET /channels/{channel}/messages"


def answers(discord: FakeDiscord, user: int = 7) -> list[str]:
    """What the bot said to a person, without its greeting."""
    return [text for text in discord.texts(discord.dm(user)) if text.startswith("You said")]


@pytest.mark.parametrize("way", ["dropped", "asked"])
async def test_what_is_said_while_the_line_is_down_is_answered(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, way: str
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
        await (discord.gateway.drop() if way == "dropped" else discord.gateway.ask_to_reconnect())
        await discord.says("between", user=7)
        assert (await discord.heard(discord.dm(7), 3))[2] == "You said: between"
    assert len(discord.gateway.identified) == 1
    assert discord.gateway.resumed == 1


async def test_what_is_said_while_there_is_no_session_is_read_back(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.gateway.forget()
        await discord.says("between", user=7)
        await discord.online(2)
        await discord.heard(discord.dm(7), 3)
        await discord.says("after", user=7)
        await discord.heard(discord.dm(7), 4)
    assert answers(discord) == ["You said: before", "You said: between", "You said: after"]


async def test_what_came_while_the_process_was_down_is_answered_once_and_in_order(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        for user in (7, 8):
            await discord.says("before", user=user)
            await discord.heard(discord.dm(user), 2)
    await discord.says("one", user=7)
    await discord.says("two", user=7)
    await discord.says("three", user=8)
    for _ in range(2):
        async with room(echo) as opened, bot(opened):
            await discord.heard(discord.dm(7), 4)
            await discord.heard(discord.dm(8), 3)
    assert answers(discord, 7) == ["You said: before", "You said: one", "You said: two"]
    assert answers(discord, 8) == ["You said: before", "You said: three"]


async def test_a_message_that_overtakes_the_history_is_answered_after_it(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
    await discord.says("missed", user=7)
    discord.wire.faults[HISTORY].append(unavailable(502))  # the history is slow to come
    async with room(echo) as opened, bot(opened):
        await discord.says("live", user=7)
        await discord.heard(discord.dm(7), 4)
    assert answers(discord) == ["You said: before", "You said: missed", "You said: live"]


async def test_mentions_in_servers_are_read_back_too_and_nothing_else(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    channel, me = discord.guild_channel(GUILD), f"<@{discord.me['id']}>"
    async with room(echo) as opened, bot(opened):
        await discord.says(f"{me} before", user=7, guild=GUILD)
        await discord.heard(channel, 2)
    await discord.says("among people", user=8, guild=GUILD)
    await discord.says(f"{me} and now?", user=7, guild=GUILD)
    async with room(echo) as opened, bot(opened):
        assert (await discord.heard(channel, 3))[1:] == ["You said: before", "You said: and now?"]


async def test_a_first_message_lost_in_a_crash_is_answered_with_the_second(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    await discord.says("first", user=7)  # nobody listens
    async with room(echo) as opened, bot(opened):
        await discord.says("second", user=7)
        await discord.heard(discord.dm(7), 3)
    assert answers(discord) == ["You said: first", "You said: second"]


async def test_nothing_from_before_the_bots_last_word_is_read_in_an_unknown_channel(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("an old secret", user=7)
        await discord.heard(discord.dm(7), 2)
        asked = await discord.command("forget", user=7)
        page = (await discord.shown(asked))[0]
        await discord.shown(await discord.presses("forget:yes", page.id, user=7))
    monkeypatch.setattr(Store, "last_seen", AsyncMock(return_value=None))  # the channel is unknown again
    async with room(echo) as opened, bot(opened):
        await discord.says("hello again", user=7)
        await discord.until(lambda: "You said: hello again" in answers(discord))
    assert answers(discord) == ["You said: an old secret", "You said: hello again"]


async def test_an_answer_left_by_a_crash_goes_out_once(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    key = f"discord:{discord.dm(7)}:0:7"
    async with room(echo) as (sessions, store):
        answer = await sessions.say(key, "first", "41")
        await sessions.sending(answer)
        await store.receive(key, "second", "42", utc_now())
    for _ in range(2):
        async with room(echo) as opened, bot(opened):
            assert await discord.heard(discord.dm(7), 2) == ["You said: first", "You said: second"]
    assert discord.sent[0].nonce == nonce(f"{answer.id}.0", "You said: first")


@pytest.mark.parametrize("minutes", [0, 60])
async def test_a_send_repeated_after_a_crash_is_one_message(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, minutes: int
) -> None:
    """Soon after it the nonce is known; later only the history tells."""
    async with room(echo) as opened, bot(opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
    key = f"discord:{discord.dm(7)}:0:7"
    message = await discord.says("first", user=7)
    async with room(echo) as (sessions, _):
        answer = await sessions.say(key, "first", message["id"])
        await sessions.sending(answer)
        sent = {"content": "You said: first", "nonce": nonce(f"{answer.id}.0", "You said: first")}
        await discord.messages.add(discord.world.dm(7), sent, {}, ())  # but the process died before it could note that
    discord.messages.clock = lambda: 60.0 * minutes
    for times in range(2):
        async with room(echo) as opened, bot(opened):
            await discord.says(f"a sign of life {times}", user=8)
            await discord.heard(discord.dm(8), 2 + times)
    assert answers(discord) == ["You said: before", "You said: first"]


async def test_a_reply_that_was_still_being_written_is_completed(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
    message = await discord.says("one. two.", user=7)
    await discord.messages.add(discord.world.dm(7), {"content": "You said: one."}, {}, ())
    async with room(echo) as (sessions, _):
        await sessions.say(f"discord:{discord.dm(7)}:0:7", "one. two.", message["id"])
    async with room(echo) as opened, bot(opened):
        await discord.until(lambda: discord.reads(discord.dm(7))[-1] == "You said: one. two.")
    assert discord.reads(discord.dm(7))[1:] == ["You said: before", "You said: one. two."]
