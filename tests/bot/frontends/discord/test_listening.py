"""Servers and threads, things without words, edits and deletions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Engine
from bot.frontends import unreadable
from bot.frontends.attachments import Attachment
from bot.frontends.console import HELLO
from bot.frontends.discord import lines
from bot.limits import EMERGENCY
from bot.registry import Guard, Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.store.rows import Loaded
from bot.testing.discord import FakeDiscord, Refusal
from bot.turns import UNKEPT
from skills.care.state import CareState
from tests.bot.failing import failing

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GUILD = 5
ABOUT = {"id": "1", "filename": "it", "size": 3, "url": "http://127.0.0.1/it", "proxy_url": ""}


@asynccontextmanager
async def guarded(room: Room, echo: Skill, guard: Guard) -> AsyncIterator[tuple[Sessions, Store]]:
    """Sessions that echo unless the guard stops them."""
    async with (
        room(echo) as (_, store),
        Sessions(Engine((("echo", echo),), guard=guard), store, gather=0) as sessions,
    ):
        yield sessions, store


async def a_sign_from(discord: FakeDiscord, user: int) -> None:
    """Wait until something said after all that came before is answered."""
    await discord.says("a sign that the one before is done with", user=user)
    await discord.heard(discord.dm(user), 2)


async def test_a_server_is_answered_when_it_mentions_the_bot(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    channel = discord.guild_channel(GUILD)
    async with room(echo) as opened, bot(opened):
        await discord.says("hello all", user=7, guild=GUILD)
        await a_sign_from(discord, 8)
        assert discord.texts(channel) == []
        await discord.says(f"what do you think, <@{discord.me['id']}>?", user=7, guild=GUILD)
        assert await discord.heard(channel, 2) == [HELLO, "You said: what do you think, ?"]
        assert await opened[1].conversations("discord:5:") == [f"discord:5:{channel}:7"]


async def test_a_direct_message_of_words_reads_its_talk_once(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is taken up: long talks cost time and memory to read."""
    read: list[str] = []
    load = Store.load

    async def counted(store: Store, conversation_id: str) -> Loaded:
        read.append(conversation_id)
        return await load(store, conversation_id)

    monkeypatch.setattr(Store, "load", counted)
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        await a_sign_from(discord, 8)
        assert read == []
        await discord.sends({"attachments": [ABOUT | {"content_type": "image/png"}]}, user=7)
        await discord.heard(discord.dm(7), 3)
    assert read == [f"discord:{discord.dm(7)}:0:7"]


