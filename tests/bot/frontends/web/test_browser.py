"""The page in a real Chromium: talking, losing the connection, taking everything away, erasing it, by keyboard."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.config import Rules
from bot.dialog import Reply, SkillResult, TurnView
from bot.limits import MINUTE_FULL, Limits
from bot.registry import Draft, Skill
from bot.testing import FakeClock
from tests.bot.frontends.web.in_browser import COLOURS, ITS, MINE, NOTE, contrast, on_the_page, opened_in, write

Door = Callable[..., AbstractAsyncContextManager[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_talk_that_is_there_again_after_reloading(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "hello <i>there</i>")
        await expect(page.locator(ITS)).to_have_text(["You said: hello <i>there</i>"])
        await _confirmed(opened)
        await page.reload()
        await expect(page.locator(MINE)).to_have_text(["hello <i>there</i>"])
        await expect(page.locator(ITS)).to_have_text(["You said: hello <i>there</i>"])


async def test_nothing_is_lost_or_doubled_while_the_server_is_gone(door: Door, echo: Skill, browser: Browser) -> None:
    context = await browser.new_context()
    async with door(echo) as opened:
        port = int(opened.base.rpartition(":")[2])
        page = await opened_in(context, opened.base)
        await write(page, "one")
        await expect(page.locator(ITS)).to_have_text(["You said: one"])
    await expect(page.get_by_role("status")).to_contain_text("No connection")
    await write(page, "two")
    await write(page, "three")
    await expect(page.locator(NOTE)).to_have_count(2)
    await expect(page.locator(NOTE).first).to_contain_text("kept in this browser")
    async with door(echo, port=port) as opened:
        await expect(page.locator(ITS)).to_have_text(
            ["You said: one", "You said: two", "You said: three"], timeout=60_000
        )
        await expect(page.locator(NOTE)).to_have_count(0)
        await expect(page.locator(MINE)).to_have_text(["one", "two", "three"])
        (key,) = await opened.store.conversations("web:")
        assert (await opened.sessions.known(key)).said("user") == ("one", "two", "three")


async def test_what_was_not_acknowledged_survives_closing_the_page(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened:
        context = await browser.new_context()
        page = await opened_in(context, opened.base)
        await write(page, "one")
        await expect(page.locator(ITS)).to_have_count(1)
        await context.route_web_socket("**/socket", lambda _: None)  # opens, and swallows everything
        page = await opened_in(context, opened.base)
        await write(page, "two")
        await expect(page.locator(NOTE)).to_have_count(1)
        await page.close()
        await context.unroute_all()
        fresh = await browser.new_context(storage_state=await context.storage_state())
        page = await opened_in(fresh, opened.base)
        await expect(page.locator(ITS)).to_have_text(["You said: one", "You said: two"])
        await expect(page.locator(MINE)).to_have_text(["one", "two"])


async def test_two_tabs_show_the_same_talk(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened:
        context = await browser.new_context()
        one = await opened_in(context, opened.base)
        other = await opened_in(context, opened.base)
        await write(one, "from the first")
        await expect(other.locator(ITS)).to_have_count(1)
        await write(other, "from the second")
        for page in (one, other):
            await expect(page.locator(MINE)).to_have_text(["from the first", "from the second"])
            await expect(page.locator(ITS)).to_have_text(["You said: from the first", "You said: from the second"])


async def test_a_reader_who_has_scrolled_up_is_left_there(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened:
        context = await browser.new_context(viewport={"width": 400, "height": 400})
        reader, other = await opened_in(context, opened.base), await opened_in(context, opened.base)
        for count in range(1, 6):
            await write(other, f"words {count}")
            await expect(reader.locator(ITS)).to_have_count(count)
        await expect(reader.locator("#down")).to_be_hidden()  # who follows the talk goes on following it
        await expect(reader.locator(ITS).last).to_be_in_viewport()
        await reader.evaluate("() => scrollTo(0, 0)")
        await write(other, "more")
        await expect(reader.locator(ITS)).to_have_count(6)
        assert await reader.evaluate("() => scrollY") == 0
        await reader.get_by_role("button", name="New answer below").click()
        await expect(reader.locator(ITS).last).to_be_in_viewport()
        await expect(reader.locator("#down")).to_be_hidden()


class Drafting:
    """Writes a sentence, and a second one when it is let."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        yield Draft(Reply("I hear you.", "slow", 2.0))
        await self.go.wait()
        yield Draft(Reply("I hear you. What happened then?", "slow", 2.0))


