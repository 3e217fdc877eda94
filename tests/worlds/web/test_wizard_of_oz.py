"""A user and a wizard in two browsers: what each is told, drafts sent, changed and not taken, and the debriefing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.learners import learn
from tests.worlds.web.test_pages import CODES, Person
from worlds.studies.check import load
from worlds.studies.ledger import Ledger
from worlds.studies.rooms import OzRooms
from worlds.studies.study import Loaded
from worlds.web import partners

BOT = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("drafts")
def drafts():
    def answer(turn):
        number = len(turn.conversation.turns)
        asks = Reply(f"What came before that, number {number}?", "drafts", 0.9, "Question")
        feels = Reply("That sounds hard.", "drafts", 0.8, "Reflection of feelings")
        return SkillResult(replies=(asks, feels) if "quiet" not in turn.text else ())
    return answer
"""
RULES = f"[collection]\nleast = 4\nmost = 8\n{CODES}"
DANGER = "I want to kill myself tonight, I have the pills here."
TOLD = "played by a person"


@pytest.fixture
def loaded(make_collection: Make, tmp_path: Path) -> Loaded:
    (tmp_path / "drafts.py").write_text(BOT)
    (tmp_path / "wizard.toml").write_text('[guard]\nuse = "safety"\n[[skills]]\nuse = "./drafts.py:drafts"\n')
    return make_collection(RULES, kind="wizard_of_oz", first='bots = ["wizard.toml"]', situations=1)


@asynccontextmanager
async def two(base: str) -> AsyncIterator[tuple[Person, Person]]:
    """A user and a wizard, who comes first."""
    async with httpx.AsyncClient(base_url=base) as one, httpx.AsyncClient(base_url=base) as other:
        ben, ann = Person(one), Person(other)
        for name, person in (("ben", ben), ("ann", ann)):
            await person.come(f"?PROLIFIC_PID={name}")
            await person.agree()
        yield ann, ben


async def look(person: Person) -> None:
    person.page = (await person.client.get(person.place)).text


async def say(person: Person, text: str) -> httpx.Response:
    await look(person)
    return await person.send(**(person.hidden() | {"action": "say", "text": text}))


async def met(ann: Person, ben: Person) -> None:
    await ben.send(action="tell")
    await ann.send(action="tell")


