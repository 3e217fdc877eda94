"""The pictures in docs/screenshots/studies, of the studies that come with Attune:

ATTUNE_SCREENSHOTS=docs/screenshots/studies python -m pytest -m slow tests/worlds/web/test_screenshots.py
"""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, Page

from agents.verdicts import item as items
from agents.verdicts.item import Candidate, Item, Said
from bot.config import CONFIGS
from tests.bot.frontends.web.test_screenshots import DESKTOP, LARGEST, PHONE
from tests.worlds.web.conftest import Opened
from tests.worlds.web.learners import LESSONS
from tests.worlds.web.test_seeker_supporter import FORM, choose
from worlds.studies.check import load
from worlds.studies.ledger import Ledger
from worlds.studies.pre_chat import ASKED
from worlds.studies.report import html
from worlds.studies.simulate import simulate
from worlds.studies.study import Loaded

REPORT = Path(__file__).parents[3] / "docs/studies-report.html"
CONTEXT = (Said("person", "I sat the test for the third time today. The pen shook so much that I could hear it."),)
REPLIES = (
    Candidate("That you went in a third time says a lot. How did it end?", "default"),
    Candidate("Driving lessons can be expensive.", "given"),
    Candidate("I hope it gets better soon.", "small"),
)

SUGGESTED = tuple(Candidate(label, "suggested") for label in ("anxious", "terrified", "disappointed"))


SAID = (CONTEXT[0].text, "Failed. By two points.")
ANSWERS = {
    "default": (REPLIES[0].text, "Two points! That stings. What will you do tonight?"),
    "free": (REPLIES[2].text, REPLIES[1].text),
}


def whole(system: str) -> Candidate:
    """A talk of two exchanges."""
    both = zip(SAID, ANSWERS[system], strict=True)
    talk = tuple(each for said, reply in both for each in (Said("person", said), Said("supporter", reply)))
    return Candidate("", system, talk)


def study(folder: Path, kind: str) -> Loaded:
    """A study as `attune study new` writes it, of one item."""
    path = folder / f"{kind}.toml"
    text = (CONFIGS / "studies" / path.name).read_text(encoding="utf8")
    for number in (8, 10, 40):
        text = text.replace(f"per_participant = {number}", "per_participant = 1")
    path.write_text(text.replace('"human"', '"given"').replace("blind = 0.2", "blind = 0"))
    count = 2 if kind == "ab" else 3
    replies = SUGGESTED if kind == "annotation" else REPLIES[:count]
    items.save([Item("i1", "talk 1", CONTEXT, replies)], folder / "items.jsonl")
    talks = tuple(map(whole, ANSWERS))
    gold = (replace(talks[0], source="gold"), replace(talks[1], source="mixed"))
    pairs = [Item("i1", "talk 1", (), talks), Item("i2", "talk 1", (), gold)]
    items.save(pairs, folder / "pairs.jsonl")
    return load(path)


def grid(folder: Path) -> Loaded:
    """An A/B study of four contestants, each two of them in some items."""
    path = folder / "four.toml"
    names = ("given", "default", "free", "small")
    text = (CONFIGS / "studies" / "ab.toml").read_text(encoding="utf8")
    path.write_text(text.replace('["default", "given"]', f"{list(names)}").replace("items.jsonl", "four.jsonl"))
    two = [pair for _ in range(4) for pair in combinations(names, 2)]
    laid = [
        Item(f"i{at}", f"t{at}", CONTEXT, tuple(Candidate(name, name) for name in pair)) for at, pair in enumerate(two)
    ]
    items.save(laid, folder / "four.jsonl")
    return load(path)


async def begin(page: Page, base: str) -> None:
    await page.goto(base)
    await page.get_by_label("I am 18 or older").check()
    await page.get_by_role("button", name="I agree").click()
    await page.get_by_role("button", name="Begin").click()


async def shot(page: Page, folder: Path, name: str) -> None:
    await page.screenshot(path=folder / f"{name}.png", full_page=True)


async def learn(page: Page, role: str) -> None:
    for one in LESSONS[role]:
        await page.get_by_text(one.options[one.right]).check()
        await page.get_by_role("button", name="Next").click()


async def rating(base: str, browser: Browser, folder: Path) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await page.goto(base)
    await shot(page, folder, "consent")
    await begin(page, base)
    await shot(page, folder, "rating")


async def ranking(base: str, browser: Browser, folder: Path) -> None:
    page = await (await browser.new_context(**PHONE)).new_page()
    await begin(page, base)
    await page.get_by_label("good").first.check()
    await shot(page, folder, "ranking-phone")


async def ab(base: str, browser: Browser, folder: Path) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await begin(page, base)
    await page.get_by_label("A", exact=True).check()
    await shot(page, folder, "ab")


async def chat(base: str, browser: Browser, folder: Path) -> None:
    page = await (await browser.new_context(**PHONE)).new_page()
    await begin(page, base)
    for name, (_, options) in ASKED.items():
        await choose(page, name, str(options[1]))
    await page.get_by_role("button", name="Next").click()
    await page.get_by_label("Your message").fill(SAID[0])
    await page.get_by_role("button", name="Send").click()
    await page.get_by_text("Yes", exact=True).check()
    await shot(page, folder, "chat-phone")


