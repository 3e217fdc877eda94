"""Another answer, and other words in the place of the last, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.config import Rules
from bot.dialog import Reply, SkillResult, TurnView
from bot.limits import MINUTE_FULL, Limits
from bot.testing import FakeClock
from tests.bot.frontends.web.in_browser import ITS, MINE, on_the_page, opened_in, said, several, talk

Door = Callable[..., AbstractAsyncContextManager[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_another_answer_takes_the_place_of_the_last_until_there_is_none(door: Door, browser: Browser) -> None:
    async with door(several) as opened:
        context = await browser.new_context()
        page, other = await opened_in(context, opened.base), await opened_in(context, opened.base)
        await talk(page, "one", "two")
        await expect(page.get_by_role("button", name="Another answer")).to_have_count(1)
        await page.get_by_role("button", name="Another answer").click()
        for each in (page, other):
            await expect(each.locator(ITS)).to_have_text(["A one.", "B two."])
            await expect(each.locator(MINE)).to_have_text(["one", "two"])
        await expect(page.get_by_role("button", name="Another answer")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("status")).to_contain_text("no other answer")
        await expect(page.locator(ITS)).to_have_text(["A one.", "B two."])
        assert await said(opened) == ["one", "A one.", "two", "B two."]
        await talk(page, "three")
        await expect(page.locator(ITS)).to_have_text(["A one.", "B two.", "A three."])


def many(turn: TurnView, /) -> SkillResult:
    """More replies to anything than may be asked for."""
    return SkillResult(replies=tuple(Reply(f"{word} {turn.text}.", "many", -at) for at, word in enumerate("ABCDEF")))


@pytest.mark.parametrize("script", [True, False])
async def test_after_three_other_answers_the_button_is_gone_but_words_can_be_changed(
    door: Door, browser: Browser, script: bool
) -> None:
    async with door(many) as opened, on_the_page(browser, opened.base, java_script_enabled=script) as page:
        await page.get_by_label("Your message").fill("one")
        await page.get_by_role("button", name="Send", exact=True).click()
        for word in "ABC":
            await expect(page.locator(ITS)).to_have_text([f"{word} one."])
            await page.get_by_role("button", name="Another answer").click()
        for _ in range(2):
            await expect(page.locator(ITS)).to_have_text(["D one."])
            await expect(page.get_by_role("button", name="Another answer")).to_have_count(0)
            await expect(page.get_by_role("button", name="Edit")).to_have_count(1)
            await page.goto(opened.base)
        await page.get_by_role("button", name="Edit").click()
        await page.get_by_label("Your message").fill("two")
        await page.get_by_role("button", name="Send", exact=True).click()
        await expect(page.locator(ITS)).to_have_text(["A two."])
        await expect(page.get_by_role("button", name="Another answer")).to_have_count(1)


async def test_another_answer_counts_as_a_message(door: Door, browser: Browser) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    async with door(several, limits=limits) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one")
        await page.get_by_role("button", name="Another answer").click()
        await expect(page.get_by_role("status")).to_contain_text(MINUTE_FULL)
        await expect(page.locator(ITS)).to_have_text(["A one."])


async def test_other_words_take_the_place_of_the_last(door: Door, browser: Browser) -> None:
    async with door(several) as opened:
        context = await browser.new_context()
        page, other = await opened_in(context, opened.base), await opened_in(context, opened.base)
        field = page.get_by_label("Your message")
        await talk(page, "one", "tow")
        await expect(page.get_by_role("button", name="Edit")).to_have_count(1)
        await field.fill("half")
        await page.get_by_role("button", name="Edit").click()
        await expect(field).to_have_value("tow")
        await expect(field).to_be_focused()
        await expect(page.get_by_text("You are changing your last message.")).to_be_visible()
        await field.fill("two")
        assert await said(opened) == ["one", "A one.", "tow", "A tow."]  # nothing is taken back before it is sent
        await field.press("Enter")
        for each in (page, other):
            await expect(each.locator(ITS)).to_have_text(["A one.", "A two."])
            await expect(each.locator(MINE)).to_have_text(["one", "two"])
        assert await said(opened) == ["one", "A one.", "two", "A two."]
        await expect(field).to_have_value("half")  # what stood there before
        await expect(page.get_by_role("button", name="Edit")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False])
async def test_words_that_another_window_has_overtaken_are_said_to_go_out_as_new(
    door: Door, browser: Browser, script: bool
) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "tow")
        await page.get_by_role("button", name="Edit").click()
        await page.get_by_label("Your message").fill("two")
        await expect(page.get_by_text("You are changing your last message.")).to_be_visible()
        plain = await browser.new_context(java_script_enabled=script, storage_state=await page.context.storage_state())
        other = await opened_in(plain, opened.base)
        await other.get_by_label("Your message").fill("more")
        await other.get_by_role("button", name="Send", exact=True).click()
        await expect(page.locator("#editing")).to_contain_text("this will go out as a new one")
        await expect(page.locator(ITS)).to_have_text(["A tow.", "A more."])
        await expect(page.locator("#log .going")).to_have_count(0)
        await page.get_by_label("Your message").press("Enter")
        await expect(page.locator(ITS)).to_have_text(["A tow.", "A more.", "A two."])
        assert await said(opened) == ["tow", "A tow.", "more", "A more.", "two", "A two."]
        await page.get_by_role("button", name="Edit").click()
        await expect(page.get_by_text("You are changing your last message.")).to_be_visible()


async def test_escape_leaves_everything_as_it_was(door: Door, browser: Browser) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base) as page:
        field = page.get_by_label("Your message")
        await talk(page, "one")
        await field.fill("half written")
        for way in ("key", "link"):
            await page.get_by_role("button", name="Edit").click()
            await field.fill("other words")
            await (field.press("Escape") if way == "key" else page.get_by_role("link", name="Leave it").click())
            await expect(field).to_have_value("half written")
            await expect(page.locator("#editing")).to_be_hidden()
            await expect(page.locator("#log .going")).to_have_count(0)
        assert await said(opened) == ["one", "A one."]


async def test_what_is_half_changed_survives_a_look_at_the_menu(door: Door, browser: Browser) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base) as page:
        field = page.get_by_label("Your message")
        await talk(page, "one")
        await field.fill("half written")
        await page.get_by_role("button", name="Edit").click()
        await field.fill("other words")
        await page.goto(f"{opened.base}/menu/privacy")
        await page.goto(opened.base)
        await expect(field).to_have_value("other words")
        await expect(page.locator("#editing")).to_be_visible()
        await field.press("Escape")
        await expect(field).to_have_value("half written")
        assert await said(opened) == ["one", "A one."]


async def test_other_words_that_could_not_be_sent_yet_are_sent_in_their_place_later(
    door: Door, browser: Browser
) -> None:
    context = await browser.new_context()
    async with door(several) as opened:
        port = int(opened.base.rpartition(":")[2])
        page = await opened_in(context, opened.base)
        await talk(page, "tow")
    await expect(page.get_by_role("status")).to_contain_text("No connection")
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_label("Your message").fill("two")
    await page.get_by_label("Your message").press("Enter")
    async with door(several, port=port) as opened:
        await expect(page.locator(ITS)).to_have_text(["A two."], timeout=60_000)
        await expect(page.locator(MINE)).to_have_text(["two"])
        assert await said(opened) == ["two", "A two."]


async def test_other_words_that_are_refused_come_back_to_be_changed(door: Door, browser: Browser) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    async with door(several, limits=limits) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one")
        await page.get_by_role("button", name="Edit").click()
        await page.get_by_label("Your message").fill("other")
        await page.get_by_label("Your message").press("Enter")
        await expect(page.locator("#log .notice")).to_contain_text(MINUTE_FULL)
        await expect(page.get_by_label("Your message")).to_have_value("other")
        await expect(page.locator("#editing")).to_be_visible()
        await page.get_by_label("Your message").press("Escape")
        await expect(page.get_by_role("button", name="Edit")).to_be_visible()
        await expect(page.locator(MINE)).to_have_text(["one"])
        assert await said(opened) == ["one", "A one."]
