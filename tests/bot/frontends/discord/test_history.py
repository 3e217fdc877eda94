"""What was said while the bot could not hear: answered afterwards, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.frontends.attachments import Attachment
from bot.frontends.discord.history import History
from bot.frontends.discord.library import discord as library
from bot.frontends.discord.outlet import nonce
from bot.frontends.discord.places import Place
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
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.frontends.discord.history.MOST", 1)  # which is for servers
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


async def test_a_message_that_others_overtook_is_read_again_when_the_process_died_over_it(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless(_: Attachment) -> str:
        await asyncio.Event().wait()
        return ""

    async def spoken(_: Attachment) -> str:
        return "by voice"

    voice = {"id": "1", "filename": "it", "size": 3, "url": "http://127.0.0.1/it", "proxy_url": ""}
    monkeypatch.setattr("bot.frontends.discord.client.PATIENCE", 0)
    monkeypatch.setattr("bot.testing.scripted.words", endless, raising=False)
    async with room(echo) as opened, bot(opened, attachments="bot.testing.scripted:words"):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.sends({"attachments": [voice | {"content_type": "audio/ogg"}]}, user=7)
        for number, text in enumerate(("newer", "newest"), 3):
            await discord.says(text, user=7)
            await discord.heard(discord.dm(7), number)
    monkeypatch.setattr("bot.testing.scripted.words", spoken)
    async with room(echo) as opened, bot(opened, attachments="bot.testing.scripted:words"):
        await discord.heard(discord.dm(7), 5)
    assert answers(discord) == ["You said: before", "You said: newer", "You said: newest", "You said: by voice"]


def of_seven(number: int) -> Any:
    """A message of the library's, as far as its place and number go."""
    author = SimpleNamespace(id=7, bot=False)
    kind = library.MessageType.default
    channel = SimpleNamespace(id=3, guild_id=None)
    return SimpleNamespace(id=number, author=author, channel=channel, guild=None, webhook_id=None, type=kind)


async def test_nothing_is_seen_while_the_history_is_read_nor_before_what_it_holds_is_dealt_with(
    room: Room, echo: Skill
) -> None:
    asked, served = asyncio.Event(), asyncio.Event()

    class Slow:
        async def history(self, **_: object) -> AsyncIterator[Any]:
            asked.set()
            await served.wait()
            for number in (5, 6, 7):
                yield of_seven(number)

    async with room(echo) as (sessions, store):
        place, heard = Place(0, 3, 7), list[int]()
        await sessions.say(place.id, "before", "4")
        await store.see("discord", "3", "4")
        history = History(store, lambda _: Slow(), lambda message: heard.append(message.id), lambda: 1)  # type: ignore[arg-type, return-value]
        await history.fall_behind()
        assert history.meet(of_seven(7))  # live
        waiting = asyncio.create_task(history.caught_up(place, of_seven(7)))
        await asked.wait()
        await history.saw(of_seven(7))
        assert await store.last_seen("discord", "3") == "4"
        await history.fall_behind()  # once more, in the middle of it
        served.set()
        await waiting
        assert heard == [5, 6]
        assert await store.last_seen("discord", "3") == "4"
        await history.saw(of_seven(6))
        assert await store.last_seen("discord", "3") == "4"
        await history.saw(of_seven(5))
        assert await store.last_seen("discord", "3") == "7"


async def test_a_history_that_cannot_be_understood_silences_nobody(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("before", user=7)
        await discord.heard(discord.dm(7), 2)
    with monkeypatch.context() as broken:
        broken.setattr(History, "_missed", AsyncMock(side_effect=KeyError))
        await discord.says("missed", user=7)
        async with room(echo) as opened, bot(opened):
            await discord.says("live", user=7)
            await discord.heard(discord.dm(7), 3)
    async with room(echo) as opened, bot(opened):
        await discord.heard(discord.dm(7), 4)
    assert answers(discord) == ["You said: before", "You said: live", "You said: missed"]


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


async def test_what_came_after_a_first_message_is_read_though_nothing_was_seen_before_the_crash(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    message = await discord.says("first", user=7)
    async with room(echo) as (_, store):
        await store.receive(f"discord:{discord.dm(7)}:0:7", "first", message["id"], utc_now())
    await discord.says("second", user=7)
    for _ in range(2):
        async with room(echo) as opened, bot(opened):
            await discord.until(lambda: len(answers(discord)) == 2)
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
