"""Two bots at once inside a chat: both answers come together, the chosen one goes on, and danger goes before."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.worlds.chats.conftest import Met, Opened
from tests.worlds.chats.guest import Guest
from tests.worlds.chats.people import Person
from tests.worlds.web.duets import AB_TURNS, duet, slowed
from worlds.chats import turns
from worlds.studies.check import load
from worlds.studies.judging import Choice
from worlds.studies.ledger import Ledger
from worlds.studies.rooms import DuetRooms
from worlds.studies.study import Loaded


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    return duet(tmp_path, AB_TURNS)


def shown(text: str) -> list[str]:
    """Who stands under A and B."""
    return re.findall(r"^Reply [AB]: This is (\w+)\.", text, re.MULTILINE)


async def test_the_whole_way(loaded: Loaded, opened: Opened, person: Person, url: str) -> None:
    preferred = []
    async with opened(loaded):
        consent = await person.say("hello")
        assert "You will write about something on your mind" in consent.text
        await person.press("I am 18 or older and agree to take part")
        assert "Write your first message now." in (await person.press("Begin")).text
        for number, text in enumerate(("my exam went badly", "I studied for weeks"), 1):
            page = await person.say(text)
            assert page.text.startswith(f"Choice {number} of 2")
            assert sorted(shown(page.text)) == ["one", "two"]
            assert list(page.buttons) == ["A", "B", "Both are equally good", "Neither is good", "Stop"]
            preferred.append(shown(page.text)[1])
            page = await person.press("B")
            if number == 1:
                assert page.text.startswith(f"The talk goes on with reply B.\n\nThis is {preferred[0]}.")
        assert page.text.startswith("Almost done")
        assert list(page.buttons) == ["Finish"]  # nothing is gone back to: the talk has gone on since
        end = await person.press("Finish")
    assert "What you wrote with are computer programs" in end.text
    assert "Your code: DONE1" in end.text
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
    assert [one.item for one in known.judgements] == ["turn-1", "turn-2"]
    assert [one.given for one in known.judgements] == [Choice(["one", "two"].index(name)) for name in preferred]


async def test_a_server_that_starts_anew_shows_what_was_to_be_chosen(
    loaded: Loaded, opened: Opened, person: Person
) -> None:
    async with opened(loaded):
        await person.begin()
        page = await person.say("my exam went badly")
    async with opened(loaded):
        again = await person.say("/start")
        assert again.text == page.text
        assert "The talk goes on" in (await person.press("Both are equally good")).text


async def test_older_choices_and_made_up_ones_change_nothing(loaded: Loaded, met: Met) -> None:
    async with met(loaded) as guest:
        await guest.begin()
        await guest.say("my exam went badly")
        first = {button.label: button.action for row in guest.page.buttons for button in row}
        await guest.act(first["A"][:-1] + "9")
        await guest.act(first["A"].replace("c:1", "c:2"))
        assert len(shown(guest.page.text)) == 2
        await guest.act(first["A"])
        await guest.act(first["B"])  # the same answers, a second time
        await guest.say("I studied for weeks")
        await guest.act(first["B"])
        assert len(shown(guest.page.text)) == 2
        assert len((await guest.known()).judgements) == 1


async def test_words_at_a_choice_are_read_by_the_guard_and_go_to_no_bot(loaded: Loaded, met: Met, url: str) -> None:
    async with met(loaded) as guest:
        await guest.begin()
        await guest.say("my exam went badly")
        choices = guest.page.buttons
        page = await guest.say("the first one is nicer")
        assert page is not None
        assert page.text.startswith("(Please use the buttons.)")
        assert page.buttons[0][0].label == choices[0][0].label
        await guest.say("goodbye, everybody")
        assert "Please call now." in guest.page.text
        assert "STOP1" in guest.page.text
        await guest.act(choices[0][0].action)  # too late: the comparison has ended
        page = await guest.say("goodbye again")
        assert page is not None
        assert "Please call now." in page.text
        assert (await guest.known()).judgements == ()
    async with DuetRooms.open(url, loaded) as rooms:
        assert "everybody" not in repr(await rooms.everything())


async def test_danger_in_the_talk_ends_the_study_and_the_talk_goes_on(loaded: Loaded, met: Met) -> None:
    async with met(loaded) as guest:
        await guest.begin()
        await guest.say("I want to kill myself tonight")
        assert shown(guest.page.text) == []
        assert "The study ends here." in guest.page.text
        assert "STOP1" in guest.page.text
        before = guest.page.text
        await guest.say("thank you for being there")
        assert "You can write on here" in guest.page.text
        assert guest.page.text != before
        assert (await guest.known()).progress.interrupted


async def looked(guest: Guest) -> None:
    while "writing" in (await guest.press("Look again")).text:
        await asyncio.sleep(0.01)


async def test_slow_writers_are_looked_for_by_a_button(
    loaded: Loaded, met: Met, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = slowed(monkeypatch, turns)
    async with met(loaded) as guest:
        await guest.begin()
        await guest.say("my exam went badly")
        assert guest.labels == [["Look again", "Stop"]]
        page = await guest.say("are you there?")
        assert page is not None
        assert page.text.startswith("(Please use the buttons.)")
        released.set()
        await looked(guest)
        assert len(shown(guest.page.text)) == 2


async def test_who_is_forgotten_while_both_write_is_forgotten(
    loaded: Loaded, met: Met, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = slowed(monkeypatch, turns)
    async with met(loaded) as guest:
        await guest.begin()
        await guest.say("my exam went badly")
        assert "is erased" in (await guest.act("forget:yes")).text
        released.set()
        await asyncio.sleep(0.05)
    async with Ledger.open(url, loaded) as ledger, DuetRooms.open(url, loaded) as rooms:
        assert await ledger.everybody() == []
        assert await rooms.everything() == []
    assert b"my exam went badly" not in (loaded.path.parent / "studies.db").read_bytes()


async def test_where_both_say_the_same_nothing_is_asked(loaded: Loaded, met: Met) -> None:
    for name in ("one", "two"):
        script = loaded.path.parent / f"{name}.py"
        script.write_text(script.read_text().replace(f"This is {name}.", "This is it."))
    async with met(load(loaded.path)) as guest:
        await guest.begin()
        await guest.say("my exam went badly")
        assert guest.page.text == "This is it. Go on.\n\n(Choice 1 of 2)"
