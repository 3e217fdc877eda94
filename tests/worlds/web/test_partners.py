"""Two people in a browser: they meet, talk twice, leave, report, and are held back from telling of danger."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from playwright.async_api import Browser

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.test_pages import CODES, Person
from worlds.studies.ledger import Ledger
from worlds.studies.meeting import Left
from worlds.studies.rooms import SpeakerListenerRooms
from worlds.web import partners


@asynccontextmanager
async def two(base: str) -> AsyncIterator[tuple[Person, Person]]:
    async with httpx.AsyncClient(base_url=base) as one, httpx.AsyncClient(base_url=base) as other:
        ann, ben = Person(one), Person(other)
        for name, person in (("ann", ann), ("ben", ben)):
            await person.come(f"?PROLIFIC_PID={name}")
            await person.agree()
        yield ann, ben


async def tell(person: Person, situation: str) -> str:
    """Choose the first label that is offered; which it was."""
    label = re.findall(r'name="label" value="(\w+)"', person.page)[0]
    await person.send(action="tell", label=label, situation=situation, **person.hidden())
    return str(label)


async def look(person: Person) -> None:
    person.page = (await person.client.get(person.place)).text


async def say(person: Person, text: str) -> httpx.Response:
    await look(person)
    return await person.send(action="say", text=text, **person.hidden())


async def met(ann: Person, ben: Person) -> None:
    await tell(ann, "I mended the gate.")
    assert "Waiting for somebody" in ann.page
    assert 'http-equiv="refresh"' in ann.page
    await tell(ben, "The dog is old.")
    await look(ann)


async def test_two_people_talk_twice_and_their_talks_are_kept(make_collection: Make, opened: Opened, url: str) -> None:
    loaded = make_collection(CODES)
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        assert "You are the Speaker" in ann.page
        assert "I mended the gate." in ann.page
        assert "You are the Listener" in ben.page
        assert "I mended the gate." not in ben.page  # neither sees what the other wrote
        for number in range(8):
            assert (await say((ann, ben)[number % 2], f"first talk, {number}")).status_code == 200
        await look(ann)
        assert "Talk 2 of 2" in ann.page
        assert "You are the Listener" in ann.page
        for number in range(4):
            assert (await say((ben, ann)[number % 2], f"second talk, {number}")).status_code == 200
        await look(ben)
        await ben.send(action="finish", talk="1")
        for person in (ann, ben):
            await look(person)
            assert "The talks are done" in person.page
            await person.send(action="on")
            await person.send(action="survey", remark="")
            assert "DONE1" in person.page
    async with SpeakerListenerRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        assert [len(talk) for talk in kept.room.talks] == [8, 4]
        assert [one.text for one in kept.room.talks[1]] == [f"second talk, {number}" for number in range(4)]


async def test_danger_is_held_back_and_ends_the_study_for_both(make_collection: Make, opened: Opened, url: str) -> None:
    loaded = make_collection(CODES)
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await say(ann, "I want to kill myself tonight, I have the pills here.")
        assert "You did nothing wrong" in ann.page
        assert "STOP1" in ann.page
        assert "emergency" in ann.page
        await look(ben)
        assert "The other person has gone" in ben.page
        assert "pills" not in ben.page
        await ben.send(action="on")
        await ben.send(action="survey", remark="")
        assert "DONE1" in ben.page
    async with SpeakerListenerRooms.open(url, loaded) as rooms, Ledger.open(url, loaded) as ledger:
        (kept,) = await rooms.everything()
        assert kept.room.talks == ((), ())
        assert "pills" not in repr(kept)
        assert sorted(str(one.progress.outcome) for one in await ledger.everybody()) == ["completed", "stopped"]


async def test_who_stops_or_reports_leaves_the_other_free(make_collection: Make, opened: Opened, url: str) -> None:
    loaded = make_collection(CODES)
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await ann.send(action="stop")
        assert "STOP1" in ann.page
        await look(ben)
        assert "The other person has gone" in ben.page
    async with SpeakerListenerRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        assert kept.room.left
        assert not kept.room.reported


async def test_a_report_is_kept_and_ends_the_talk(make_collection: Make, opened: Opened, url: str) -> None:
    loaded = make_collection(CODES)
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await say(ann, "You are worth nothing.")
        await look(ben)
        await ben.send(action="report")
        assert "Almost done" in ben.page
        assert (await say(ann, "Hello?")).status_code == 422
        assert "The other person has gone" in ann.page
    async with SpeakerListenerRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        assert kept.room.reported == kept.room.seats[0]


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        ({"label": "", "situation": "So."}, "choose one of"),
        ({"label": "nonsense", "situation": "So."}, "choose one of"),
        ({"situation": "   "}, "tell of the situation"),
        ({"offered": "proud sad joyful", "label": "proud", "situation": "So."}, "of somebody else"),
        ({"proof": "forged", "situation": "So."}, "of somebody else"),
    ],
)
async def test_what_is_told_is_checked(make_collection: Make, opened: Opened, form: dict[str, str], wrong: str) -> None:
    async with opened(make_collection()) as base, two(base) as (ann, _):
        label = re.findall(r'name="label" value="(\w+)"', ann.page)[0]
        found = await ann.send(**({"action": "tell", "label": label} | ann.hidden() | form))
        assert found.status_code == 422
        assert wrong in ann.page


async def test_a_message_out_of_turn_or_sent_twice(make_collection: Make, opened: Opened, url: str) -> None:
    loaded = make_collection()
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        assert 'name="text"' not in ben.page
        assert (await ben.send(action="say", text="Me first.", event="x")).status_code == 422
        assert "turn" in ben.page
        for _ in range(2):
            await ann.send(action="say", text="I mended it, <b>alone</b>.", event="once")
        await look(ben)
        assert ben.page.count("I mended it, &lt;b&gt;alone&lt;/b&gt;.") == 1
        assert (await ann.send(action="finish", talk="no number")).status_code == 422
        assert (await ann.send(action="on")).status_code == 422


async def test_who_has_waited_long_may_finish_with_pay(
    make_collection: Make, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(make_collection(CODES)) as base, two(base) as (ann, _):
        await tell(ann, "I mended the gate.")
        assert 'value="leave"' not in ann.page
        monkeypatch.setattr(partners, "timedelta", lambda **_: timedelta(0))  # ten minutes have passed
        await look(ann)
        assert "Nobody has come" in ann.page
        await ann.send(action="leave")
        await ann.send(action="survey", remark="")
        assert "DONE1" in ann.page


@pytest.mark.asyncio(loop_scope="module")
async def test_two_browsers_without_a_script(
    make_collection: Make, opened: Opened, browser: Browser, width: int
) -> None:
    async with opened(make_collection(CODES)) as base:
        contexts = [await browser.new_context(viewport=seen(width), java_script_enabled=False) for _ in range(2)]
        pages = [await context.new_page() for context in contexts]
        for page in pages:
            await page.goto(base)
            await page.get_by_label("I am 18 or older").check()
            await page.get_by_role("button", name="I agree").click()
            await page.get_by_role("button", name="Begin").click()
            await fits(page)
            await page.get_by_role("radio").first.check()
            await page.get_by_label("Tell of a situation").fill("It was a day in June.")
            await page.get_by_role("button", name="Find somebody").click()
        ann, ben = pages
        await ann.get_by_label("Your message").wait_for()  # the page looks again by itself
        await ann.get_by_label("Your message").fill("You won't believe what the gate did.")
        await ann.get_by_role("button", name="Send").click()
        await ben.get_by_text("You won't believe what the gate did.").wait_for()
        await ben.get_by_label("Your message").fill("What did it do?")
        await ben.get_by_role("button", name="Send").click()
        await ann.get_by_text("What did it do?").wait_for()
        await fits(ann)
        for context in contexts:
            await context.close()


async def test_nobody_is_in_a_room_before_they_tell(make_collection: Make, opened: Opened, url: str) -> None:
    loaded = make_collection()
    async with opened(loaded) as base, two(base) as (ann, _):
        assert (await ann.send(action="leave")).status_code == 422
        assert "tell first what this page asks" in ann.page
        assert (await ann.send(action="say", text="Hello", event="x")).status_code == 422
    async with SpeakerListenerRooms.open(url, loaded) as rooms:
        assert await rooms.everything() == []


async def test_help_is_shown_where_the_server_died_before_the_study_had_ended(
    make_collection: Make, opened: Opened, url: str
) -> None:
    loaded = make_collection(CODES)
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        async with SpeakerListenerRooms.open(url, loaded) as rooms:
            (kept,) = await rooms.everything()
            await rooms.step(kept.room.seats[0], Left(answer="Please call now."), datetime.now(UTC))
        await look(ann)
        assert "You did nothing wrong" in ann.page
        assert "Please call now." in ann.page
        await look(ben)
        assert "Please call now." not in ben.page


async def test_danger_told_before_a_talk_ends_the_study_and_is_not_kept(
    make_collection: Make, opened: Opened, url: str
) -> None:
    loaded = make_collection(CODES)
    async with opened(loaded) as base, two(base) as (ann, _):
        await tell(ann, "I want to kill myself tonight, I have the pills here.")
        assert "You did nothing wrong" in ann.page
        assert "STOP1" in ann.page
    async with SpeakerListenerRooms.open(url, loaded) as rooms, Ledger.open(url, loaded) as ledger:
        assert await rooms.everything() == []
        assert [one.progress.interrupted for one in await ledger.everybody()] == [True, False]