async def test_a_thread_is_a_talk_of_its_own(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    thread = discord.thread(GUILD)
    async with room(echo) as opened, bot(opened):
        await discord.says(f"<@{discord.me['id']}> hello", user=7, thread=thread)
        assert (await discord.heard(thread, 2))[1] == "You said: hello"
        assert await opened[1].conversations("discord:5:") == [f"discord:5:{thread}:7"]
    assert discord.texts(discord.guild_channel(GUILD)) == []


async def test_a_reply_to_the_bot_is_speaking_to_it(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    channel = discord.guild_channel(GUILD)
    async with room(echo) as opened, bot(opened):
        await discord.says(f"<@{discord.me['id']}>", user=7, guild=GUILD)
        await discord.heard(channel)
        await discord.says("yes", user=7, guild=GUILD, reply_to=discord.last_message(channel))
        await discord.heard(channel, 3)
        await discord.says("no", user=7, guild=GUILD, reply_to=discord.last_message(channel), pings_author=False)
        await discord.heard(channel, 4)
    assert discord.texts(channel)[0] == lines.IN_PUBLIC
    assert discord.texts(channel)[2:] == ["You said: yes", lines.UNSEEN]  # without the ping its words are hidden


async def test_a_crisis_is_never_answered_in_public(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, worried: Guard
) -> None:
    channel = discord.guild_channel(GUILD)
    async with guarded(room, echo, worried) as opened, bot(opened):
        await discord.says(f"<@{discord.me['id']}> goodbye", user=7, guild=GUILD)
        assert await discord.heard(channel) == [lines.IN_PRIVATE]
        assert await discord.heard(discord.dm(7)) == ["Please call now."]
        assert await opened[1].conversations("discord:") == [f"discord:{discord.dm(7)}:0:7"]


async def test_while_danger_stands_in_private_nothing_more_is_said_in_public(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = f"discord:{discord.dm(7)}:0:7"
    monkeypatch.setattr(Sessions, "level", lambda _, conversation: 2 if conversation.id == alone else 0)
    async with room(echo) as opened, bot(opened):
        await discord.says("it is bad", user=7)
        await discord.heard(discord.dm(7), 2)
    async with room(echo) as opened, bot(opened):
        await discord.says(f"<@{discord.me['id']}> hello", user=7, guild=GUILD)
        assert await discord.heard(discord.guild_channel(GUILD)) == [lines.IN_PRIVATE]
        assert (await discord.heard(discord.dm(7), 3))[2] == "You said: hello"


async def test_no_direct_channel_is_opened_for_small_talk(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    asked: list[str] = []
    discord.wire.mishap = asked.append
    async with room(echo) as opened, bot(opened):
        await discord.says(f"<@{discord.me['id']}> hello", user=7, guild=GUILD)
        await discord.heard(discord.guild_channel(GUILD), 2)
    assert "POST /users/@me/channels" not in asked


@pytest.mark.parametrize("route", ["POST /users/@me/channels", None])
async def test_who_cant_be_written_to_is_told_how(
    fake_and_door: tuple[FakeDiscord, Bot], room: Room, echo: Skill, worried: Guard, route: str | None
) -> None:
    discord, bot = fake_and_door
    discord.closed_to_bots.add(7)
    if route:
        discord.wire.faults[route].append(Refusal(403, 50007, "Cannot send messages to this user"))
    async with guarded(room, echo, worried) as opened, bot(opened):
        await discord.says(f"<@{discord.me['id']}> goodbye", user=7, guild=GUILD)
        assert await discord.heard(discord.guild_channel(GUILD)) == [lines.CLOSED]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ({"sticker_items": [{"id": "1", "name": "wave", "format_type": 1}]}, unreadable.STICKER),
        ({"attachments": [ABOUT | {"content_type": "image/png"}]}, unreadable.PICTURES),
        ({"attachments": [ABOUT | {"content_type": "audio/ogg"}], "flags": 1 << 13}, unreadable.SOUNDS),
        ({"attachments": [ABOUT | {"content_type": "application/pdf"}]}, unreadable.FILES),
        ({}, unreadable.OTHER),
    ],
)
async def test_things_without_words_are_kindly_declined(
    fake_and_door: tuple[FakeDiscord, Bot], room: Room, echo: Skill, content: dict[str, Any], line: str
) -> None:
    discord, bot = fake_and_door
    async with room(echo) as opened, bot(opened):
        await discord.again(await discord.sends(content, user=7))
        await a_sign_from(discord, 8)
        assert await discord.heard(discord.dm(7)) == [line]


@pytest.fixture
def fake_and_door(discord: FakeDiscord, bot: Bot) -> tuple[FakeDiscord, Bot]:
    return discord, bot


async def spoken(attachment: Attachment) -> str | None:
    return "I am tired" if attachment.mime == "audio/ogg" else None


async def test_a_function_may_put_attachments_into_words(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.testing.scripted.spoken", spoken, raising=False)
    async with room(echo) as opened, bot(opened, attachments="bot.testing.scripted:spoken"):
        await discord.sends({"attachments": [ABOUT | {"content_type": "audio/ogg"}]}, user=7)
        assert (await discord.heard(discord.dm(7), 2))[1] == "You said: I am tired"
        await discord.sends({"content": "look", "attachments": [ABOUT | {"content_type": "image/png"}]}, user=7)
        assert (await discord.heard(discord.dm(7), 4))[2:] == ["You said: look", unreadable.BESIDE]


async def test_in_danger_it_says_whom_to_call_and_nothing_of_pictures(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, worried: Guard
) -> None:
    key, picture = f"discord:{discord.dm(7)}:0:7", {"attachments": [ABOUT | {"content_type": "image/png"}]}
    async with guarded(room, echo, worried) as (sessions, store), bot((sessions, store)):
        await sessions.note(key, CareState(2, "suicide"))
        await discord.sends(picture, user=7)
        assert await discord.heard(discord.dm(7)) == [f"{unreadable.PICTURES} {EMERGENCY}"]
        await discord.sends({"content": "look"} | picture, user=7)
        await discord.heard(discord.dm(7), 3)
        await sessions.note(key, CareState(2, "abuse", unsafe_to_talk=True))
        await discord.sends(picture, user=7)
        texts = await discord.heard(discord.dm(7), 4)
        assert unreadable.BESIDE not in texts
        assert texts[-1] == unreadable.PICTURES


async def test_an_edit_is_noticed_and_danger_in_it_answered(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, worried: Guard
) -> None:
    async with guarded(room, echo, worried) as opened, bot(opened):
        message = await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.world.tell("MESSAGE_UPDATE", discord.world.dm(7), message)  # a preview of a link was added
        await discord.amends(message, "hello there")
        await discord.heard(discord.dm(7), 3)
        await discord.amends(message, "goodbye")
        texts = await discord.heard(discord.dm(7), 4)
    assert texts[2:] == [unreadable.CHANGED, "Please call now."]


async def test_who_deletes_their_last_message_takes_it_back_and_hears_nothing_of_it(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    key = f"discord:{discord.dm(7)}:0:7"
    async with room(echo) as opened, bot(opened):
        first = await discord.says("one", user=7)
        await discord.heard(discord.dm(7), 2)
        second = await discord.says("two", user=7)
        await discord.heard(discord.dm(7), 3)
        await a_sign_from(discord, 8)
        await discord.deletes(first)
        await discord.deletes(second)
        await discord.world.remove(discord.world.dm(7), second)  # told twice
        await a_sign_from(discord, 9)
        assert (await opened[0].known(key)).said("user") == ("one",)
    assert len(discord.texts(discord.dm(7))) == 3


async def test_while_the_store_fails_everybody_is_answered(
    discord: FakeDiscord, bot: Bot, echo: Skill, worried: Guard, tmp_path: Path
) -> None:
    address, channel = f"sqlite+aiosqlite:///{tmp_path / 'failing.db'}", discord.guild_channel(GUILD)
    async with (
        Store.open(address) as store,
        Sessions(Engine((("echo", echo),), worried), store, gather=0) as sessions,
        bot((sessions, store)),
    ):
        await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        async with failing(store, tmp_path / "failing.db", "moved"):
            await discord.says("goodbye, all of you", user=7)
            assert (await discord.heard(discord.dm(7), 3))[2] == "Please call now."
            await discord.says("a calm day", user=8)
            assert await discord.heard(discord.dm(8), 1) == [UNKEPT]
            await discord.says(f"goodbye, <@{discord.me['id']}>", user=9, guild=GUILD)
            assert await discord.heard(discord.dm(9), 1) == ["Please call now."]
        await discord.says("again", user=7)
        assert (await discord.heard(discord.dm(7), 4))[3] == "You said: again"
    assert "Please call now." not in discord.texts(channel)


async def test_a_command_written_as_words_is_followed_and_an_unknown_one_is_told_so(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, worried: Guard
) -> None:
    async with guarded(room, echo, worried) as opened, bot(opened):
        here = discord.dm(7)
        await discord.says("/privacy", user=7)
        (page,) = await discord.heard(here)
        assert page.startswith("What is kept")
        await discord.says("/exprot", user=7)
        assert (await discord.heard(here, 2))[1].startswith("I don't know /exprot.")
        assert (await opened[1].load(f"discord:0:{here}:7")).conversation.turns == ()
        await discord.says("/goodbye everybody", user=7)
        assert (await discord.heard(here, 3))[2] == "Please call now."
        channel = discord.guild_channel(GUILD)
        await discord.says(f"<@{discord.me['id']}> /privacy", user=7, guild=GUILD)
        (public,) = await discord.heard(channel)
        assert "private" in public


async def test_a_rating_leaves_the_talk_where_it_was(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        here = discord.dm(7)
        await discord.says("one", user=7)
        await discord.heard(here, 2)
        await discord.says("/feedback", user=7)
        await discord.heard(here, 3)
        await discord.presses("stars:5", discord.sent[-1].id, user=7)
        await discord.says("two", user=7)
        assert (await discord.heard(here, 4))[-1] == "You said: two"
        (talk,) = (await opened[1].people.export("discord:7"))["conversations"]
        assert len(talk["turns"]) == 4
        assert [rating["value"] for rating in talk["ratings"]] == [5]
