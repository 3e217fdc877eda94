"""Talks with the bots of a study, before a desk without any chat between."""

from __future__ import annotations

import re

from tests.worlds.chats.conftest import Met
from tests.worlds.web.test_chat import loaded as chat_of_two
from worlds.studies.check import load
from worlds.studies.judging import Choice, Compared, Rating
from worlds.studies.pre_chat import Before
from worlds.studies.study import Loaded

__all__ = ["chat_of_two"]


async def test_both_bots_are_written_to_and_compared(chat_of_two: Loaded, met: Met) -> None:
    async with met(chat_of_two) as guest:
        page = await guest.begin()
        assert page.text.startswith("Write your first message now.")
        assert "Program 1 of 2. 2 more messages of yours" in page.text
        for number in (1, 2):
            await guest.say(f"my exam {number} went badly")
            assert "1 more message of yours" in guest.page.text
            assert guest.labels == [["Stop"]]
            await guest.say(f"I studied for weeks {number}")
            assert re.match(r"This is (one|two)\. Go on\.", guest.page.text)
            await guest.press("I am done with this talk")
            assert "Did it understand?" in guest.page.text
            await guest.press(str(number))
        assert guest.labels == [["the first", "the second"], ["both alike", "neither"], ["Stop"]]
        await guest.press("the second")
        await guest.press("both alike")
        assert "DONE1" in (await guest.press("Finish")).text
        known = await guest.known()
    assert [one.given for one in known.judgements[:2]] == [Rating({"understood": (number,)}) for number in (1, 2)]
    compared = known.judgements[2].given
    assert isinstance(compared, Compared)
    assert compared.choices["comforting"] == Choice(tie="equal")
    assert known.judgements[1].item == chat_of_two.items[compared.choices["overall"].preferred or 0].id


async def test_a_survey_comes_first_and_each_reply_is_asked_about(chat_of_two: Loaded, met: Met) -> None:
    text = chat_of_two.path.read_text().replace("turns = 2", 'turns = 1\npre_chat = true\neach_turn = "Met?"')
    chat_of_two.path.write_text(text)
    async with met(load(chat_of_two.path)) as guest:
        await guest.begin()
        for answer in ("job crisis", "anger", "4", "Current Experience"):
            await guest.press(answer)
        assert "Program 1 of 2" in guest.page.text
        assert "Met?" not in guest.page.text
        await guest.say("my exam went badly")
        assert "Met?" in guest.page.text
        tap = next(button.action for button in guest.page.buttons[0] if button.label == "No")
        await guest.press("Yes")
        assert guest.labels[0] == ["• Yes", "No"]
        await guest.press("I am done with this talk")
        await guest.press("5")
        assert "Program 2 of 2" in guest.page.text
        await guest.say("my exam went badly")
        await guest.act(tap)  # under a message of the first talk
        assert guest.labels[0] == ["Yes", "No"]
        known = await guest.known()
    assert known.judgements[0].given == Before("job crisis", "anger", 4, "Current Experience")


async def test_danger_in_a_talk_ends_the_study_and_the_talk_goes_on(chat_of_two: Loaded, met: Met) -> None:
    async with met(chat_of_two) as guest:
        await guest.begin()
        await guest.say("I want to kill myself tonight")
        assert "The study ends here." in guest.page.text
        assert "STOP1" in guest.page.text
        await guest.say("thank you for being there")
        assert "STOP1" in guest.page.text
        assert (await guest.known()).progress.interrupted
        await guest.act("forget:yes")
        await guest.begin()
        assert guest.page.text.startswith("You have taken part in this study, and")  # a code was given


async def test_who_is_forgotten_on_the_way_may_begin_anew(chat_of_two: Loaded, met: Met) -> None:
    async with met(chat_of_two) as guest:
        await guest.begin()
        await guest.say("my exam went badly")
        await guest.act("forget:yes")
        await guest.begin()
        assert guest.page.text.startswith("Write your first message now.")
