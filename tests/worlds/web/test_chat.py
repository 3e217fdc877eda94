"""People talk with two bots in a browser and compare them; danger ends the study, and the talk goes on."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser

from bot.errors import StudyError
from bot.store import Store
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.duets import duet, write
from tests.worlds.web.test_pages import Person
from worlds.studies.analysis import tables
from worlds.studies.check import load
from worlds.studies.judging import Choice, Compared, Rating
from worlds.studies.ledger import Ledger
from worlds.studies.study import Loaded
from worlds.studies.talks import Talks

STUDY = """
kind = "chat"
{first}
title = "Two programs"
bots = ["one.toml", "two.toml"]
turns = 2
instructions = "Write to both."
[consent]
text = "What you write is kept."
contact = "somebody@example.org"
[[question]]
name = "understood"
text = "Did it understand?"
[[compare]]
name = "overall"
text = "Which do you prefer?"
[[compare]]
name = "comforting"
text = "Which comforted you more?"
[quality]
least_seconds = 0
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    return duet(tmp_path, STUDY)


async def test_both_are_written_to_and_compared(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=a")
        await person.agree()
        heard = []
        for number in (1, 2):
            assert f"Program {number} of 2" in person.page
            await write(person, "my exam went <badly>")
            assert "my exam went &lt;badly&gt;" in person.page
            assert "1 more message of yours" in person.page
            assert "I am done with this talk" not in person.page
            await write(person, "I studied for weeks")
            heard.append(re.findall(r"</span> This is (one|two)\. Go on\.", person.page)[0])
            await person.judge(**{"A.understood": str(number)})
        assert sorted(heard) == ["one", "two"]
        assert "Which do you prefer?" in person.page
        await person.judge(overall="b", comforting="equal")
        await person.send(action="survey", remark="")
        assert "DONE1" in person.page
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        first, second, both = (one.given for one in known.judgements)
        assert (first, second) == (Rating({"understood": (1,)}), Rating({"understood": (2,)}))
        assert [known.judgements[0].item, known.judgements[1].item] == heard
        preferred = ["one", "two"].index(heard[1])
        assert both == Compared({"overall": Choice(preferred), "comforting": Choice(tie="equal")})
        found = {table.title: table for table in tables(loaded, [known])}
        row = found["overall: Which do you prefer?"].rows[0]
        assert row[:3] == ("one : two", *(("1", "0") if heard[1] == "one" else ("0", "1")))


async def test_a_message_sent_twice_is_answered_once(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        form = {"action": "say", "text": "hello there", "event": "e1"}
        for _ in range(3):
            await client.post(person.place, data=form)
        shown = (await client.get(person.place)).text
        assert shown.count("hello there") == 1
        assert shown.count("This is ") == 1


async def test_danger_ends_the_study_with_full_pay_and_the_talk_goes_on(
    loaded: Loaded, opened: Opened, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        await write(person, "I'm going to kill myself tonight")
        assert "The study ends here" in person.page
        assert "You did nothing wrong" in person.page
        assert "STOP1" in person.page
        assert "emergency number" in person.page
        assert "(These words were read and answered, but not kept.)" in person.page
        await write(person, "I'm alone")
        assert person.page.count('<span class="who">You:</span>') == 2
        assert "STOP1" in person.page
        for text in ("I'm safe now", "my sister is here", "we made tea", "it was good to talk"):
            await write(person, text)
        assert person.page.count('<span class="who">You:</span>') == 6  # it goes on also when the danger is over
    assert "danger was told in a talk" in caplog.text
    assert "kill" not in caplog.text
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        assert (known.progress.outcome, known.judgements) == ("stopped", ())


async def test_after_the_end_nothing_more_is_written(loaded: Loaded, opened: Opened) -> None:
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        await person.send(action="stop")
        found = await person.send(action="say", text="still here", event="e9")
        assert "still here" not in found.text
        assert "STOP1" in (await client.get(person.place)).text


async def test_forgotten_nothing_of_a_talk_is_left(loaded: Loaded, opened: Opened, url: str) -> None:
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        await write(person, "my cat Sokrates died")
    async with Ledger.open(url, loaded) as ledger, Talks.open(url, loaded) as talks:
        (known,) = await ledger.everybody()
        name = known.progress.participant
        assert [line.text for line in await talks.lines(known.progress.item, name) if line.own] == [
            "my cat Sokrates died"
        ]
        assert await talks.forget(name)
        assert await talks.lines(known.progress.item, name) == []
    async with Store.open(url) as store:
        assert await store.people.export(f"study:{name}") is not None


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ('bots = ["one.toml", "two.toml"]', "bots = []", "has one bot or two of different names"),
        ('bots = ["one.toml", "two.toml"]', 'bots = ["one.toml"]', r"\[\[compare\]\] needs two bots"),
        ('title = "Two programs"', 'title = "x"\nitems = "items.jsonl"', "has no items, contestants or gold"),
    ],
)
def test_what_is_wrong_with_a_chat_is_named(loaded: Loaded, was: str, now: str, why: str) -> None:
    loaded.path.write_text(loaded.path.read_text().replace(was, now))
    with pytest.raises(StudyError, match=why):
        load(loaded.path)


async def test_nobody_talks_with_a_bot_without_a_guard(loaded: Loaded, url: str) -> None:
    bot = loaded.path.parent / "two.toml"
    bot.write_text(bot.read_text().replace('use = "safety"', 'off = "a trial"'))
    with pytest.raises(StudyError, match=r"two\.toml: the safety guard is off"):
        async with Talks.open(url, loaded):
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
        for _ in range(2):
            for text in ("I failed my exam", "I am so tired"):
                await page.get_by_label("Your message").fill(text)
                await page.get_by_role("button", name="Send").click()
                await page.get_by_text(text).wait_for()
            await fits(page)
            await page.get_by_role("radio").last.check()
            await page.get_by_role("button", name="I am done with this talk").click()
        for group in await page.get_by_role("group").all():
            await group.get_by_label("the second").check()
        await page.get_by_role("button", name="Next").click()
        await page.get_by_role("button", name="Finish").click()
        await page.get_by_text("DONE1").wait_for()
        await context.close()
