"""Two whole talks side by side in a browser, by forms alone: who is judged is marked, no system is named."""

from __future__ import annotations

import html
import re

import httpx
import pytest
from playwright.async_api import Browser

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.test_pages import CODES, RETURNS, Person
from worlds.studies.judging import Choice, Compared
from worlds.studies.ledger import Ledger


async def test_the_whole_way_without_a_script(make_acute: Make, opened: Opened, url: str) -> None:
    loaded = make_acute(first=f"ties = false\n{RETURNS}", more=CODES)
    preferred: dict[str, str] = {}
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=a")
        await person.agree()
        for number in range(5):
            assert f"{number + 1} of 5" in person.page
            shown = re.findall(r'<span class="who">Speaker ([AB]):</span> (\w+) \d', person.page)
            assert [letter for letter, _ in shown] == ["A", "B"]
            assert "I prefer Speaker B" in person.page
            assert "equal" not in person.page
            hidden = person.hidden()
            wanted = "gold" if ("A", "gold") in shown or ("B", "gold") in shown else "one"
            letter = next(letter for letter, source in shown if source == wanted)
            preferred[hidden["item"]] = letter.lower()
            await person.judge(engaging=letter.lower(), human=letter.lower())
        assert len(set(preferred.values())) == 2  # left and right are drawn
        await person.send(action="survey", remark="")
        assert "DONE1" in person.page
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        assert {one.item for one in known.judgements} == {f"i{at}" for at in range(5)}
        both = Compared({"engaging": Choice(0), "human": Choice(0)})
        assert [one.given for one in known.judgements] == [both] * 5


async def test_a_question_that_is_left_out_is_asked_again_and_the_rest_stays(make_acute: Make, opened: Opened) -> None:
    async with opened(make_acute()) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        found = await person.send(action="judge", engaging="b", **person.hidden())
        assert found.status_code == 422
        assert "human: choose one of A, B" in html.unescape(found.text)
        assert 'name="engaging" value="b" checked' in found.text


@pytest.mark.asyncio(loop_scope="module")
async def test_in_a_browser(make_acute: Make, opened: Opened, browser: Browser, width: int) -> None:
    async with opened(make_acute(more=CODES, first=f"ties = false\n{RETURNS}")) as base:
        context = await browser.new_context(viewport=seen(width), java_script_enabled=False)
        page = await context.new_page()
        await page.goto(base)
        await page.get_by_label("I am 18 or older").check()
        await page.get_by_role("button", name="I agree to take part").click()
        await page.get_by_role("button", name="Begin").click()
        first, second = [
            await page.get_by_role("list", name=f"The talk with Speaker {one}").bounding_box() for one in "AB"
        ]
        assert first
        assert second
        assert (first["y"] == second["y"]) is (width == 1280)  # side by side where there is room
        for number in range(5):
            await page.get_by_role("heading", name=f"{number + 1} of 5").wait_for()
            await fits(page)
            for group in await page.get_by_role("group").all():
                await group.get_by_label("Speaker A").check()
            await page.get_by_role("button", name="Next").click()
        await page.get_by_role("button", name="Finish").click()
        await page.get_by_text("Your code").wait_for()
        await context.close()
