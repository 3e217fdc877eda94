"""Labels in a browser: suggestions, what is blind, all other labels, changing one's mind."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import Browser, expect

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.test_pages import Person
from worlds.studies.judging import Labelled
from worlds.studies.ledger import Ledger
from worlds.studies.study import AGAIN


async def test_what_is_blind_shows_no_suggestion_and_what_comes_again_is_kept_apart(
    make_annotation: Make, opened: Opened, url: str
) -> None:
    loaded = make_annotation()
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        while " of 12</h1>" in person.page:
            item = loaded.item(person.hidden()["item"])
            before, _, others = person.page.partition("<details")
            assert ('value="sad"' in before) is not loaded.blind(item)
            assert ('value="sad"' in others) is loaded.blind(item)
            assert 'value="joyful"' in others
            assert 'value="none"' in before
            assert "checked" not in person.page  # also not where it comes again
            assert (await person.send(action="judge", **person.hidden())).status_code == 422
            assert "choose one label" in person.page
            await person.send(action="judge", label="joyful", **person.hidden())
        await person.send(action="survey")
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
    assert len(known.latest) == 12
    assert sum(name.endswith(AGAIN) for name in known.latest) == 2


@pytest.mark.asyncio(loop_scope="module")
async def test_a_label_is_changed_by_going_back(
    make_annotation: Make, opened: Opened, browser: Browser, width: int, url: str
) -> None:
    loaded = make_annotation("blind = 0\nrepeats = 0")
    async with opened(loaded) as base:
        page = await browser.new_page(viewport=seen(width))
        await page.goto(base)
        await page.get_by_label("I am 18 or older").check()
        await page.get_by_role("button", name="I agree").click()
        await page.get_by_role("button", name="Begin").click()
        await expect(page.get_by_text("is joyful")).to_be_hidden()
        await page.get_by_text("All other labels").click()
        await fits(page)
        await page.get_by_label("joyful").check()
        await page.get_by_role("button", name="Next").click()
        await page.get_by_role("button", name="Back").click()
        await expect(page.get_by_label("joyful")).to_be_checked()  # and the list is open, so that it is seen
        await page.get_by_label("sad").check()
        await page.get_by_role("button", name="Next").click()
        await page.get_by_label("None of these").check()
        await page.get_by_role("button", name="Next").click()
        await expect(page.get_by_text("3 of 10").first).to_be_visible()
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
    assert [one.given for one in known.latest.values()] == [Labelled("sad"), Labelled("none")]
    assert known.judgements[0].given == Labelled("joyful")  # and what was said first is kept
