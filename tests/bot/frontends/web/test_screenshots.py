"""The pictures in docs/screenshots, of the bot that ships:

ATTUNE_SCREENSHOTS=docs/screenshots python -m pytest -m slow tests/bot/frontends/web/test_screenshots.py
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright, expect

from bot.build import build
from bot.config import read
from bot.registry import Skill

Door = Callable[..., AbstractAsyncContextManager[Any]]

TALK = (
    "I lost my job on Friday and I haven't told my wife yet.",
    "I keep pretending to go to work. I sit in the library all day.",
    "I'm so ashamed. She trusts me with everything.",
    "Maybe I could tell her this weekend, when the kids are at my mother's.",
)
DESKTOP: Any = {"width": 960, "height": 700}
PHONE: Any = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 1.5,
    "is_mobile": True,
    "has_touch": True,
}
LARGEST = 120_000


@pytest.mark.slow
async def test_the_pictures_in_the_docs(door: Door, echo: Skill, chromium: str, tmp_path: Path) -> None:
    folder = Path(os.environ.get("ATTUNE_SCREENSHOTS") or tmp_path)
    async with door(echo, engine=build(read("default"))) as opened, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = await browser.new_context(viewport=DESKTOP)
        page = await context.new_page()

        async def shot(page: Page, name: str, path: str = "/", *, whole: bool = False) -> None:
            await page.goto(opened.base + path)
            await page.wait_for_timeout(500)  # for what fades in
            await page.screenshot(path=folder / f"{name}.png", full_page=whole)

        async def phone(**how: Any) -> Page:
            return await (await browser.new_context(**PHONE, **how)).new_page()

        await shot(page, "first")
        await shot(await phone(), "phone-first")
        for number, text in enumerate(TALK):
            await page.get_by_label("Your message").fill(text)
            await page.get_by_label("Your message").press("Enter")
            await expect(page.locator("#log .its")).to_have_count(number + 1, timeout=30_000)
        helpful = page.get_by_role("button", name="Helpful", exact=True).last
        await helpful.click()
        await expect(helpful).to_have_attribute("aria-pressed", "true")
        await shot(page, "desktop")
        await shot(page, "mood", "/menu/mood", whole=True)
        await shot(page, "lines", "/lines?in=gb")
        known: Any = await context.storage_state()
        await shot(await phone(storage_state=known), "phone")
        await shot(await phone(storage_state=known, color_scheme="dark"), "phone-dark")
        dark = await browser.new_context(storage_state=known, viewport=DESKTOP, color_scheme="dark")
        await shot(await dark.new_page(), "dark")
        await browser.close()
    sizes = {path.stem: path.stat().st_size for path in folder.glob("*.png")}
    assert set(sizes) == {"first", "phone-first", "desktop", "mood", "lines", "phone", "phone-dark", "dark"}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