async def test_a_talk_with_drafts_to_the_debriefing(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        assert "You write with an automated system" in ann.page
        assert "It is situation 1." in ann.page
        assert "You play the system" in ben.page
        assert "It is situation 1." not in ben.page
        await met(ann, ben)
        await say(ann, "We had to <leave> the house.")
        assert "The system is writing" in ann.page
        await look(ben)
        assert "What came before that, number 1?" in ben.page
        assert "We had to &lt;leave&gt; the house." in ben.page
        assert "That sounds hard." in ben.page
        assert "Reflection of feelings, to name what they may feel" in ben.page
        await look(ben)
        assert ben.page.count("number 1?") == 3  # shown, sent as it is, and changed: made once
        await say(ben, "What came before that, number 1?")
        await look(ann)
        assert '<span class="who">System:</span> What came before that, number 1?' in ann.page
        await say(ann, "Rain.")
        await say(ben, "That sounds very hard.")
        await say(ann, "It is quiet now.")
        await look(ben)
        assert "No draft is good enough here" in ben.page
        await say(ben, "I am glad.")
        for page in (ann.page, ben.page):
            assert "other person" not in ann.page
            assert TOLD not in page
        await ann.send(action="finish")
        assert "The talk is done" in ann.page
        assert TOLD in ann.page
        await look(ben)
        assert TOLD not in ben.page
        for person in (ann, ben):
            await person.send(action="on")
            await person.send(action="survey", remark="")
            assert "DONE1" in person.page
        assert TOLD in ann.page
        assert TOLD not in ben.page
    async with OzRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        became = [one.taken for one in kept.room.said if one.taken]
        assert [(one.action, one.taken, one.distance) for one in became] == [
            ("sent", 0, 0.0),
            ("edited", 1, 0.25),
            ("none", None, None),
        ]
        assert became[0].strategies == ("Question", "Reflection of feelings")


async def test_a_wizard_learns_first_and_who_falls_short_is_paid(loaded: Loaded, opened: Opened, url: str) -> None:
    taught = loaded.path.read_text().replace("[collection]", '[collection]\nlessons = "wizard"\nexam = 4')
    loaded.path.write_text(taught.replace("stopped =", 'screened_out = "LEARN1"\nstopped ='))
    async with opened(load(loaded.path)) as base, two(base) as (ann, ben):
        assert "You write with an automated system" in ann.page  # a user learns nothing of wizards
        assert "You play a system" in ben.page
        await learn(ben, "wizard", wrong=2)
        assert "LEARN1" in ben.page
        assert "Too few answers fitted to play the system" in ben.page
        async with httpx.AsyncClient(base_url=base) as client:
            cai = Person(client)
            await cai.come("?PROLIFIC_PID=cai")
            await cai.agree()
            await learn(cai, "wizard", wrong=1)
            assert "believes that an automated system answers" in cai.page
            await met(ann, cai)
            await say(ann, "We had to leave the house.")
            await look(cai)
            assert "What came before that, number 1?" in cai.page
    async with Ledger.open(url, loaded) as ledger:
        assert [one.progress.outcome for one in await ledger.everybody()] == ["screened_out", None, None]


async def test_a_user_is_not_told_that_somebody_is_there(
    loaded: Loaded, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await ann.send(action="tell")
        assert "The system is being started" in ann.page
        monkeypatch.setattr(partners, "timedelta", lambda **_: timedelta(0))  # ten minutes have passed
        await look(ann)
        for words in ("somebody", "Nobody", "nobody else", TOLD):
            assert words not in ann.page.replace("Nobody watches these pages", "").replace("somebody near you", "")
        await ann.send(action="leave")
        await ann.send(action="survey", remark="")
        assert "DONE1" in ann.page
        assert TOLD in ann.page
        await ben.send(action="tell")
        assert "Nobody has come" in ben.page


async def test_who_leaves_or_reports_leaves_the_other_free(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await say(ann, "We had to leave the house.")
        await say(ben, "You are worth nothing.")
        await look(ann)
        assert "Report what the system wrote" in ann.page
        await ann.send(action="report")
        assert "Almost done" in ann.page
        await look(ben)
        assert "The other person has gone" in ben.page
    async with OzRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        assert kept.room.reported == kept.room.seats[0]


async def test_a_wizard_who_stops_ends_the_talk_and_the_user_is_debriefed(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await ben.send(action="stop")
        assert "STOP1" in ben.page
        await look(ann)
        assert "The system has stopped" in ann.page
        assert TOLD in ann.page


async def test_danger_is_held_back_and_the_user_is_debriefed(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await say(ann, DANGER)
        assert "You did nothing wrong" in ann.page
        assert "STOP1" in ann.page
        assert TOLD in ann.page
        await look(ben)
        assert "The other person has gone" in ben.page
        assert "pills" not in ben.page
    async with OzRooms.open(url, loaded) as rooms, Ledger.open(url, loaded) as ledger:
        assert "pills" not in repr(await rooms.everything())
        assert sorted(str(one.progress.outcome) for one in await ledger.everybody()) == ["None", "stopped"]


async def test_at_a_hint_of_danger_nothing_is_drafted(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        await say(ann, "I wish I wouldn't wake up")
        await look(ben)
        assert "may be in danger" in ben.page
        assert "Send draft" not in ben.page
        assert 'name="text"' in ben.page


async def test_forms_of_another_page_are_refused(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await met(ann, ben)
        assert (await ben.send(action="say", text="Me first.", event="x")).status_code == 422
        for action in ("undo", "rate", "answer"):
            assert (await ann.send(action=action)).status_code == 422
        assert (await ann.send(action="finish")).status_code == 422
        assert "at least 4 messages" in ann.page


async def come(page: Page, base: str) -> None:
    await page.goto(base)
    await page.get_by_label("I am 18 or older").check()
    await page.get_by_role("button", name="I agree").click()
    await page.get_by_role("button", name="Begin").click()


async def write(page: Page, text: str) -> None:
    await page.get_by_label("Your message").fill(text)
    await page.get_by_role("button", name=re.compile("^Send$|own words")).click()


@pytest.mark.parametrize(("script", "width"), [(False, 360), (True, 1280)])
@pytest.mark.asyncio(loop_scope="module")
async def test_two_browsers(loaded: Loaded, opened: Opened, browser: Browser, width: int, *, script: bool) -> None:
    async with opened(loaded) as base:
        contexts = [await browser.new_context(viewport=seen(width), java_script_enabled=script) for _ in range(2)]
        ben, ann = [await context.new_page() for context in contexts]
        await come(ben, base)
        await come(ann, base)
        await ben.get_by_role("button", name="Begin").click()
        await ann.get_by_role("button", name="Start the system").click()
        await write(ann, "We had to leave the house.")
        await ben.get_by_role("button", name="Send draft 1").wait_for()  # the page looks again by itself
        await ben.get_by_text("Change it first").nth(1).click()
        await ben.get_by_label("Draft 2, changed").fill("That sounds really hard.")
        await fits(ben)
        await ben.get_by_role("button", name="Send draft 2 changed").click()
        await ann.get_by_text("That sounds really hard.").wait_for()
        await write(ann, "It was.")
        await ben.get_by_role("button", name="Send draft 1").click(timeout=20_000)
        await ann.get_by_text("What came before that, number 3?").wait_for()
        await fits(ann)
        await ann.get_by_role("button", name="This talk has come to its end").click()
        await expect(ann.get_by_text(TOLD)).to_be_visible()
        await fits(ann)
        await ann.get_by_role("button", name="Go on").click()
        await ann.get_by_role("button", name="Finish").click()
        await expect(ann.get_by_text("DONE1")).to_be_visible()
        for context in contexts:
            await context.close()
