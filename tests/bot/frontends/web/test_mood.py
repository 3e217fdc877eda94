"""The picture of /mood for light and for dark screens: on the page in a real Chromium, and in the JSON API."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from io import BytesIO
from typing import Any

import pytest
from matplotlib.image import imread
from playwright.async_api import async_playwright, expect

from bot.frontends.menu.mood import Theme
from bot.frontends.menu.picture import COLOURS
from tests.bot.frontends.web.conftest import feels
from tests.bot.frontends.web.test_api import ANN, calling
from tests.bot.frontends.web.test_api_replies import say

Door = Callable[..., AbstractAsyncContextManager[Any]]
THEMES: tuple[Theme, ...] = ("light", "dark")


def ground(png: bytes) -> str:
    """The colour in the corner."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in imread(BytesIO(png))[0, 0, :3])


@pytest.mark.parametrize("theme", THEMES)
async def test_the_page_shows_the_picture_of_its_own_light(door: Door, chromium: str, theme: Theme) -> None:
    async with door(feels) as opened, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = await (await browser.new_context(color_scheme=theme)).new_page()
        await page.goto(opened.base)
        for number in (1, 2):
            await page.get_by_label("Your message").fill("hello")
            await page.get_by_label("Your message").press("Enter")
            await expect(page.locator("#log .its")).to_have_count(number)
        async with page.expect_response("**/mood.png*", timeout=60_000) as drawn:
            await page.goto(f"{opened.base}/menu/mood", timeout=60_000)
        assert ground(await (await drawn.value).body()) == COLOURS[theme].ground
        image = page.get_by_role("img")
        await expect(image).to_have_count(1)
        assert "seemed sad" in (await image.get_attribute("alt") or "")
        assert await image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
        await browser.close()


async def test_the_api_draws_for_the_screen_that_is_asked_for(door: Door) -> None:
    async with door(feels) as opened, await calling(opened) as client:
        for name in ("1", "2"):
            await say(client, name)
        drawn = [(await client.get(f"{ANN}/mood{query}")).json() for query in ("", "?theme=light", "?theme=dark")]
        grounds = [ground(b64decode(mood["picture"])) for mood in drawn]
        assert grounds == [COLOURS[theme].ground for theme in ("light", "light", "dark")]
        assert len({mood["text"] for mood in drawn}) == 1
        assert (await client.get(f"{ANN}/mood?theme=sepia")).status_code == 422
