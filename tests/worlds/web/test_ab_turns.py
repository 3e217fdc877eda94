"""People write with two bots at once: both replies come together, the chosen one goes on, danger goes before."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser

from bot.errors import StudyError
from bot.step import Step
from bot.stepper import Stepper
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.duets import AB_TURNS, duet, slowed, write
from tests.worlds.web.test_pages import Person
from worlds.studies import two_bots
from worlds.studies.analysis import tables
from worlds.studies.check import load
from worlds.studies.judging import Choice
from worlds.studies.ledger import Ledger
from worlds.studies.report import html, turns
from worlds.studies.rooms import DuetRooms
from worlds.studies.study import Loaded


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    return duet(tmp_path, AB_TURNS)


async def choose(person: Person, letter: str) -> httpx.Response:
    return await person.send(action="choose", choice=letter, **person.hidden())


def shown(person: Person) -> list[str]:
    """Who stands under A and B."""
    return re.findall(r"<h2>Reply [AB]</h2><p>This is (\w+)\.", person.page)


async def test_both_answer_together_and_the_chosen_one_goes_on(loaded: Loaded, opened: Opened, url: str) -> None:
    preferred = []
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=a")
        await person.agree()
        for number, text in enumerate(("my exam went <badly>", "I studied for weeks"), 1):
            assert f"Choice {number} of 2" in person.page
            await write(person, text)
            assert sorted(shown(person)) == ["one", "two"]
            assert "Send to both" not in person.page
            preferred.append(shown(person)[1])
            assert (await choose(person, "")).status_code == 422
            assert "say which answer you would rather go on with" in person.page
            assert sorted(shown(person)) == ["one", "two"]
            await choose(person, "b")
            if number == 1:
                assert "my exam went &lt;badly&gt;" in person.page
                assert "The talk goes on with reply B." in person.page
                assert re.findall(r"Program:</span> This is (\w+)\.", person.page) == preferred
        assert 'value="back"' not in person.page  # a talk has gone on
        await person.send(action="survey", remark="")
        assert "DONE1" in person.page
    async with Ledger.open(url, loaded) as ledger, DuetRooms.open(url, loaded) as rooms:
        (known,) = await ledger.everybody()
        kept = await rooms.everything()
        assert [one.item for one in known.judgements] == ["turn-1", "turn-2"]
        assert [one.given for one in known.judgements] == [Choice(["one", "two"].index(name)) for name in preferred]
        assert turns(kept).rows[1] == ("turns that were judged", "2")
        found = {table.title: table for table in tables(loaded, [known])}
        assert found["Choices"].rows[0][:3] == ("one : two", *(str(preferred.count(name)) for name in ("one", "two")))
        assert "Over talks" in found
        assert "makes 2 choices between their answers" in html(loaded, [known], kept)


async def test_slow_writers_are_waited_for_and_a_server_that_starts_anew_asks_them_again(
    loaded: Loaded, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = slowed(monkeypatch, two_bots)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=a")
        await person.agree()
        await write(person, "hello there")
        assert "Both programs are writing" in person.page
        assert '<meta http-equiv="refresh" content="2">' in person.page
        assert "hello there" in person.page
        assert shown(person) == []
        found = await person.send(action="say", text="are you there", event="e2")
        assert (found.status_code, "both answers come first" in found.text) == (422, True)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=a")
        assert "Both programs are writing" in person.page
        released.set()
        while not shown(person):
            await person.come("?PROLIFIC_PID=a")
        assert sorted(shown(person)) == ["one", "two"]


async def test_danger_ends_the_comparison_with_full_pay_and_the_talk_goes_on(
    loaded: Loaded, opened: Opened, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        await write(person, "my exam went badly")
        await choose(person, "a")
        await write(person, "I'm going to kill myself tonight")
        assert "The study ends here" in person.page
        assert "STOP1" in person.page
        assert "emergency number" in person.page
        assert "(These words were read and answered, but not kept.)" in person.page
        assert shown(person) == []
        await write(person, "I'm alone")
        assert person.page.count('<span class="who">You:</span>') == 3
        assert "STOP1" in person.page
    assert "danger was told in a talk" in caplog.text
    assert "kill" not in caplog.text
    async with Ledger.open(url, loaded) as ledger, DuetRooms.open(url, loaded) as rooms:
        (known,) = await ledger.everybody()
        assert (known.progress.outcome, len(known.judgements)) == ("stopped", 1)
        assert turns(await rooms.everything()).rows[-1][1] == "1"
        assert await rooms.forget(known.progress.participant)
        assert await rooms.everything() == []


async def test_an_answer_that_fails_is_made_again_and_no_words_are_logged(
    loaded: Loaded, opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    quick, failed = Stepper.step, list[str]()

    async def fails_once(self: Stepper, *args: Any) -> Step:
        if not failed:
            failed.append("once")
            raise RuntimeError("no memory for: hello there")
        return await quick(self, *args)

    monkeypatch.setattr(Stepper, "step", fails_once)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=a")
        await person.agree()
        await write(person, "hello there")
        while not shown(person):
            await person.come("?PROLIFIC_PID=a")
    assert "no two answers: RuntimeError" in caplog.text
    assert "hello there" not in caplog.text


async def test_danger_that_was_told_before_a_server_went_is_answered_when_it_comes_again(
    loaded: Loaded, opened: Opened, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = slowed(monkeypatch, two_bots)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        await write(person, "I'm going to kill myself tonight")
        assert "Both programs are writing" in person.page
    released.set()
    async with opened(loaded), Ledger.open(url, loaded) as ledger:
        while (known := (await ledger.everybody())[0]).progress.outcome is None:
            await asyncio.sleep(0.01)
        assert (known.progress.outcome, known.progress.interrupted) == ("stopped", True)


async def test_a_message_or_a_choice_that_comes_twice_is_one(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        for _ in range(3):
            await person.send(action="say", text="hello there", event="e1")
        form = {"action": "choose", "choice": "a", **person.hidden()}
        for _ in range(3):
            await person.send(**form)
        assert "Choice 2 of 2" in person.page
        found = await person.send(action="choose", choice="a", turn="1", proof="made up")
        assert "this page is of somebody else" in found.text
        assert "nothing is left out or gone back to here" in (await person.send(action="back")).text
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        assert len(known.judgements) == 1


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ('bots = ["one.toml", "two.toml"]', 'bots = ["one.toml"]', "has two bots of different names"),
        ('title = "Two at once"', 'title = "x"\nitems = "items.jsonl"', "has no items, contestants or gold"),
    ],
)
def test_what_is_wrong_is_named(loaded: Loaded, was: str, now: str, why: str) -> None:
    loaded.path.write_text(loaded.path.read_text().replace(was, now))
    with pytest.raises(StudyError, match=why):
        load(loaded.path)


async def test_two_that_are_one_bot_are_refused(loaded: Loaded, opened: Opened) -> None:
    folder = loaded.path.parent
    (folder / "two.toml").write_text((folder / "one.toml").read_text())
    with pytest.raises(StudyError, match="are the same bot"):
        async with opened(loaded):
            pass


@pytest.mark.asyncio(loop_scope="module")
async def test_in_a_browser(loaded: Loaded, opened: Opened, browser: Browser, width: int) -> None:
    async with opened(loaded) as base:
        context = await browser.new_context(viewport=seen(width), java_script_enabled=False)
        page = await context.new_page()
        await page.goto(base)
        await page.get_by_label("I am 18 or older").check()
        await page.get_by_role("button", name="I agree to take part").click()
        await page.get_by_role("button", name="Begin").click()
        for text in ("I failed my exam", "I am so tired"):
            await page.get_by_label("Your message").fill(text)
            await page.get_by_role("button", name="Send to both").click()
            await page.get_by_role("heading", name="Reply B").wait_for()
            await fits(page)
            await page.get_by_label("B", exact=True).check()
            await page.get_by_role("button", name="Go on").click()
        await page.get_by_role("button", name="Finish").click()
        await page.get_by_text("DONE1").wait_for()
        await context.close()
