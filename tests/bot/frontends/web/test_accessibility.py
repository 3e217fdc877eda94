"""What can be seen, reached and told apart, in a real Chromium: on a phone, without a pointer, in every colour."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.engine import Engine
from tests.bot.frontends.web.in_browser import (
    COLOURS,
    DOWN,
    ITS,
    PHONE,
    UP,
    calling,
    contrast,
    on_the_page,
    opened_in,
    several,
    talk,
    thumb,
    write,
)
from tests.bot.room import Alarm

Door = Callable[..., AbstractAsyncContextManager[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_they_are_there_for_the_newest_and_for_others_where_somebody_looks(door: Door, browser: Browser) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one", "two")
        await page.mouse.move(0, 0)
        tools = page.locator("#log .its .tools")
        await expect(tools.nth(1)).to_have_css("opacity", "1")
        await expect(tools.nth(0)).to_have_css("opacity", "0")
        await page.locator("#log .its").first.hover()
        await expect(tools.nth(0)).to_have_css("opacity", "1")
        await page.mouse.move(0, 0)
        await expect(tools.nth(0)).to_have_css("opacity", "0")
        await thumb(page, DOWN, 0).focus()
        await expect(tools.nth(0)).to_have_css("opacity", "1")


async def test_on_a_phone_a_tap_shows_them_and_they_are_large_enough(door: Door, browser: Browser) -> None:
    async with (
        door(several) as opened,
        on_the_page(browser, opened.base, viewport={"width": 360, "height": 640}, **PHONE) as page,
    ):
        for text in ("one", "two"):
            await page.get_by_label("Your message").fill(text)
            await page.get_by_role("button", name="Send", exact=True).click()
            await expect(page.locator(ITS).filter(has_text=text)).to_have_count(1)
        assert await _height(page, 0) == 0
        await page.locator(ITS).first.tap()
        assert await _height(page, 0) >= 44
        for button in await page.locator("#log button:visible").all():
            box = await button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44, await button.get_attribute("class")


async def _height(page: Page, place: int) -> float:
    box = await page.locator("#log .its .tools").nth(place).bounding_box()
    return box["height"] if box else 0


async def test_on_a_phone_every_link_is_large_enough(door: Door, browser: Browser) -> None:
    how: Any = {"viewport": {"width": 360, "height": 640}, **PHONE}
    async with door(calling) as opened, on_the_page(browser, opened.base, **how) as page:
        found = 0
        for path in ("/", "/lines", "/lines?in=gb", "/menu/help", "/menu/country", "/menu/privacy", "/menu/export"):
            await page.goto(opened.base + path)
            for link in await page.locator(":is(main, footer) a:visible").all():
                box = await link.bounding_box()
                assert box
                assert box["height"] >= 44, (path, await link.inner_text())
                found += 1
            assert await page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert found > 30


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568)])
async def test_the_first_screen_of_a_phone_shows_the_choices_and_the_field(
    door: Door, browser: Browser, width: int, height: int, script: bool
) -> None:
    how: Any = {"viewport": {"width": width, "height": height}, "java_script_enabled": script, **PHONE}
    async with door(several) as opened, on_the_page(browser, opened.base, **how) as page:
        choices = page.get_by_role("button", name=re.compile("^Turn on"))
        assert await choices.count() == 2
        footer = await page.locator(".write").bounding_box()
        bar = await page.locator(".bar").bounding_box()
        assert footer
        assert bar
        assert footer["y"] + footer["height"] <= height
        what = page.get_by_text("What each choice means")
        stored = page.get_by_text("The people who run this bot can read it.")
        for one in (*await choices.all(), what, page.locator(".welcome p").first, stored):
            box = await one.bounding_box()
            assert box
            assert bar["y"] + bar["height"] <= box["y"]
            assert box["y"] + box["height"] <= footer["y"]
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        await expect(page.get_by_label("Your message")).to_be_in_viewport(ratio=1)
        await what.click()
        await expect(page.get_by_text("All of it is off until you turn it on")).to_be_visible()
        await expect(page.get_by_text("are stored, so that I can follow")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
async def test_under_an_answer_to_danger_stands_where_crisis_lines_are(
    door: Door, browser: Browser, script: bool
) -> None:
    how: Any = {"viewport": {"width": 360, "height": 640}, "java_script_enabled": script, **PHONE}
    engine = Engine((("several", calling),), Alarm())
    async with door(calling, engine=engine) as opened, on_the_page(browser, opened.base, **how) as page:
        for text in ("one", "low", "i am in danger"):
            before = await page.locator(ITS).count()
            await page.get_by_label("Your message").fill(text)
            await page.get_by_role("button", name="Send", exact=True).click()
            await expect(page.locator(ITS)).to_have_count(before + 1)
        for _ in range(2):
            link = page.get_by_role("log").get_by_role("link", name="Crisis lines")
            await expect(link).to_have_count(1)
            await expect(page.locator("#log .its").last.get_by_role("link", name="Crisis lines")).to_be_in_viewport()
            await expect(page.locator(ITS).last).to_have_text("Are you safe?")
            for one in (link, page.locator(f"{ITS} a").first):
                box = await one.bounding_box()
                assert box
                assert box["height"] >= 44
            await page.reload()
        await link.click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Crisis lines")


async def test_nothing_is_covered_where_something_is_said_below_the_talk(door: Door, browser: Browser) -> None:
    async with door(several) as opened:
        context = await browser.new_context(permissions=["clipboard-write"], viewport={"width": 400, "height": 400})
        page = await opened_in(context, opened.base)
        await talk(page, "one", "two", "three", "four")
        await page.locator("#log .its").last.get_by_role("button", name="Copy").click()
        await expect(page.get_by_role("status")).to_have_text("Copied.")
        await _in_sight(page, page.locator("#log .its .tools").last)
        await expect(page.get_by_role("status")).to_have_text("", timeout=10_000)
        await write(page, "/foo")
        await expect(page.locator("#log .notice")).to_contain_text("/foo")
        await _in_sight(page, page.locator("#log .notice"))


async def _in_sight(page: Page, what: Locator) -> None:
    """Above the field, all of it; it may take a moment to be scrolled there."""
    low = "one => one.getBoundingClientRect().bottom <= document.querySelector('.write').getBoundingClientRect().top"
    handle = await what.element_handle()
    await page.wait_for_function(low, arg=handle, timeout=3000)


async def test_what_is_about_to_be_replaced_can_still_be_read(door: Door, browser: Browser) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one")
        await page.get_by_role("button", name="Edit").click()
        await expect(page.locator("#log .going")).to_have_count(2)
        found: list[dict[str, Any]] = await page.evaluate(COLOURS)
        assert [one["text"] for one in found if contrast(one["ink"], one["ground"]) < 4.5] == []


@pytest.mark.parametrize("colours", ["light", "dark", "forced"])
async def test_what_can_be_pressed_stands_out(
    door: Door, browser: Browser, colours: Literal["light", "dark", "forced"]
) -> None:
    """WCAG 2.2, 1.4.3 and 1.4.11, with words beside an icon or none; what is pressed has another form as well."""
    how: Any = {"forced_colors": "active"} if colours == "forced" else {"color_scheme": colours}
    async with door(several) as opened, on_the_page(browser, opened.base, **how) as page:
        await talk(page, "one")
        await thumb(page, UP).click()
        await expect(thumb(page, UP)).to_have_attribute("aria-pressed", "true")
        ground = await page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        inks = await page.locator("#log .tools svg").evaluate_all("all => all.map(one => getComputedStyle(one).stroke)")
        assert len(inks) == 4
        assert [ink for ink in inks if contrast(ink, ground) < 4.5] == []
        fills = await page.locator("#log .thumb svg").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
        assert fills[0] != fills[1]