async def test_a_draft_is_seen_and_the_answer_takes_its_place(door: Door, echo: Skill, browser: Browser) -> None:
    slow = Drafting()
    async with door(echo, slow) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "hello")
        await expect(page.locator("#draft")).to_have_text("I hear you.")
        await expect(page.get_by_role("status")).to_have_text("Attune is writing.")
        slow.go.set()
        await expect(page.locator(ITS)).to_have_text(["I hear you. What happened then?"])
        await expect(page.locator("#draft")).to_be_hidden()
        await expect(page.get_by_role("status")).to_have_text("")


async def test_help_that_is_named_is_one_tap_away(door: Door, browser: Browser) -> None:
    words = "Please call 116 123 or text 85258, or see findahelpline.com."

    def answer(turn: TurnView) -> SkillResult:
        return SkillResult(replies=(Reply(words, "guard", 1.0),))

    async with door(answer) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "hello")
        for _ in range(2):  # as the script shows it, then as the server does
            await expect(page.locator(ITS)).to_have_text([words])
            links = await page.locator(f"{ITS} a").all()
            found = [await link.get_attribute("href") for link in links]
            assert found == ["tel:116123", "sms:85258", "https://findahelpline.com"]
            await page.reload()


async def test_everything_by_keyboard_alone(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened, on_the_page(browser, opened.base) as page:
        await expect(page.get_by_label("Your message")).to_be_focused()
        await page.keyboard.type("first line")
        await page.keyboard.press("Shift+Enter")
        await page.keyboard.type("second line")
        await page.keyboard.press("Enter")
        await expect(page.locator(ITS)).to_have_text(["You said: first line\nsecond line"])
        await expect(page.get_by_label("Your message")).to_be_focused()
        up = [await _next(page, "Shift+Tab") for _ in range(9)]
        assert up[:5] == ["Another answer", "Copy", "Not helpful", "Helpful", "Edit"]
        assert up[5:] == ["Menu", "Crisis lines", "Attune", "Skip to the content"]
        await page.keyboard.press("Enter")
        await page.get_by_label("Your message").focus()
        assert [await _next(page, "Tab") for _ in range(2)] == ["Send", "Erase everything"]
        await page.get_by_text("Menu", exact=True).focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("link", name="Privacy")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("link", name="Privacy")).to_be_hidden()
        await expect(page.get_by_text("Menu", exact=True)).to_be_focused()
        await page.keyboard.press("Enter")
        assert await _next(page, "Tab") == "What this is, and your choices"
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", level=1)).to_have_text("What this is, and your choices")


async def test_the_menu_closes_where_something_beside_it_is_pressed(door: Door, echo: Skill, browser: Browser) -> None:
    context = await browser.new_context(viewport={"width": 400, "height": 700}, has_touch=True)
    async with door(echo) as opened:
        page = await opened_in(context, opened.base)
        for path in ("/", "/menu/privacy"):
            await page.goto(opened.base + path)
            for press in (page.mouse.click, page.touchscreen.tap):
                await page.get_by_text("Menu", exact=True).click()
                await page.locator(".sheet").click(position={"x": 3, "y": 60})
                await expect(page.locator(".sheet")).to_be_visible()
                await press(20, 650)
                await expect(page.locator(".sheet")).to_be_hidden()


async def test_what_a_screen_reader_is_told(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "hello")
        log = page.get_by_role("log", name="The talk")
        await expect(log).to_have_attribute("aria-live", "polite")
        said = [re.compile("^You: hello"), re.compile("^Attune: You said: hello")]
        await expect(log.get_by_role("listitem")).to_have_text(said)
        # What can be done with it is there to be found, and not read out with it.
        for line in await log.get_by_role("listitem").all():
            await expect(line.locator(".tools")).to_have_attribute("aria-live", "off")
        buttons = ["Edit", "Helpful", "Not helpful", "Copy", "Another answer"]
        assert [await _named(one) for one in await log.get_by_role("button").all()] == buttons
        assert await page.get_by_role("heading", level=1).count() == 1
        assert {await mark.count() for mark in (page.get_by_role("main"), page.get_by_role("banner"))} == {1}
        # One hears what is new, not one's own words, and never half an answer.
        await expect(page.locator("#log .mine")).to_have_attribute("aria-live", "off")
        await expect(page.locator("#draft")).to_have_attribute("aria-hidden", "true")


