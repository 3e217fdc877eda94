from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, ViewportSize

from bot.frontends.web.settings import Settings
from tests.bot.frontends.web.conftest import browser, chromium
from tests.worlds.studies.conftest import make, make_acute, make_annotation, make_collection
from worlds.studies.study import Loaded
from worlds.web.server import serve

__all__ = ["browser", "chromium", "make", "make_acute", "make_annotation", "make_collection"]
WIDTHS = (360, 1280)
"""Of a phone and of a desk, in CSS pixels."""
Opened = Callable[[Loaded], AbstractAsyncContextManager[str]]


@pytest.fixture(params=WIDTHS)
def width(request: pytest.FixtureRequest) -> int:
    """Each test that takes it is of both widths."""
    found: int = request.param
    return found


def seen(width: int) -> ViewportSize:
    """A window so wide."""
    return {"width": width, "height": 740}


async def fits(page: Page) -> None:
    """Nothing on the page is wider than its window."""
    wide, window = await page.locator("html").evaluate("page => [page.scrollWidth, page.clientWidth]")
    assert wide <= window, page.url


async def write(page: Page, text: str) -> None:
    """Send a message, on a page that may still show that the other is writing."""
    if await page.get_by_role("link", name="Look again now").count():
        await page.get_by_role("link", name="Look again now").click()
    await page.get_by_label("Your message").fill(text)
    await page.get_by_role("button", name="Send", exact=True).click()


async def finish(page: Page, code: str) -> None:
    """From the end of the talks to the code."""
    await page.get_by_role("button", name="Go on").click()
    await page.get_by_label("Is there anything").fill("It was good to be asked.")
    await fits(page)
    await page.get_by_role("button", name="Finish").click()
    await page.get_by_text(code).wait_for()
    await fits(page)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'studies.db'}"


@pytest.fixture
def opened(url: str, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """`opened(loaded)` serves a study on loopback, over the same database each time."""
    monkeypatch.setenv("ATTUNE_WEB_SECRET", "a secret that is long enough for tests")

    @asynccontextmanager
    async def served(loaded: Loaded) -> AsyncIterator[str]:
        stop, ready = asyncio.Event(), asyncio.get_running_loop().create_future()
        running = asyncio.create_task(serve(Settings(port=0), loaded, url, stop, ready.set_result))
        await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        try:
            yield await ready
        finally:
            stop.set()
            await running

    return served
