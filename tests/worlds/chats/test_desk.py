"""What a participant presses and writes, without any chat between."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

import pytest

from tests.worlds.chats.conftest import Met
from tests.worlds.studies.conftest import Make
from tests.worlds.web.test_pages import CODES, GOLD
from worlds.chats.desk import ERASED
from worlds.chats.words import MARK, ONCE
from worlds.studies.judging import Choice, Rating


async def test_each_reply_is_rated_by_each_question(make: Make, met: Met) -> None:
    async with met(make("rating", per_participant=2)) as guest:
        page = await guest.begin()
        assert re.search(r"Reply A: Is it kind\?\n1 not at all · 3 somewhat · 5 very much$", page.text)
        assert guest.labels == [["1", "2", "3", "4", "5"], ["Skip this one", "Stop"]]
        page = await guest.press("5")
        assert re.search(r"Reply A: Is it English\?\n1 not at all · 2 somewhat · 3 very much$", page.text)
        assert guest.labels == [["1", "2", "3"], ["Back", "Skip this one", "Stop"]]
        assert "Reply A: Is it kind?" in (await guest.press("Back")).text


async def test_going_back_shows_what_was_said_and_the_later_word_counts(make: Make, met: Met) -> None:
    async with met(make("ab")) as guest:
        await guest.begin()
        await guest.press("A")
        await guest.press("Back")
        assert ["• A"] in guest.labels
        await guest.press("Both are equally good")
        await guest.press("Back")
        assert ["• Both are equally good"] in guest.labels
        await guest.press("Skip this one")
        known = await guest.known()
    assert [type(one.given) for one in known.judgements] == [Choice, Choice]
    assert known.judgements[1].given == Choice(tie="equal")
    assert (known.progress.place, len(known.progress.skipped)) == (1, 1)


async def test_an_answer_that_was_given_already_is_asked_for_again(make: Make, met: Met) -> None:
    async with met(make("ab")) as guest:
        await guest.begin()
        old = guest.page
        await guest.press("A")
        await guest.press("Back")
        await guest.press("B")
        await guest.press("Back")
        guest.page = old
        assert (await guest.press("A")).text.startswith("1 of 5")
        assert ["• B"] in guest.labels


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1] + "9",
        lambda data: data + "0",
        lambda data: data.replace(":", ":1", 1),
        lambda data: data[:4] + "0" + data[5:],
        lambda data: data + "\u0663",
        lambda data: "nonsense",
        lambda data: "skip:4",
        lambda data: "finish",
    ],
)
async def test_what_no_button_says_changes_nothing(make: Make, met: Met, change: Callable[[str], str]) -> None:
    async with met(make("ab")) as guest:
        await guest.begin()
        data = guest.page.buttons[0][0].action
        assert (await guest.act(change(data))).text.startswith("1 of 5")
        assert (await guest.known()).judgements == ()


async def test_an_answer_takes_as_long_as_since_its_item_was_shown(
    make: Make, met: Met, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(seconds=42)

    async with met(make("rating", per_participant=1)) as guest:
        await guest.begin()
        for _ in range(3):
            await guest.press("1")
        monkeypatch.setattr("worlds.web.tokens.datetime", Later)
        await guest.press("1")
        (judgement,) = (await guest.known()).judgements
    assert 42 <= judgement.seconds < 100


async def test_all_data_fits_into_a_button(make: Make, met: Met) -> None:
    questions = "".join(f'[[question]]\nname = "q{number}"\ntext = "How?"\n' for number in range(14))
    async with met(make("rating", questions, per_participant=1)) as guest:
        await guest.begin()
        while "Almost done" not in guest.page.text:
            assert all(len(button.action) <= 60 for row in guest.page.buttons for button in row)
            await guest.press("1")
        (judgement,) = (await guest.known()).judgements
    assert isinstance(judgement.given, Rating)
    assert len(judgement.given.points) == 16


async def test_an_item_longer_than_a_message_is_shown_once(make: Make, met: Met) -> None:
    async with met(make("rating"), limit=100) as guest:
        assert "My day" in (await guest.begin()).text
        page = await guest.press("1")
        assert "My day" not in page.text
        assert page.text.count(" says ") == 1


async def test_who_does_not_read_is_told_that_it_is_looked_at(make: Make, met: Met) -> None:
    async with met(make("ranking", CODES + GOLD)) as guest:
        await guest.begin()
        while "Almost done" not in guest.page.text:
            await guest.press("bad")
        assert "LOOK1" in (await guest.press("Finish")).text


async def test_words_at_the_end_are_kept_together(make: Make, met: Met) -> None:
    async with met(make("ab", per_participant=1)) as guest:
        await guest.begin()
        await guest.press("A")
        await guest.say("one")
        await guest.say("two")
        await guest.say("on")
        assert (await guest.known()).remark == "one\ntwo\non"
        assert await guest.say("two", edited=True) is None
        await guest.say("two, and three", edited=True)
        assert (await guest.known()).remark == "one\ntwo\non\ntwo, and three"
        assert (await guest.press("Back")).text.startswith("1 of 1")


async def test_who_was_forgotten_after_a_code_gets_no_second_one(make: Make, met: Met) -> None:
    async with met(make("ab", CODES, per_participant=1)) as guest:
        await guest.act("start")
        assert MARK in guest.page.text
        await guest.begin()
        await guest.press("A")
        assert "DONE1" in (await guest.press("Finish")).text
        assert MARK in (await guest.act("forget")).text
        for page in [await guest.act("forget:yes"), await guest.begin(), await guest.act("forget:yes")]:
            assert page.text == f"{ONCE} somebody@example.org."
            assert page.buttons == ()
        assert await guest.everybody() == []
        await guest.say("hello")
        assert guest.page.text.startswith(ONCE)
        await guest.say("goodbye")  # words are read by the guard all the same
        assert "Please call now." in guest.page.text
        assert await guest.everybody() == []


@pytest.mark.parametrize("codes", ["", CODES])
async def test_where_no_code_was_given_nothing_at_all_is_left(make: Make, met: Met, codes: str) -> None:
    async with met(make("ab", codes, per_participant=1)) as guest:
        await guest.begin()
        await guest.press("A")
        if not codes:
            await guest.press("Finish")
        assert (await guest.act("forget:yes")).text == ERASED
        assert (await guest.begin()).text.startswith("1 of 1")


async def test_a_command_with_words_is_read_for_danger(make: Make, met: Met) -> None:
    async with met(make("ab")) as guest:
        await guest.say("/start 5f3c")
        assert "Only adults may take part." in guest.page.text
        page = await guest.say("/stop goodbye")
        assert page is not None
        assert "Please call now." in page.text


async def test_changed_words_are_answered_where_they_are_of_danger(make: Make, met: Met) -> None:
    async with met(make("ab")) as guest:
        await guest.begin()
        assert await guest.say("hello there", edited=True) is None
        page = await guest.say("goodbye", edited=True)
        assert page is not None
        assert "Please call now." in page.text
        page = await guest.say("goodbye again")
        assert page is not None
        assert "Please call now." in page.text
