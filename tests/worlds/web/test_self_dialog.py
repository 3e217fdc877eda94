"""One person writes both sides in a browser: two talks to the completion code, taking back, and danger."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.test_pages import CODES, Person
from worlds.studies.ledger import Ledger
from worlds.studies.rooms import WritingRooms
from worlds.studies.self_dialog import Finished
from worlds.studies.study import Loaded

RULES = f"[collection]\nleast = 4\nmost = 6\n{CODES}"
DANGER = "I want to kill myself tonight, I have the pills here."


@pytest.fixture
def loaded(make_collection: Make) -> Loaded:
    return make_collection(RULES, kind="self_dialog", situations=2, per_participant=2)


@asynccontextmanager
async def begun(base: str) -> AsyncIterator[Person]:
    async with httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=ann")
        assert "You can skip one" not in person.page
        await person.agree()
        yield person


async def add(person: Person, *texts: str) -> httpx.Response:
    for text in texts:
        found = await person.send(**(person.hidden() | {"action": "say", "text": text}))
    return found


def lines(person: Person) -> list[tuple[str, str]]:
    return re.findall(r'<span class="who">(\w+):</span> (.*?)</li>', person.page)


async def test_both_talks_are_written_and_kept(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, begun(base) as ann:
        assert "Talk 1 of 2" in ann.page
        assert re.search(r"It is situation \d\.", ann.page)
        assert "What the person says" in ann.page
        await add(ann, "I sit <alone>.")
        assert "What the listener answers" in ann.page
        await add(ann, "Every day?", "Since May.")
        assert lines(ann) == [
            ("Person", "I sit &lt;alone&gt;."),
            ("Listener", "Every day?"),
            ("Person", "Since May."),
        ]
        assert "1 more turn at least" in ann.page
        assert (await ann.send(**(ann.hidden() | {"action": "finish"}))).status_code == 422
        assert "at least 4 turns" in ann.page
        await add(ann, "That is long.")
        form = ann.hidden() | {"action": "finish", "text": "It is not."}
        assert (await ann.send(**form)).status_code == 422
        assert ">It is not.</textarea>" in ann.page  # what is not added yet is not lost
        await ann.send(**(ann.hidden() | {"action": "finish"}))
        assert "Talk 2 of 2" in ann.page
        assert lines(ann) == []
        await add(ann, *"abcdef")
        assert "as many turns as it may have" in ann.page
        assert 'name="text"' not in ann.page
        await ann.send(**(ann.hidden() | {"action": "finish"}))
        await ann.send(action="survey", remark="")
        assert "DONE1" in ann.page
        assert "played by a person" not in ann.page
    async with WritingRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        assert [[turn.text for turn in one.said] for one in kept.room.dialogs] == [
            ["I sit <alone>.", "Every day?", "Since May.", "That is long."],
            [*"abcdef"],
        ]
        assert all(one.finished for one in kept.room.dialogs)


async def test_the_last_turn_is_taken_back_to_be_written_anew(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, begun(base) as ann:
        assert 'value="undo"' not in ann.page
        await add(ann, "It rained.", "Al day?")
        form = ann.hidden() | {"action": "undo", "text": "what I was writing"}
        for _ in range(2):  # the button pressed twice takes back one
            await ann.send(**form)
        assert lines(ann) == [("Person", "It rained.")]
        assert ">Al day?</textarea>" in ann.page
        await add(ann, "All day?")
        assert lines(ann)[-1] == ("Listener", "All day?")
        assert ">All day?</textarea>" not in ann.page


async def test_a_form_sent_twice_or_of_another_page(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, begun(base) as ann:
        form = ann.hidden() | {"action": "say", "text": "Once."}
        for _ in range(2):
            await ann.send(**form)
        assert lines(ann) == [("Person", "Once.")]
        assert (await ann.send(**(form | {"situation": "elsewhere", "event": "e"}))).status_code == 422
        assert "that dialog is over" in ann.page
        for action in ("skip", "back", "rate", "on"):
            assert (await ann.send(**(form | {"action": action}))).status_code == 422
        assert (await add(ann, "  ")).status_code == 422
        assert "write something first" in ann.page


async def test_danger_ends_the_study_with_full_pay_and_is_not_kept(
    loaded: Loaded, opened: Opened, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(loaded) as base, begun(base) as ann:
        await add(ann, "It rained.", "All day?", DANGER)
        assert "You did nothing wrong" in ann.page
        assert "before it was kept" in ann.page
        assert "STOP1" in ann.page
        assert "danger was told in a talk of a collection" in caplog.text
        assert "pills" not in caplog.text
    async with WritingRooms.open(url, loaded) as rooms, Ledger.open(url, loaded) as ledger:
        (kept,) = await rooms.everything()
        assert "pills" not in repr(kept)
        assert len(kept.room.dialogs[0].said) == 2
        assert [str(one.progress.outcome) for one in await ledger.everybody()] == ["stopped"]


async def test_who_stops_keeps_their_pay_and_their_place_is_found_again(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, begun(base) as ann:
        await add(ann, "It rained.")
        await ann.come("?PROLIFIC_PID=ann")  # another tab
        assert lines(ann) == [("Person", "It rained.")]
        await ann.send(action="stop")
        assert "STOP1" in ann.page


async def test_a_talk_that_ended_as_the_server_died_is_ended_once_more(
    loaded: Loaded, opened: Opened, url: str
) -> None:
    async with opened(loaded) as base, begun(base) as ann:
        await add(ann, *"abcd")
        form = ann.hidden() | {"action": "finish"}
        async with WritingRooms.open(url, loaded) as rooms:
            (kept,) = await rooms.everything()
            await rooms.step(kept.room.seats[0], Finished(form["situation"]), datetime.now(UTC))
        await ann.come("?PROLIFIC_PID=ann")
        assert 'name="text"' not in ann.page
        await ann.send(**(ann.hidden() | {"action": "finish"}))
        assert "Talk 2 of 2" in ann.page


async def write(page: Page, label: str, text: str) -> None:
    await page.get_by_label(label).fill(text)
    await page.get_by_role("button", name="Add").click()
    await expect(page.get_by_role("listitem").last).to_contain_text(text)


@pytest.mark.parametrize(("script", "width"), [(False, 360), (True, 1280)])
@pytest.mark.asyncio(loop_scope="module")
async def test_one_browser_to_the_code(
    make_collection: Make, opened: Opened, browser: Browser, width: int, *, script: bool
) -> None:
    loaded = make_collection(RULES, kind="self_dialog", situations=1)
    async with opened(loaded) as base:
        context = await browser.new_context(viewport=seen(width), java_script_enabled=script)
        page = await context.new_page()
        await page.goto(base)
        await page.get_by_label("I am 18 or older").check()
        await page.get_by_role("button", name="I agree").click()
        await page.get_by_role("button", name="Begin").click()
        for number in range(4):
            label = "What the person says" if number % 2 == 0 else "What the listener answers"
            await write(page, label, f"Turn {number}.")
        await page.get_by_role("button", name="Take back").click()
        await expect(page.get_by_label("What the listener answers")).to_have_value("Turn 3.")
        await page.get_by_role("button", name="Add").click()
        await fits(page)
        await page.get_by_role("button", name="This talk has come to its end").click()
        await page.get_by_role("button", name="Finish").click()
        await expect(page.get_by_text("DONE1")).to_be_visible()
        await context.close()
