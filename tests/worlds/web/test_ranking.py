"""A ranking in a real Chromium: replies are dragged by mouse and by touch, and the radio buttons stay the truth."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Literal

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests.bot.frontends.web.in_browser import COLOURS, PHONE, contrast, opened_in
from tests.worlds.studies.conftest import Make
from tests.worlds.web.board import card, checked, column, columns, drag, finger, frames, judged, middle, press, slide
from tests.worlds.web.conftest import Opened, fits, seen
from tests.worlds.web.test_pages import Person
from worlds.studies.judging import LETTERS, MARKS
from worlds.studies.study import Loaded

On = Callable[..., AbstractAsyncContextManager[Page]]
GOLD = '[quality]\ngold = "gold"\n'
LAID = {"A": "good", "B": "bad", "C": "okay"}
"""Where the replies of an item with three of them are put."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def loaded(make: Make) -> Loaded:
    return make("ranking", GOLD)


@pytest.fixture
def on(loaded: Loaded, opened: Opened, browser: Browser) -> On:
    """`on(width)` is the first page with three replies; the browser's complaints are failures."""

    @asynccontextmanager
    async def shown(width: int = 1280, **how: Any) -> AsyncIterator[Page]:
        async with opened(loaded) as base:
            context = await browser.new_context(viewport=seen(width), **how)
            page = await opened_in(context, base)
            await page.get_by_label("I am 18 or older").check()
            await page.get_by_role("button", name="I agree to take part").click()
            await page.get_by_role("button", name="Begin").click()
            while await page.locator(".reply").count() < len(LAID):
                await page.get_by_role("button", name="Skip this one").click()
            yield page
            await context.close()

    return shown


async def test_what_is_dropped_is_what_is_judged(on: On, loaded: Loaded, url: str, width: int) -> None:
    async with on(width) as page:
        assert await columns(page) == {}
        for at, (letter, mark) in enumerate(LAID.items()):
            await drag(page, letter, mark)
            left = ("2 more to place.", "One more to place.", "Every reply is placed.")[at]
            await expect(page.get_by_role("status")).to_have_text(f"Reply {letter} is now in {mark}. {left}")
            await fits(page)
        assert await checked(page) == await columns(page) == LAID
        await page.get_by_role("button", name="Next").click()
        await expect(page.locator("h1.count")).not_to_have_text("1 of 5")
    assert await judged(url, loaded) == [LAID]


async def test_a_finger_on_a_handle_drags(on: On, loaded: Loaded, url: str) -> None:
    async with on(360, **PHONE) as page:
        for letter, mark in LAID.items():
            await slide(page, letter, mark)
        assert await checked(page) == await columns(page) == LAID
        await page.get_by_role("button", name="Next").tap()
        await expect(page.locator("h1.count")).not_to_have_text("1 of 5")
    assert await judged(url, loaded) == [LAID]


async def test_a_finger_beside_a_handle_scrolls(on: On) -> None:
    async with on(360, **PHONE) as page:
        x, y = await middle(card(page, "A").locator("p"))
        async with finger(page) as touch:
            for at in range(0, 201, 25):
                await touch(x, y - at)
        await page.wait_for_function("() => scrollY > 100")
        assert await checked(page) == {}


async def test_the_page_scrolls_where_a_card_is_held_at_its_edge(on: On) -> None:
    async with on(360, **PHONE) as page:
        await page.set_viewport_size({"width": 360, "height": 400})
        await page.evaluate("scrollTo(0, 0)")
        await press(page, "A")
        before = await page.evaluate("scrollY")
        await page.mouse.move(340, 390, steps=3)
        await page.wait_for_function("before => scrollY > before + 200", arg=before)
        await fits(page)
        await page.keyboard.press("Escape")
        stopped = await page.evaluate("scrollY")
        await frames(page)
        assert await page.evaluate("scrollY") == stopped
        await page.mouse.up()
        assert await checked(page) == {}


async def test_a_reply_is_moved_again_or_left_where_it_was(on: On) -> None:
    async with on() as page:
        await drag(page, "A", "good")
        await drag(page, "A", "bad")
        assert await checked(page) == await columns(page) == {"A": "bad"}
        for end in ("nowhere", "escape"):
            await press(page, "A")
            await page.mouse.move(
                *await middle(column(page, "okay") if end == "escape" else page.locator("h1")), steps=5
            )
            await expect(card(page, "A")).to_have_class("reply dragged")
            if end == "escape":
                await expect(column(page, "okay")).to_have_class("column over")
                await page.keyboard.press("Escape")
            await page.mouse.up()
            await expect(page.locator(".dragged, .over")).to_have_count(0)
            assert await checked(page) == await columns(page) == {"A": "bad"}


async def test_a_press_and_other_buttons_of_the_mouse_drag_nothing(on: On) -> None:
    async with on() as page:
        await card(page, "A").locator("p").click()
        await page.mouse.down(button="right")
        await page.mouse.move(*await middle(column(page, "good")), steps=5)
        await expect(page.locator(".dragged")).to_have_count(0)
        await page.mouse.up(button="right")
        assert await checked(page) == {}
        assert await page.evaluate("String(getSelection())") == ""