async def speaker_listener(base: str, browser: Browser, folder: Path) -> None:
    both = [await (await browser.new_context(viewport=DESKTOP)).new_page() for _ in range(2)]
    for page in both:
        await begin(page, base)
        await page.get_by_role("radio").first.check()
        await page.get_by_label("Tell of a situation").fill("I sat the test for the third time.")
    await shot(both[0], folder, "situation")
    for page in both:
        await page.get_by_role("button", name="Find somebody").click()
    speaker, listener = both
    for page, other, text in ((speaker, listener, SAID[0]), (listener, speaker, "How did it end?")):
        await page.get_by_label("Your message").fill(text)
        await page.get_by_role("button", name="Send").click()
        await other.get_by_text(text).wait_for()
    await speaker.get_by_label("Your message").fill(SAID[1])
    await shot(speaker, folder, "speaker")


async def annotation(base: str, browser: Browser, folder: Path) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await begin(page, base)
    await page.get_by_label("anxious").check()
    await shot(page, folder, "annotation")


async def seeker_supporter(base: str, browser: Browser, folder: Path) -> None:
    ben = await (await browser.new_context(viewport=DESKTOP)).new_page()
    ann = await (await browser.new_context(**PHONE)).new_page()
    await begin(ben, base)
    await shot(ben, folder, "lesson")
    await learn(ben, "supporter")
    await ben.get_by_role("button", name="Find somebody to support").click()
    await begin(ann, base)
    for name, value in FORM.items():
        if name != "situation":
            await choose(ann, name, value)
    await ann.get_by_label("What happened?").fill(FORM["situation"])
    await shot(ann, folder, "seeker-phone")
    await ann.get_by_role("button", name="Find a supporter").click()
    await ann.get_by_label("Your message").fill("They closed the shop that I grew up in.")
    await ann.get_by_role("button", name="Send", exact=True).click()
    await ben.get_by_label("Your message").wait_for()
    await choose(ben, "strategy", "Question")
    await ben.get_by_label("Your message").fill("How did you hear of it?")
    await shot(ben, folder, "supporter")


async def self_dialog(base: str, browser: Browser, folder: Path) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await begin(page, base)
    for number, text in enumerate(("I can't think of anything else.", "Since when?", "Since I woke up, I think.")):
        await page.get_by_label("What the listener answers" if number % 2 else "What the person says").fill(text)
        await page.get_by_role("button", name="Add").click()
    await shot(page, folder, "self-dialog")


async def wizard_of_oz(base: str, browser: Browser, folder: Path) -> None:
    ben = await (await browser.new_context(viewport=DESKTOP)).new_page()
    ann = await (await browser.new_context(viewport=DESKTOP)).new_page()
    await begin(ben, base)
    await learn(ben, "wizard")
    await ben.get_by_role("button", name="Begin").click()
    await begin(ann, base)
    await ann.get_by_role("button", name="Start the system").click()
    await ann.get_by_label("Your message").fill("I sit alone at lunch, three weeks now.")
    await ann.get_by_role("button", name="Send").click()
    await ben.get_by_role("button", name="Send draft 1").wait_for()
    await shot(ben, folder, "wizard")


async def acute(base: str, browser: Browser, folder: Path) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await begin(page, base)
    await page.get_by_label("Speaker A sounds").check()
    await shot(page, folder, "acute")


async def ab_turns(base: str, browser: Browser, folder: Path) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await begin(page, base)
    await page.get_by_label("Your message").fill(SAID[0])
    await page.get_by_role("button", name="Send to both").click()
    await page.get_by_label("B", exact=True).check()
    await shot(page, folder, "ab-turns")


KINDS = (
    rating,
    ranking,
    ab,
    chat,
    speaker_listener,
    annotation,
    seeker_supporter,
    self_dialog,
    wizard_of_oz,
    acute,
    ab_turns,
)
"""How the pictures of each kind are taken."""


async def reports(ledger: Ledger, browser: Browser, four: Loaded, tmp_path: Path, folder: Path) -> None:
    for number in range(30):
        await simulate(four, ledger, number)
    (tmp_path / "four.html").write_text(html(four, await ledger.everybody()), encoding="utf8")
    page = await browser.new_page(viewport=DESKTOP)
    await page.goto((tmp_path / "four.html").as_uri())
    await page.locator("svg.grid").screenshot(path=folder / "grid.png")
    page = await browser.new_page(viewport=DESKTOP)
    await page.goto(REPORT.as_uri())
    await page.set_viewport_size(DESKTOP | {"height": 1400})
    await page.screenshot(path=folder / "report.png")  # of the rest there is more than a picture should hold


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_the_pictures_in_the_docs(opened: Opened, browser: Browser, url: str, tmp_path: Path) -> None:
    folder, four = Path(os.environ.get("ATTUNE_SCREENSHOTS") or tmp_path / "shots"), grid(tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    for take in KINDS:
        async with opened(study(tmp_path, take.__name__)) as base:
            await take(base, browser, folder)
    async with Ledger.open(url, four) as ledger:
        await reports(ledger, browser, four, tmp_path, folder)
    sizes = {path.stem: path.stat().st_size for path in folder.glob("*.png")}
    shown = {"consent", "rating", "ranking-phone", "annotation", "lesson", "seeker-phone", "supporter", "report"}
    shown |= {"self-dialog", "wizard", "acute", "ab-turns", "grid", "ab", "chat-phone", "situation", "speaker"}
    assert set(sizes) == shown
    assert {name: size for name, size in sizes.items() if size > 2 * LARGEST} == {}
