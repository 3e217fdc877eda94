"""Whole talks of two systems inside a chat: one below the other, and again by a button where they are long."""

from __future__ import annotations

from tests.worlds.chats.conftest import Met, Opened
from tests.worlds.chats.people import Person
from tests.worlds.studies.conftest import Make, make_acute
from tests.worlds.web.test_pages import CODES
from worlds.studies.judging import Choice, Compared
from worlds.studies.ledger import Ledger

__all__ = ["make_acute"]


async def test_the_whole_way(make_acute: Make, opened: Opened, person: Person, url: str) -> None:
    loaded = make_acute(("one", "two"), more=CODES)
    async with opened(loaded):
        page = await person.begin()
        for _ in range(3):
            systems = [line.split(": ")[1].split()[0] for line in page.text.splitlines() if line.startswith("Speaker ")]
            assert len(systems) == 2
            assert not {"one", "two", "gold", "mixed"} & {*" ".join(page.buttons.values()).split(":")}
            better = "B" if systems[1] in ("gold", "one") else "A"
            await person.press(f"I prefer Speaker {better}")
            page = await person.press(f"Speaker {better}")
        assert page.text.startswith("Almost done")
        assert "DONE1" in (await person.press("Finish")).text
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
    assert [one.given for one in known.judgements] == [
        Compared({"engaging": Choice(0), "human": Choice(0)})
    ] * 3  # of each item the first: gold, or one


async def test_both_talks_are_shown_with_the_first_question(make_acute: Make, met: Met) -> None:
    async with met(make_acute()) as guest:
        page = await guest.begin()
        assert page.text.startswith("1 of 5\n\nThe talk with Speaker A\nPerson: My day")
        assert "\n\nThe talk with Speaker B\nPerson: My day" in page.text
        assert page.text.endswith("Who would you prefer to talk to?")
        assert guest.labels == [["I prefer Speaker A"], ["I prefer Speaker B"], ["Skip this one", "Stop"]]
        await guest.press("I prefer Speaker A")
        assert "The talk with Speaker A" in guest.page.text  # short ones stay where they are
        await guest.press("Back")
        assert (await guest.press("Skip this one")).text.startswith("2 of 5")


async def test_long_talks_are_read_again_by_a_button(make_acute: Make, met: Met) -> None:
    async with met(make_acute(), limit=100) as guest:
        page = await guest.begin()
        assert "The talk with Speaker B" in page.text
        assert ["Talk A", "Talk B"] in guest.labels
        await guest.press("I prefer Speaker B")
        assert guest.page.text == "1 of 5\n\nWho sounds more human?"
        page = await guest.press("Talk B")
        assert page.text.startswith("1 of 5\n\nThe talk with Speaker B\nPerson: My day")
        assert "Speaker A" not in page.text
        assert guest.labels == [["Back to the question", "Stop"]]
        await guest.press("Back to the question")
        assert guest.page.text == "1 of 5\n\nWho sounds more human?"
        await guest.press("Speaker B")
        (judgement,) = (await guest.known()).judgements
    assert isinstance(judgement.given, Compared)
    assert {one.preferred for one in judgement.given.choices.values()} in ({0}, {1})


async def test_what_no_button_says_changes_nothing(make_acute: Make, make: Make, met: Met) -> None:
    async with met(make_acute(), limit=100) as guest:
        await guest.begin()
        data = next(button.action for row in guest.page.buttons for button in row if button.label == "Talk A")
        for other in (data.replace(":0:", ":1:"), f"C{data[1:]}", f"{data}9"):
            assert (await guest.act(other)).text.startswith("1 of 5\n\nThe talk with Speaker A")
            assert guest.labels[0] == ["I prefer Speaker A"]
    async with met(make("ab")) as guest:
        await guest.begin()
        data = guest.page.buttons[0][0].action
        assert (await guest.act(f"A{data[1:-1]}")).text.startswith("1 of 5")