async def test_by_keyboard_alone_everything_is_ranked(on: On, loaded: Loaded, url: str, width: int) -> None:
    """The Tab key goes from letter to letter, wherever their cards are."""
    async with on(width) as page:
        await card(page, "A").get_by_label("good").focus()
        for letter, mark in LAID.items():
            await expect(card(page, letter).get_by_label("good")).to_be_focused()
            await page.keyboard.press("Space")
            for _ in range(MARKS.index(mark)):
                await page.keyboard.press("ArrowRight")
            await expect(page.get_by_role("status")).to_contain_text(f"Reply {letter} is now in {mark}.")
            held = card(page, letter).get_by_label(mark)
            await expect(held).to_be_focused()
            await expect(held).to_be_in_viewport()
            await page.keyboard.press("Tab")
        assert await columns(page) == LAID
        await expect(page.get_by_role("button", name="Next")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("h1.count")).not_to_have_text("1 of 5")
    assert await judged(url, loaded) == [LAID]


async def test_what_is_held_is_shown_in_its_column(on: On, width: int) -> None:
    async with on(width) as page:
        await card(page, "A").get_by_label("okay").check()
        assert await columns(page) == {"A": "okay"}
        await page.reload()
        assert await checked(page) == await columns(page) == {"A": "okay"}
        await page.get_by_role("button", name="Next").click()
        await expect(page.get_by_role("alert")).to_contain_text("reply B: put it into good, okay, bad")
        assert await checked(page) == await columns(page) == {"A": "okay"}
        for letter, mark in LAID.items():
            await card(page, letter).get_by_label(mark).check()
        await page.get_by_role("button", name="Next").click()
        await expect(page.get_by_role("alert")).to_have_count(0)
        await page.reload()  # another item: what was placed of the last one isn't taken for it
        assert await checked(page) == {}
        await page.get_by_role("button", name="Back").click()
        assert await checked(page) == await columns(page) == LAID


async def test_without_a_script_there_are_the_buttons_alone(on: On, loaded: Loaded, url: str, width: int) -> None:
    async with on(width, java_script_enabled=False) as page:
        for hidden in (".how", ".column", ".handle", ".told"):
            for one in await page.locator(hidden).all():
                await expect(one).to_be_hidden()
        places = [await card(page, letter).bounding_box() for letter in LAID]
        for letter, mark in LAID.items():
            await card(page, letter).get_by_label(mark).check()
        assert [await card(page, letter).bounding_box() for letter in LAID] == places
        await page.get_by_role("button", name="Next").click()
    assert await judged(url, loaded) == [LAID]


@pytest.mark.parametrize("kind", ["rating", "ab", "ranking"])
async def test_only_a_ranking_has_the_script_and_nothing_is_inline(make: Make, opened: Opened, kind: str) -> None:
    async with opened(make(kind)) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        assert person.page.count("<script") == person.page.count('src="/static/rank.js"') == (kind == "ranking")
        assert " style=" not in person.page
        found = await client.get("/static/rank.js")
        assert found.headers["content-type"].startswith("text/javascript")
        assert "script-src 'self'" in found.headers["content-security-policy"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_a_card_slides_unless_less_motion_is_wanted(on: On, motion: Literal["reduce", "no-preference"]) -> None:
    async with on(reduced_motion=motion) as page:
        await page.evaluate(
            "() => { const begin = Element.prototype.animate; window.begun = 0;"
            " Element.prototype.animate = function (...how) { window.begun += 1; return begin.apply(this, how); } }"
        )
        await drag(page, "A", "good")
        assert await page.evaluate("window.begun") == (motion == "no-preference")
        assert await columns(page) == {"A": "good"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_can_be_read_and_pressed(on: On, scheme: Literal["light", "dark"]) -> None:
    async with on(360, color_scheme=scheme, **PHONE) as page:
        await card(page, "A").get_by_label("good").check()
        for width in (360, 1280):
            await page.set_viewport_size(seen(width))
            found: list[dict[str, Any]] = await page.evaluate(COLOURS.replace("span", "span, label, legend, .column"))
            assert {"good", "okay", "bad", "≡", "This reply is"} <= {one["text"] for one in found}
            assert [one["text"] for one in found if contrast(one["ink"], one["ground"]) < 4.5] == []
            for one in (*await page.locator(".handle").all(), *await page.locator(".reply label").all()):
                box = await one.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44


async def test_each_button_is_named_and_the_columns_are_for_the_eye_alone(on: On) -> None:
    async with on() as page:
        await drag(page, "B", "okay")
        await expect(page.locator(".board")).to_match_aria_snapshot(
            "\n".join(
                [
                    "- paragraph: /Drag each reply by its handle into good, okay or bad, or choose below it\\./",
                    *(
                        f'- region "Reply {letter}":\n  - heading "Reply {letter}"\n  - paragraph\n'
                        f'  - group "This reply is":\n    - radio "good"\n    - radio "okay"{at}\n    - radio "bad"'
                        for letter, at in zip(LETTERS[:3], ("", " [checked]", ""), strict=True)
                    ),
                    "- status: Reply B is now in okay. 2 more to place.",
                ]
            )
        )
