"""A page of the bot in a real Chromium: opened, written in, what stands on it, and how it stands out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from bot.dialog import Reply, SkillResult, TurnView
from bot.store import Rating

MINE, ITS, NOTE = "#log .mine .words", "#log .its .words", "#log .note"
UP, DOWN = "Helpful", "Not helpful"
PHONE: Any = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
COLOURS = """() => {
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!colour.endsWith(", 0)")) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  return [...document.querySelectorAll("a, p, button, summary, .words, span")]
    .filter((one) => one.checkVisibility() && one.textContent.trim())
    .map((one) => ({ text: one.textContent.trim(), ink: getComputedStyle(one).color, ground: ground(one) }));
}"""


@asynccontextmanager
async def on_the_page(browser: Browser, base: str, **how: Any) -> AsyncIterator[Page]:
    """A page that somebody new has opened."""
    context = await browser.new_context(**how)
    yield await opened_in(context, base)
    await context.close()


async def opened_in(context: BrowserContext, base: str) -> Page:
    """A page in which whatever the browser complains about is a failure."""
    page = await context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the page's script failed: {error}"))
    page.on("console", lambda message: _complain(message.text) if "Content Security" in message.text else None)
    await page.goto(base)
    return page


def _complain(text: str) -> None:
    pytest.fail(f"the browser complains: {text}")


async def write(page: Page, text: str) -> None:
    await page.get_by_label("Your message").fill(text)
    await page.get_by_label("Your message").press("Enter")


async def talk(page: Page, *texts: str) -> None:
    for text in texts:
        before = await page.locator(ITS).count()
        await write(page, text)
        await expect(page.locator(ITS)).to_have_count(before + 1)


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


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
