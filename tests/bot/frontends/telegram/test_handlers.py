"""What a person meets in a private chat besides the talk: commands, buttons, stars."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from bot.frontends.console import HELLO
from bot.frontends.door import APOLOGY
from bot.frontends.menu import Menu, Page
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import FakeTelegram, flood

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
PNG = b"\x89PNG\r\n\x1a\n-not-really"


async def test_start_says_what_it_is_and_is_no_turn(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("/start", user=7)
        (text,) = await telegram.heard(7)
        assert (await opened[1].load("telegram:7:0:7")).conversation.turns == ()
    assert text.startswith(HELLO)
    assert "computer program, not a person" in text
    assert any(data.startswith("consent:keep:") for row in telegram.sent[0].buttons for _, data in row)


async def test_the_first_answer_says_what_it_is_unless_start_did(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as opened, bot(opened, greets=True):
        await telegram.says("/start", user=8)
        await telegram.heard(8)
        for count, text in enumerate(("@attune_bot one", "@attune_bot two"), 1):
            for user, chat in ((7, None), (8, None), (9, -100)):
                await telegram.says(text, user=user, group=chat)
                await telegram.heard(chat or user, count + (user == 8))
        await telegram.says("I am in danger", user=10)
        assert await telegram.heard(10) == ["Call now."]
    seven, eight, group = telegram.texts(7), telegram.texts(8), telegram.texts(-100)
    assert seven == [f"{HELLO}\n\nYou said: @attune_bot one", "You said: @attune_bot two"]
    assert eight[1:] == ["You said: @attune_bot one", "You said: @attune_bot two"]
    assert group == [f"{HELLO}\n\nYou said: one", "You said: two"]


async def test_after_forget_it_says_again_what_it_is(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened, greets=True):
        await telegram.says("/start", user=7)
        await telegram.says("/forget", user=7)
        await telegram.heard(7, 2)
        await telegram.presses(7, data="forget:yes", user=7)
        await telegram.until(lambda: len(telegram.edits) == 1)
        await telegram.says("hello", user=7)
        assert (await telegram.heard(7, 3))[2] == f"{HELLO}\n\nYou said: hello"


async def test_a_choice_is_made_by_a_button_and_shown_in_its_place(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as (sessions, store), bot((sessions, store)):
        await telegram.says("/start", user=7)
        await telegram.heard(7)
        query = await telegram.presses(7, data="consent:keep:yes", user=7)
        await telegram.until(lambda: len(telegram.edits) == 1)
        consents = await store.people.consents("telegram:7")
    assert query in telegram.answered
    assert consents["keep"].given
    assert set(consents) == {"keep"}
    assert len(telegram.sent) == 1
    assert any(data == "consent:keep:no" for row in telegram.edits[0].buttons for _, data in row)


async def test_a_button_is_acknowledged_while_the_turn_before_it_is_still_answered(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    telegram.meet(7)

    async def until_acknowledged(_: float) -> None:
        await telegram.until(lambda: bool(telegram.answered))

    async with room(echo) as opened, bot(opened, pause=until_acknowledged):
        await telegram.says("/help", user=7)
        await telegram.says("/privacy", user=7)
        await telegram.heard(7, 2)
        telegram.faults["sendMessage"].append(flood(3))
        await telegram.says("hello", user=7)
        await telegram.until(lambda: not telegram.faults["sendMessage"])
        await telegram.presses(7, data="consent:keep:yes", user=7)
        await telegram.heard(7, 3)
        await telegram.until(lambda: len(telegram.edits) == 1)


async def test_a_button_on_a_page_with_a_picture_is_answered_by_a_new_message(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opened_page(_: Menu, __: str, action: str, *, private: bool = True) -> Page:
        from bot.frontends.menu import Button

        picture = Page("How it seemed", ((Button("It was sad", "felt:sad"),),), picture=PNG, alt="a line")
        return picture if action == "mood" else Page("Noted.")

    monkeypatch.setattr(Menu, "open", opened_page)
    async with room(echo) as opened, bot(opened):
        await telegram.says("/mood", user=7)
        await telegram.heard(7)
        await telegram.presses(7, "It was sad", user=7)
        assert await telegram.heard(7, 2) == ["How it seemed", "Noted."]
    file = telegram.sent[0].file
    assert file is not None
    assert (file.kind, file.data) == ("photo", PNG)


async def test_everything_is_exported_as_a_file(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("my own words", user=7)
        await telegram.says("/export", user=7)
        await telegram.heard(7, 2)
    file = telegram.sent[1].file
    assert file is not None
    assert file.name.endswith(".json")
    assert b"my own words" in file.data


async def test_forget_is_confirmed_and_then_nothing_is_left(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as (sessions, store), bot((sessions, store)):
        await telegram.says("my own words", user=7)
        await telegram.says("/forget", user=7)
        await telegram.heard(7, 2)
        assert (await sessions.known("telegram:7:0:7")).turns
        await telegram.presses(7, data="forget:yes", user=7)
        await telegram.until(lambda: len(telegram.edits) == 1)
        assert (await sessions.known("telegram:7:0:7")).turns == ()
    assert telegram.edits[0].text.startswith("Erased")
    assert telegram.edits[0].buttons == ()


async def test_a_menu_that_fails_is_apologised_for(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> Page:
        raise OSError("disk full")

    monkeypatch.setattr(Menu, "open", broken)
    async with room(echo) as opened, bot(opened):
        await telegram.says("/mood", user=7)
        assert await telegram.heard(7) == [APOLOGY]


async def test_an_unknown_command_with_many_words_is_words(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("/tired of everything and everybody", user=7)
        assert await telegram.heard(7) == ["You said: /tired of everything and everybody"]


async def test_danger_behind_a_command_is_heard(telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill) -> None:
    async with guarded(echo) as opened, bot(opened):
        await telegram.says("/country I am in danger", user=7)
        assert await telegram.heard(7) == ["Call now."]


async def test_stars_are_asked_for_after_every_second_reply(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as opened, bot(opened, ask_stars=True):
        for count, text in ((1, "one"), (3, "two"), (4, "three")):
            await telegram.says(text, user=7)
            texts = await telegram.heard(7, count)
        await telegram.presses(7, data="stars:4", user=7)
        await telegram.until(lambda: len(telegram.edits) == 1)
        ratings = (await opened[1].people.export("telegram:7"))["conversations"][0]["ratings"]
    assert [text for text in texts if text.startswith("You said")] == [
        f"You said: {n}" for n in ("one", "two", "three")
    ]
    assert "How was my last answer" in texts[2]
    assert [rating["value"] for rating in ratings] == [4]


async def test_stars_are_never_asked_for_in_danger(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as opened, bot(opened, ask_stars=True):
        for count, text in enumerate(("one", "I am in danger", "three", "four"), 1):
            await telegram.says(text, user=7)
            texts = await telegram.heard(7, count)
    assert texts == ["You said: one", "Call now.", "You said: three", "You said: four"]


async def test_the_typing_sign_comes_before_the_answer_is_thought_of(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    say, shown = Sessions.say, asyncio.Event()

    async def once_it_shows(sessions: Sessions, *told: object) -> object:
        await telegram.until(lambda: telegram.actions == [(7, "typing")])
        shown.set()
        return await say(sessions, *told)  # type: ignore[arg-type]

    monkeypatch.setattr(Sessions, "say", once_it_shows)
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        await telegram.heard(7)
    assert shown.is_set()


async def test_an_unknown_command_is_told_so_and_is_no_turn_unless_danger_is_in_it(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async with guarded(echo) as opened, bot(opened):
        await telegram.says("/exprot", user=7)
        (text,) = await telegram.heard(7)
        assert text.startswith("I don't know /exprot.")
        assert (await opened[1].load("telegram:7:0:7")).conversation.turns == ()
        await telegram.says("/danger now", user=7)
        assert (await telegram.heard(7, 2))[1] == "Call now."
        assert await opened[1].waiting("") == []


async def test_a_rating_leaves_the_talk_where_it_was(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.says("one", user=7)
        await telegram.says("/feedback", user=7)
        await telegram.heard(7, 2)
        await telegram.presses(7, data="stars:5", user=7)
        await telegram.until(lambda: len(telegram.edits) == 1)
        await telegram.says("two", user=7)
        assert (await telegram.heard(7, 3))[2] == "You said: two"
        assert len((await opened[1].load("telegram:7:0:7")).conversation.turns) == 4
