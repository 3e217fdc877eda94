"""What can be done with what was said, in a real Chromium: thumbs, stars, another answer, a copy, other words."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from bot.config import Rules
from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.limits import MINUTE_FULL, Limits
from bot.store import Rating
from bot.testing import FakeClock
from tests.bot.frontends.web.test_browser import COLOURS, ITS, MINE, _contrast, on_the_page, opened_in, write
from tests.bot.room import Alarm

Door = Callable[..., AbstractAsyncContextManager[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="module")

PHONE: Any = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
UP, DOWN = "Helpful", "Not helpful"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        await opened.close()


def several(turn: TurnView, /) -> SkillResult:
    """Two replies to anything."""
    return SkillResult(replies=tuple(Reply(f"{word} {turn.text}.", "several", -at) for at, word in enumerate("AB")))


def calling(turn: TurnView, /) -> SkillResult:
    return SkillResult(replies=(Reply("Samaritans: call 116 123, any time.", "calling", 1.0),))


def thumb(page: Page, name: str, place: int = -1) -> Locator:
    return page.locator("#log .its").nth(place).get_by_role("button", name=name, exact=True)


async def ratings(opened: Any) -> dict[int, tuple[Rating, ...]]:
    (key,) = await opened.store.conversations("web:")
    found: dict[int, tuple[Rating, ...]] = (await opened.store.standing(key)).ratings
    return found


async def said(opened: Any) -> list[str]:
    (key,) = await opened.store.conversations("web:")
    return [turn.text for turn in (await opened.sessions.known(key)).turns]


async def talk(page: Page, *texts: str) -> None:
    for text in texts:
        before = await page.locator(ITS).count()
        await write(page, text)
        await expect(page.locator(ITS)).to_have_count(before + 1)


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


async def test_what_is_about_to_be_replaced_can_still_be_read(door: Door, browser: Browser) -> None:
    async with door(several) as opened, on_the_page(browser, opened.base) as page:
        await talk(page, "one")
        await page.get_by_role("button", name="Edit").click()
        await expect(page.locator("#log .going")).to_have_count(2)
        found: list[dict[str, Any]] = await page.evaluate(COLOURS)
        assert [one["text"] for one in found if _contrast(one["ink"], one["ground"]) < 4.5] == []


async def _height(page: Page, place: int) -> float:
    box = await page.locator("#log .its .tools").nth(place).bounding_box()
    return box["height"] if box else 0


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
        await expect(page.locator(ITS)).to_have_text(["A two."], timeout=20_000)
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
        assert [ink for ink in inks if _contrast(ink, ground) < 4.5] == []
        fills = await page.locator("#log .thumb svg").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
        assert fills[0] != fills[1]
