"""A seeker and a supporter in a browser: lessons and the exam, the form, strategies, stars, surveys, and danger."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from playwright.async_api import Browser, Page

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, finish, fits, seen, write
from tests.worlds.web.learners import LESSONS, answer, learn
from tests.worlds.web.test_pages import CODES, Person
from worlds.studies.ledger import Ledger
from worlds.studies.rooms import SupportRooms
from worlds.studies.study import Loaded

RULES = f'[collection]\nleast = 4\nmost = 12\n{CODES}screened_out = "LEARN1"\n'
FORM = {
    "problem": "job crisis",
    "emotion": "fear",
    "intensity": "4",
    "experience": "Current Experience",
    "situation": "They closed the shop.",
}


@pytest.fixture
def loaded(make_collection: Make) -> Loaded:
    return make_collection(RULES, kind="seeker_supporter")


@asynccontextmanager
async def two(base: str) -> AsyncIterator[tuple[Person, Person]]:
    """Who comes first is the supporter."""
    async with httpx.AsyncClient(base_url=base) as one, httpx.AsyncClient(base_url=base) as other:
        ben, ann = Person(one), Person(other)
        for name, person in (("ben", ben), ("ann", ann)):
            await person.come(f"?PROLIFIC_PID={name}")
            await person.agree()
        yield ann, ben


async def look(person: Person) -> None:
    person.page = (await person.client.get(person.place)).text


async def say(person: Person, text: str, **more: str) -> httpx.Response:
    await look(person)
    return await person.send(**(person.hidden() | {"action": "say", "text": text} | more))


async def met(ann: Person, ben: Person) -> None:
    await learn(ben)
    await ben.send(action="tell")
    await ann.send(action="tell", **FORM)


async def test_from_the_lessons_to_both_surveys(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        assert "Stage 1: exploration" in ben.page
        assert "You are the seeker" in ann.page
        await met(ann, ben)
        assert "You are the seeker" in ann.page
        assert (await say(ann, "It was the only shop in town.", more="yes")).status_code == 200
        await say(ann, "And now?")
        await look(ben)
        assert "The seeker is writing" not in ben.page
        assert "They closed the shop." not in ben.page
        assert (await say(ben, "What will you miss?")).status_code == 422
        assert "choose a strategy first" in ben.page
        assert "What will you miss?" in ben.page  # what was written is not lost
        await say(ben, "What will you miss?", strategy="Question", more="yes")
        await say(ben, "It sounds lonely.", strategy="Reflection of feelings")
        await look(ann)
        assert "How helpful were" in ann.page
        assert 'name="text"' not in ann.page
        await ann.send(action="rate", stars="5", **ann.hidden())
        assert 'name="text"' in ann.page
        await ann.send(action="finish")
        assert "After the talk" in ann.page
        points = {"intensity": "2", "empathy": "5", "relevance": "4"}
        assert (await ann.send(action="answer", role="seeker", **(points | {"empathy": "6"}))).status_code == 422
        await ann.send(action="answer", role="seeker", first="You asked.", second="", **points)
        await look(ben)
        assert (await ben.send(action="answer", role="seeker", **points)).status_code == 422
        await ben.send(action="answer", role="supporter", detail="3")
        for person in (ann, ben):
            await look(person)
            assert "The talk is done" in person.page
            await person.send(action="on")
            await person.send(action="survey", remark="")
            assert "DONE1" in person.page
    async with SupportRooms.open(url, loaded) as rooms:
        (kept,) = await rooms.everything()
        assert [one.strategy for one in kept.room.said] == ["", "", "Question", "Reflection of feelings"]
        assert [one.points for one in kept.room.stars] == [5]
        assert kept.room.seeker is not None
        assert kept.room.seeker.answers == ("You asked.", "")


async def test_who_does_not_pass_the_exam_is_paid_and_the_next_learns(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, two(base) as (ann, ben):
        await learn(ben, wrong=3)
        assert "LEARN1" in ben.page
        assert "says nothing about you" in ben.page
        await ann.send(action="tell", **FORM)
        async with httpx.AsyncClient(base_url=base) as client:
            cai = Person(client)
            await cai.come("?PROLIFIC_PID=cai")
            await cai.agree()
            await learn(cai, wrong=2)  # nine of eleven
            await cai.send(action="tell")
            await look(ann)
            assert 'name="text"' in ann.page
    async with Ledger.open(url, loaded) as ledger:
        assert [one.progress.outcome for one in await ledger.everybody()] == ["screened_out", None, None]


async def test_a_lesson_says_what_was_right_and_counts_once(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, two(base) as (_, ben):
        await answer(ben, right=False)
        assert "Not quite." in ben.page
        assert "It asks what happened" in ben.page
        await answer(ben)
        assert "Right." in ben.page
        for action in ("back", "skip"):  # no second try, and nothing is passed over
            assert (await ben.send(action=action, item=ben.hidden()["item"])).status_code == 422
        assert (await ben.send(action="tell")).status_code == 422
        assert "what is to be learnt comes first" in ben.page
        assert (await ben.send(action="judge", choice="equal", **ben.hidden())).status_code == 200
        assert "Not quite." in ben.page  # no option


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        ({"problem": "the moon"}, "problem: choose one of"),
        ({"intensity": "9"}, "intensity: choose a point from 1 to 5"),
        ({"experience": ""}, "experience: choose one of"),
        ({"situation": " "}, "tell what happened"),
    ],
)
async def test_the_form_is_checked(loaded: Loaded, opened: Opened, form: dict[str, str], wrong: str) -> None:
    async with opened(loaded) as base, two(base) as (ann, _):
        assert (await ann.send(action="tell", **(FORM | form))).status_code == 422
        assert wrong in ann.page
        if "situation" not in form:
            assert "They closed the shop." in ann.page


async def test_danger_is_held_back_in_the_form_and_in_the_talk(loaded: Loaded, opened: Opened, url: str) -> None:
    danger = "I want to kill myself tonight, I have the pills here."
    async with opened(loaded) as base, two(base) as (ann, ben):
        await learn(ben)
        await ben.send(action="tell")
        await ann.send(action="tell", **(FORM | {"situation": danger}))
        assert "You did nothing wrong" in ann.page
        assert "STOP1" in ann.page
        await look(ben)
        assert "Waiting for somebody" in ben.page
        async with httpx.AsyncClient(base_url=base) as client:
            cai = Person(client)
            await cai.come("?PROLIFIC_PID=cai")
            await cai.agree()
            await cai.send(action="tell", **FORM)
            await say(cai, danger)
            assert "You did nothing wrong" in cai.page
        await look(ben)
        assert "The other person has gone" in ben.page
        assert "pills" not in ben.page
    async with SupportRooms.open(url, loaded) as rooms:
        assert "pills" not in repr(await rooms.everything())


async def choose(page: Page, name: str, value: str) -> None:
    await page.locator(f'input[name="{name}"][value="{value}"]').check()


async def survey(page: Page, points: dict[str, str], question: str) -> None:
    for name, value in points.items():
        await choose(page, name, value)
    await page.get_by_label(question).fill("The questions.")
    await fits(page)
    await page.get_by_role("button", name="Done").click()


@pytest.mark.asyncio(loop_scope="module")
async def test_two_browsers_without_a_script_to_the_end(
    loaded: Loaded, opened: Opened, browser: Browser, width: int
) -> None:
    async with opened(loaded) as base:
        contexts = [await browser.new_context(viewport=seen(width), java_script_enabled=False) for _ in range(2)]
        ben, ann = [await context.new_page() for context in contexts]
        for page in (ben, ann):
            await page.goto(base)
            await page.get_by_label("I am 18 or older").check()
            await page.get_by_role("button", name="I agree").click()
            await page.get_by_role("button", name="Begin").click()
        for one in LESSONS["supporter"]:
            await ben.get_by_text(one.options[one.right]).check()
            await ben.get_by_role("button", name="Next").click()
        await ben.get_by_role("button", name="Find somebody to support").click()
        for name, value in FORM.items():
            if name != "situation":
                await choose(ann, name, value)
        await fits(ann)
        await ann.get_by_label("What happened?").fill(FORM["situation"])
        await ann.get_by_role("button", name="Find a supporter").click()
        await ann.get_by_label("Your message").fill("They closed the shop.")
        await ann.get_by_role("button", name="Send", exact=True).click()
        await ben.get_by_label("Your message").wait_for()  # the page looks again by itself
        await choose(ben, "strategy", "Question")
        await ben.get_by_label("Your message").fill("How did you hear of it?")
        await fits(ben)
        await ben.get_by_role("button", name="Send", exact=True).click()
        await ann.get_by_text("How did you hear of it?").wait_for()
        await write(ann, "From the man next door.")
        await ben.get_by_role("link", name="Look again now").click()
        await choose(ben, "strategy", "Reflection of feelings")
        await write(ben, "That is a hard way to hear it.")
        await ann.get_by_role("link", name="Look again now").click()
        await ann.get_by_role("group", name="How helpful were").get_by_role("radio").last.check()
        await fits(ann)
        await ann.get_by_role("button", name="Go on").click()
        await ann.get_by_role("button", name="This talk has come to its end").click()
        await survey(ann, {"intensity": "2", "empathy": "5", "relevance": "5"}, "What helped you")
        await ben.get_by_role("link", name="Look again now").click()
        await survey(ben, {"detail": "4"}, "What went well")
        for page in (ann, ben):
            await page.get_by_text("The talk is done").wait_for()
            await finish(page, "DONE1")
        for context in contexts:
            await context.close()
