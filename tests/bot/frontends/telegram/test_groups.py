"""In a group the bot answers when it is spoken to, each person for themselves, and nothing that is only for one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from bot.frontends.telegram import lines
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import FakeTelegram

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GROUP = -100
LINK = "https://t.me/attune_bot"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("hello everybody", None),
        ("ask @attune_bot_2 instead", None),
        ("what do you think, @Attune_Bot?", "You said: what do you think, ?"),
        ("@attune_bot I'm tired", "You said: I'm tired"),
        ("mail me at me@attune_bot", None),
        ("/mood", None),
    ],
)
async def test_it_answers_who_speaks_to_it(
    *, telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, text: str, answer: str | None
) -> None:
    async with room(echo) as opened, bot(opened):
        update = await telegram.says(text, user=7, group=GROUP)
        await telegram.says("a sign that the one before is done with", user=8)
        await telegram.heard(8)
        if answer:
            await telegram.heard(GROUP)
        known = await opened[0].known(f"telegram:{GROUP}:0:7")
    assert telegram.texts(GROUP) == [answer] * bool(answer)
    assert len(known.turns) == 2 * bool(answer)
    if answer:
        replies = [sent.reply_to for sent in telegram.sent if sent.chat == GROUP]
        assert replies == [update["message"]["message_id"]]


async def test_a_reply_to_the_bot_is_speaking_to_it(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("yes", user=7, group=GROUP, reply_to=telegram.bot_message("hm", GROUP))
        assert await telegram.heard(GROUP) == ["You said: yes"]


async def test_each_person_has_a_conversation_and_each_topic_its_answers(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as (sessions, store), bot((sessions, store)):
        await telegram.says("@attune_bot one", user=7, group=GROUP, thread=5)
        await telegram.says("@attune_bot two", user=8, group=GROUP)
        await telegram.heard(GROUP, 2)
        seven, eight = [await sessions.known(f"telegram:{GROUP}:{which}") for which in ("5:7", "0:8")]
    assert seven.said("user") == ("one",)
    assert eight.said("user") == ("two",)
    assert {sent.text: sent.thread for sent in telegram.sent} == {"You said: one": 5, "You said: two": None}


@pytest.mark.parametrize(
    ("text", "answer"), [("I am in danger", "Call now."), ("it is heavy", "Are you thinking about ending your life?")]
)
async def test_danger_is_answered_in_private(
    *, telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill, text: str, answer: str
) -> None:
    telegram.meet(7)
    async with guarded(echo) as (sessions, store), bot((sessions, store)):
        await telegram.says(f"@attune_bot {text}", user=7, group=GROUP)
        assert await telegram.heard(7) == [answer]
        assert await telegram.heard(GROUP) == [lines.IN_PRIVATE.format(link=LINK)]
        alone, together = await sessions.known("telegram:7:0:7"), await sessions.known(f"telegram:{GROUP}:0:7")
    assert sessions.level(alone) > 0
    assert together.turns == ()


async def test_who_never_wrote_in_private_finds_the_answer_when_they_do(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as (sessions, store), bot((sessions, store)):
        await telegram.says("@attune_bot I am in danger", user=7, group=GROUP)
        assert await telegram.heard(GROUP) == [lines.IN_PRIVATE.format(link=LINK)]
        await telegram.says("@attune_bot one", user=8, group=GROUP)
        await telegram.heard(GROUP, 2)
        assert telegram.known(7) is None
        await telegram.says("/start", user=7)
        assert (await telegram.heard(7, 2))[0] == "Call now."
        await telegram.says("I'm here", user=7)
        assert (await telegram.heard(7, 3))[2] == "You said: I'm here"


async def test_an_answer_of_danger_left_in_a_group_goes_out_in_private(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    telegram.meet(7)
    telegram.chat(GROUP)
    async with guarded(echo) as opened:
        await opened[0].say(f"telegram:{GROUP}:0:7", "I am in danger", "1")  # as if the first look had missed it
        async with bot(opened):
            assert await telegram.heard(7) == ["Call now."]
    assert telegram.texts(GROUP) == [lines.IN_PRIVATE.format(link=LINK)]


async def test_what_is_private_is_opened_in_private(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("between us", user=7)
        await telegram.says("/export@attune_bot", user=7, group=GROUP)
        await telegram.heard(7, 2)
        await telegram.says("/forget@attune_bot", user=7, group=GROUP)
        await telegram.heard(GROUP, 2)
        assert (await opened[0].known("telegram:7:0:7")).said("user") == ("between us",)
    assert all("private chat" in text for text in telegram.texts(GROUP))
    in_public, in_private = ([sent for sent in telegram.sent if sent.chat == chat] for chat in (GROUP, 7))
    assert [sent.file for sent in in_public] == [None, None]
    assert in_private[1].file is not None
    assert len(in_private) == 2


async def test_an_invited_bot_says_once_what_it_is(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.invites(GROUP, user=7)
        await telegram.blocks(8)
        assert await telegram.heard(GROUP) == [lines.INVITED.format(link=LINK)]


async def test_who_speaks_in_the_name_of_the_group_is_not_taken_for_a_person(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    masked = {"text": "@attune_bot hello", "sender_chat": telegram.chat(GROUP).about}
    async with room(echo) as opened, bot(opened):
        await telegram.sends(masked, user=1087968824, group=GROUP)
        assert await telegram.heard(GROUP) == [lines.MASKED.format(link=LINK)]
        assert (await opened[0].known(f"telegram:{GROUP}:0:1087968824")).turns == ()


async def test_an_answer_follows_a_group_that_moved(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened:
        await opened[0].say(f"telegram:{GROUP}:0:7", "hello", "1")
        telegram.migrates(GROUP, -200)
        async with bot(opened):
            assert await telegram.heard(-200) == ["You said: hello"]
