"""What can be done with an answer, in a real Chromium: thumbs, stars, a copy; by a script, by forms, and in danger."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.engine import Engine
from bot.store import Rating
from tests.bot.frontends.web.in_browser import (
    DOWN,
    ITS,
    MINE,
    UP,
    on_the_page,
    opened_in,
    ratings,
    said,
    several,
    talk,
    thumb,
    write,
)
from tests.bot.room import Alarm

Door = Callable[..., AbstractAsyncContextManager[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_thumb_is_given_changed_and_taken_back_without_leaving_the_talk(door: Door, browser: Browser) -> None:
    async with door(several) as opened:
        context = await browser.new_context()
        page, other = await opened_in(context, opened.base), await opened_in(context, opened.base)
        await talk(page, "one", "two")
        await expect(other.locator(ITS)).to_have_count(2)
        for name, pressed, value in ((UP, True, 1), (DOWN, True, -1), (DOWN, False, 0)):
            await thumb(page, name).click()
            for each in (page, other):
                await expect(thumb(each, name)).to_have_attribute("aria-pressed", str(pressed).lower())
            assert await ratings(opened) == ({3: (Rating(value, "thumbs"),)} if value else {})
        await expect(thumb(page, UP)).to_have_attribute("aria-pressed", "false")
        await page.locator("#log .its").first.hover()
        await thumb(page, UP, 0).click()
        await expect(thumb(page, UP, 0)).to_have_attribute("aria-pressed", "true")
        assert await ratings(opened) == {1: (Rating(1, "thumbs"),)}
        assert page.url == f"{opened.base}/"
        await page.reload()
        await expect(thumb(page, UP, 0)).to_have_attribute("aria-pressed", "true")
        await expect(thumb(page, UP)).to_have_attribute("aria-pressed", "false")


async def test_stars_are_given_within_the_talk(door: Door, browser: Browser) -> None:
    async with door(several, ask_stars=True) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one", "two")
        await page.locator("#ask").get_by_role("button", name="4 ★").click()
        await expect(page.get_by_role("status")).to_contain_text("4 of 5")
        await expect(page.locator("#ask")).to_be_hidden()
        await expect(page.locator("#log .stars").last).to_have_text("4 ★")
        assert await ratings(opened) == {3: (Rating(4),)}
        await write(page, "/feedback")
        await page.locator("#ask").get_by_role("button", name="2 ★").click()
        await expect(page.locator("#log .stars").last).to_have_text("2 ★")
        assert await ratings(opened) == {3: (Rating(2),)}
        assert page.url == f"{opened.base}/"


async def test_an_answer_is_copied_where_that_is_allowed_and_selected_where_not(door: Door, browser: Browser) -> None:
    async with door(several) as opened:
        context = await browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = await opened_in(context, opened.base)
        await talk(page, "one")
        await page.get_by_role("button", name="Copy").click()
        await expect(page.get_by_role("status")).to_have_text("Copied.")
        assert await page.evaluate("() => navigator.clipboard.readText()") == "A one."
        await page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('no') } }")
        await page.evaluate("() => { document.execCommand = () => false }")
        await page.get_by_role("button", name="Copy").click()
        await expect(page.get_by_role("status")).to_contain_text("is selected")
        assert await page.evaluate("() => String(getSelection())") == "A one."


async def test_where_danger_stands_nothing_is_asked_and_nothing_replaced(door: Door, browser: Browser) -> None:
    engine = Engine((("several", several),), Alarm())
    async with door(several, engine=engine) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one")
        await expect(thumb(page, UP)).to_be_visible()
        await talk(page, "i am in danger")
        for _ in range(2):  # as the script shows it, then as the server does
            last = page.locator("#log .its").last
            await expect(last.get_by_role("button")).to_have_text([""])  # the copy
            await expect(last.get_by_role("button", name="Copy")).to_be_visible()
            for name in ("Another answer", "Edit"):
                await expect(page.get_by_role("button", name=name)).to_have_count(0)
            await page.reload()


async def test_without_a_script_the_same_is_done_by_forms(door: Door, browser: Browser) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base, java_script_enabled=False) as page:
        for text in ("one", "tow"):
            await page.get_by_label("Your message").fill(text)
            await page.get_by_role("button", name="Send", exact=True).click()
        await thumb(page, UP, 0).click()
        await expect(page).to_have_url(f"{opened.base}/#turn-1")
        await expect(thumb(page, UP, 0)).to_have_attribute("aria-pressed", "true")
        await thumb(page, UP, 0).click()
        await expect(thumb(page, UP, 0)).to_have_attribute("aria-pressed", "false")
        assert await ratings(opened) == {}
        await page.goto(f"{opened.base}/menu/feedback")
        await page.get_by_role("button", name="5 ★").click()
        await expect(page).to_have_url(f"{opened.base}/#turn-3")
        await expect(page.locator("#log .stars").last).to_have_text("5 ★")
        await page.get_by_role("button", name="Another answer").click()
        await expect(page).to_have_url(f"{opened.base}/#turn-3")
        await expect(page.locator(ITS)).to_have_text(["A one.", "B tow."])
        await page.get_by_role("button", name="Another answer").click()
        await expect(page.get_by_role("main")).to_contain_text("no other answer")
        await page.goto(opened.base)
        await page.get_by_role("button", name="Edit").click()
        await expect(page.get_by_label("Your message")).to_have_value("tow")
        await page.get_by_role("link", name="Leave it as it was").click()
        await expect(page.get_by_label("Your message")).to_have_value("")
        await page.get_by_role("button", name="Edit").click()
        await page.get_by_label("Your message").fill("two")
        await page.get_by_role("button", name="Send", exact=True).click()
        await expect(page.locator(MINE)).to_have_text(["one", "two"])
        assert await said(opened) == ["one", "A one.", "two", "A two."]
        await expect(page.get_by_role("button", name="Copy")).to_have_count(0)
