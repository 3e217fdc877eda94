"""The page of a ranking as somebody handles it: its cards and columns, a mouse, a finger, what is seen and kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Locator, Page, expect

from worlds.studies.judging import MARKS, Ranking, order, written
from worlds.studies.ledger import Ledger
from worlds.studies.study import Loaded


def card(page: Page, letter: str) -> Locator:
    return page.get_by_role("region", name=f"Reply {letter}")


async def middle(where: Locator) -> tuple[float, float]:
    box = await where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def column(page: Page, mark: str) -> Locator:
    return page.locator(".column").get_by_text(mark, exact=True)


async def frames(page: Page) -> None:
    """Until what the page does in a frame has been done."""
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def press(page: Page, letter: str) -> None:
    """By the mouse, on the words of a reply."""
    await card(page, letter).scroll_into_view_if_needed()
    await page.mouse.move(*await middle(card(page, letter).locator("p")))
    await page.mouse.down()


async def drag(page: Page, letter: str, mark: str) -> None:
    await press(page, letter)
    await page.mouse.move(*await middle(column(page, mark)), steps=5)
    await page.mouse.up()


@asynccontextmanager
async def finger(page: Page) -> AsyncIterator[Callable[[float, float], Awaitable[None]]]:
    """A finger that is put down and moved by `touch(x, y)`, as the device itself tells of it, and lifted at the end."""
    device, down = await page.context.new_cdp_session(page), False

    async def touch(x: float, y: float) -> None:
        nonlocal down
        told = {"type": "touchMove" if down else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        down = True
        await device.send("Input.dispatchTouchEvent", told)

    yield touch
    await device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await device.detach()


async def slide(page: Page, letter: str, mark: str) -> None:
    """By the finger, on a reply's handle; held at the edge of the screen while the column is beyond it."""
    handle = card(page, letter).locator(".handle")
    await handle.scroll_into_view_if_needed()
    async with finger(page) as touch:
        await touch(*await middle(handle))
        while not 100 < (await middle(column(page, mark)))[1] < 640:
            await touch(180, 730 if (await middle(column(page, mark)))[1] >= 640 else 10)
            await touch(180, 370)  # where the page rests, so that it is known where the column is
            await frames(page)
        await touch(*await middle(column(page, mark)))
        await expect(column(page, mark)).to_have_class("column over")


async def checked(page: Page) -> dict[str, str]:
    read = "all => all.map(one => [one.name, one.value])"
    return dict(await page.locator("input:checked").evaluate_all(read))


async def columns(page: Page) -> dict[str, str]:
    """By letter, the column in which its card is seen: the last whose heading is above it and that it is not beside."""
    await page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished))")
    tops = {mark: await column(page, mark).bounding_box() for mark in MARKS}
    found: dict[str, str] = {}
    for one in await page.locator(".reply").all():
        box = await one.bounding_box()
        assert box
        over = [m for m, top in tops.items() if top and top["y"] < box["y"] and _within(box, top)]
        if over:
            found[(await one.get_by_role("heading").inner_text())[-1]] = over[-1]
    return found


async def judged(url: str, loaded: Loaded) -> list[dict[str, str]]:
    """What is kept, by the letters under which it was shown."""
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
    found = []
    for one in known.judgements:
        assert isinstance(one.given, Ranking)
        item = loaded.item(one.item)
        found.append(written(loaded, item, order(loaded, known.progress.participant, item), one.given))
    return found


def _within(box: Any, column: Any) -> bool:
    return bool(column["x"] <= box["x"] and box["x"] + box["width"] <= column["x"] + column["width"] + 1)
