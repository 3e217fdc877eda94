"""What the bot makes of messages that were changed, taken back, or have no words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from bot.frontends import unreadable
from bot.frontends.attachments import Attachment
from bot.frontends.telegram import lines
from bot.limits import EMERGENCY
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import FakeTelegram
from skills.care.state import CareState

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]


async def words_of(attachment: Attachment) -> str | None:
    """A stand-in for somebody's speech recognition: named in the settings of a test."""
    data = await attachment.read()
    if data == b"broken":
        raise ValueError("no sound")
    return f"{attachment.kind} says {data.decode()}" if attachment.kind == "voice" else None


async def test_an_edit_of_the_newest_message_is_heard(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        update = await telegram.says("I lost my jub", user=7)
        await telegram.heard(7)
        await telegram.amends(update, "I lost my job")
        assert await telegram.heard(7, 2) == ["You said: I lost my jub", "You said: I lost my job"]


async def test_an_edit_that_changes_no_word_is_nothing(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        update = await telegram.says("see https://example.org", user=7)
        await telegram.heard(7)
        await telegram.amends(update, "see https://example.org")  # as when Telegram has fetched a preview
        await telegram.says("well?", user=7)
        assert await telegram.heard(7, 2) == ["You said: see https://example.org", "You said: well?"]


async def test_an_edit_of_an_earlier_message_is_acknowledged_and_danger_in_it_heard(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as opened, bot(opened):
        first = await telegram.says("one", user=7)
        await telegram.says("two", user=7)
        await telegram.heard(7, 2)
        await telegram.amends(first, "one, or so")
        await telegram.heard(7, 3)
        await telegram.amends(first, "I am in danger")
        assert (await telegram.heard(7, 4))[2:] == [unreadable.CHANGED, "Call now."]


async def test_a_deleted_message_changes_nothing(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        update = await telegram.says("one", user=7)
        await telegram.heard(7)
        await telegram.removes(update)
        await telegram.says("two", user=7)
        assert await telegram.heard(7, 2) == ["You said: one", "You said: two"]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("photo", unreadable.PICTURES),
        ("animation", unreadable.PICTURES),
        ("voice", unreadable.SOUNDS),
        ("document", unreadable.FILES),
        ("location", lines.PLACES),
        ("sticker", lines.STICKER_WITH.format(emoji="👍")),
        ("dice", unreadable.OTHER),
    ],
)
async def test_what_has_no_words_gets_a_kind_one(
    *, telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, kind: str, line: str
) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.shows(kind, user=7)
        assert await telegram.heard(7) == [line]


async def test_a_caption_is_read_and_what_it_stands_under_is_not(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as opened, bot(opened):
        await telegram.shows("photo", user=7, caption="my dog")
        assert await telegram.heard(7, 2) == ["You said: my dog", unreadable.BESIDE]
        await telegram.shows("photo", user=7, caption="I am in danger")
        await telegram.says("still", user=7)
        assert (await telegram.heard(7, 4))[2:] == ["Call now.", "You said: still"]


async def test_in_danger_it_also_says_whom_to_call(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as (sessions, store), bot((sessions, store)):
        await telegram.says("I am in danger", user=7)
        await telegram.shows("voice", user=7)
        await telegram.shows("location", user=7)
        texts = await telegram.heard(7, 3)
        await sessions.note("telegram:7:0:7", CareState(3, "abuse", unsafe_to_talk=True))
        await telegram.shows("voice", user=7)
        assert (await telegram.heard(7, 4))[3] == unreadable.SOUNDS
    assert texts == ["Call now.", f"{unreadable.SOUNDS} {EMERGENCY}", lines.PLACES]
    assert EMERGENCY in lines.PLACES


async def test_an_album_is_declined_once(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    photo = {"photo": [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}], "media_group_id": "9"}
    async with room(echo) as opened, bot(opened):
        for _ in range(3):
            await telegram.sends(photo, user=7)
        await telegram.says("these", user=7)
        assert await telegram.heard(7, 2) == [unreadable.PICTURES, "You said: these"]


async def test_a_function_may_turn_an_attachment_into_words(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "words_of", words_of, raising=False)  # somewhere that has a name
    async with room(echo) as opened, bot(opened, attachments="bot.frontends.telegram.lines:words_of"):
        await telegram.shows("voice", user=7, data=b"hello")
        await telegram.shows("voice", user=7, data=b"broken")
        await telegram.shows("document", user=7, data=b"hello")
        texts = await telegram.heard(7, 3)
    assert texts == ["You said: voice says hello", unreadable.SOUNDS, unreadable.FILES]