async def test_export_and_forget(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened:
        context = await browser.new_context()
        page, other = await opened_in(context, opened.base), await opened_in(context, opened.base)
        await write(page, "hello")
        await expect(other.locator(ITS)).to_have_count(1)
        await page.get_by_text("Menu", exact=True).click()
        await page.get_by_role("link", name="Get a copy of everything").click()
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Download the file").click()
        exported = json.loads(Path(await (await download.value).path()).read_text(encoding="utf8"))
        assert [turn["text"] for turn in exported["conversations"][0]["turns"]] == ["hello", "You said: hello"]
        await page.get_by_role("link", name="Back to the talk").click()
        await page.get_by_label("Your message").fill("half written")
        await page.locator("footer").get_by_role("link", name="Erase everything").click()
        await page.get_by_role("button", name="Erase everything").last.click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Erased")
        await expect(other.locator(ITS)).to_have_count(0)
        await page.get_by_role("link", name="Back to the talk").click()
        await expect(page.locator(MINE)).to_have_count(0)
        await expect(page.get_by_label("Your message")).to_have_value("")
        assert await opened.store.conversations("web:") == []


async def test_a_message_that_is_refused_is_given_back(door: Door, echo: Skill, browser: Browser) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    async with door(echo, limits=limits) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "one")
        await expect(page.locator(ITS)).to_have_count(1)
        await write(page, "two")
        await expect(page.locator("#log .notice")).to_contain_text(MINUTE_FULL)
        await expect(page.get_by_label("Your message")).to_have_value("two")
        await expect(page.locator(MINE)).to_have_text(["one"])


async def test_what_is_far_too_long_is_never_sent_for_ever(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo, longest=20) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "x" * 30)
        await expect(page.locator("#log .notice")).to_contain_text("30 characters")
        await expect(page.get_by_label("Your message")).to_have_value("x" * 30)
        await write(page, "x" * 20_000)
        await expect(page.get_by_role("status")).to_contain_text("20000 characters")
        await expect(page.locator(MINE)).to_have_count(0)
        await write(page, "short")
        await expect(page.locator(ITS)).to_have_text(["You said: short"])
        await expect(page.get_by_role("status")).to_have_text("")


async def test_a_command_opens_its_page(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened, on_the_page(browser, opened.base) as page:
        await write(page, "/privacy")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Privacy")
        assert await opened.store.conversations("web:") == []


async def test_it_works_without_a_script(door: Door, echo: Skill, browser: Browser) -> None:
    async with door(echo) as opened, on_the_page(browser, opened.base, java_script_enabled=False) as page:
        await page.get_by_label("Your message").fill("hello")
        await page.get_by_role("button", name="Send", exact=True).click()
        await expect(page.locator(ITS)).to_have_text(["You said: hello"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_words_stand_out_from_their_ground(
    door: Door, echo: Skill, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    """WCAG 2.2, 1.4.3: at least 4.5 to 1, for every text on the page."""
    async with door(echo) as opened:
        context = await browser.new_context(color_scheme=scheme, bypass_csp=True)
        page = await opened_in(context, opened.base)
        await write(page, "hello")
        await expect(page.locator(ITS)).to_have_count(1)
        found: list[dict[str, Any]] = await page.evaluate(COLOURS)
        assert len(found) > 8
        assert [one["text"] for one in found if contrast(one["ink"], one["ground"]) < 4.5] == []


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 780), (1280, 800)])
async def test_nothing_sticks_out_at_the_side(door: Door, browser: Browser, width: int, height: int) -> None:
    def long(turn: TurnView) -> SkillResult:
        return SkillResult(replies=(Reply("https://example.org/" + "x" * 300, "long", 1.0),))

    async with door(long) as opened:
        context = await browser.new_context(viewport={"width": width, "height": height}, bypass_csp=True)
        page = await opened_in(context, opened.base)
        await write(page, "y" * 300)
        await expect(page.locator(ITS)).to_have_count(1)
        for path in ("/", "/menu/privacy", "/lines?in=gb", "/menu/country"):
            await page.goto(opened.base + path)
            assert await page.evaluate("document.documentElement.scrollWidth") <= width, path
        await page.goto(opened.base)
        await expect(page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport()
        await expect(page.get_by_role("link", name="Crisis lines")).to_be_in_viewport()


async def _next(page: Page, key: str) -> str:
    """What the key leads to."""
    await page.keyboard.press(key)
    return await _named(page.locator(":focus"))


async def _named(button: Locator) -> str:
    return await button.get_attribute("aria-label") or (await button.inner_text()).strip()


async def _confirmed(opened: Any) -> None:
    async with asyncio.timeout(5):
        while await opened.store.unsent("web:"):
            await asyncio.sleep(0.02)
