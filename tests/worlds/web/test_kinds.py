"""Every kind of study by its own forms to its end: blind, each item once, whatever is forged, sent twice or no text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import get_args

import httpx
import pytest
from msgspec.structs import replace

from agents.verdicts import item as items
from agents.verdicts.item import Candidate, Item, Said
from tests.worlds.studies.conftest import ASKED, HEAD, QUESTIONS, SITUATION
from tests.worlds.web.conftest import Opened
from tests.worlds.web.forms import Walker, tags
from tests.worlds.web.test_pages import CODES
from worlds.studies.beginning import KINDS
from worlds.studies.check import load
from worlds.studies.ledger import Ledger
from worlds.studies.rooms import open_rooms
from worlds.studies.study import Kind, Loaded

NAMES = ("quagga", "aardvark", "capybara", "pangolin")
"""Of contestants: words long enough to be on no page by chance, as in a signature."""
MARKUP = "<marquee>It was a long day.</marquee>"
LEAST, SITS = 4, 200
BOT = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("{name}")
def {name}():
    def answer(turn):
        number = len(turn.conversation.turns)
        asks = Reply(f"What {word}, <marquee>number {{number}}?", "{name}", 0.9, "Question")
        return SkillResult(replies=(asks, Reply("That is {word}.", "{name}", 0.8, "Reflection of feelings")))
    return answer
"""


def bots(folder: Path) -> None:
    for name, word in zip(NAMES[:2], ("hard", "heavy"), strict=True):
        (folder / f"{name}.py").write_text(BOT.format(name=name, word=word))
        (folder / f"{name}.toml").write_text(f'[guard]\nuse = "safety"\n[[skills]]\nuse = "./{name}.py:{name}"\n')


def laid(kind: str) -> list[Item]:
    """Three items: of replies, labels or whole talks."""
    said = (Said("person", MARKUP),)
    labels = tuple(Candidate(label, name) for label, name in zip(("sad", "lonely"), NAMES, strict=False))
    replies = tuple(Candidate(f"A reply, {number} <marquee>.", name) for number, name in enumerate(NAMES[:2]))
    if kind == "annotation":
        return [Item(f"i{number}", "talk", said, labels) for number in range(3)]
    if kind != "acute":
        return [Item(f"i{number}", "talk", said, replies) for number in range(3)]
    talks = [replace(one, text="", talk=(*said, Said("supporter", one.text))) for one in replies]
    checks = [replace(one, source=name) for one, name in zip(talks, NAMES[2:], strict=True)]
    return [
        *(Item(f"i{number}", "talk", (), tuple(talks)) for number in range(2)),
        Item("i2", "talk", (), tuple(checks)),
    ]


def study(folder: Path, kind: Kind) -> Loaded:
    """A small study of any kind."""
    bots(folder)
    items.save(laid(kind), folder / "items.jsonl")
    head = HEAD.format(per_participant=3)
    named = [f"{name}.toml" for name in NAMES[:2]]
    rules = f"[collection]\nleast = {LEAST}\nmost = {LEAST}\nexam = 0\n"
    alone = HEAD.format(per_participant=1).replace('items = "items.jsonl"\n', "")
    gold = f"[quality]\ngold = '{NAMES[2]}'\ngold_items = 1\ngold_points = 0\n"
    text = {
        "rating": head + QUESTIONS,
        "ab": head,
        "ranking": head,
        "acute": f"contestants = {list(NAMES[:2])}\n{head}{ASKED}{gold}",
        "annotation": head + "[annotation]\nblind = 0\n",
        "chat": f"bots = {named}\nturns = 2\n{alone}{ASKED}{QUESTIONS}",
        "ab_turns": f"bots = {named}\nturns = 2\n{alone}",
        "wizard_of_oz": f"bots = {named[:1]}\n{alone}{rules}{SITUATION.format(number=1)}",
        "self_dialog": alone + rules + SITUATION.format(number=1),
    }.get(kind, alone + rules)
    path = folder / "blind.toml"
    path.write_text(f'kind = "{kind}"\n{text}{CODES}')
    return load(path)


@asynccontextmanager
async def walked(loaded: Loaded, opened: Opened) -> AsyncIterator[list[Walker]]:
    """Everybody that it takes, at the end."""
    async with AsyncExitStack() as stack:
        base = await stack.enter_async_context(opened(loaded))
        clients = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=60))
            for _ in range(2 if loaded.study.pairs else 1)
        ]
        everybody = [Walker(client, f"pangolin{number}", MARKUP) for number, client in enumerate(clients)]
        for one in everybody:
            await one.come()
        for _ in range(SITS):
            for one in everybody:
                if not one.done:
                    await one.step()
            if all(one.done for one in everybody):
                break
        yield everybody


@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind_to_its_end(tmp_path: Path, opened: Opened, url: str, kind: Kind) -> None:
    loaded = study(tmp_path, kind)
    async with walked(loaded, opened) as everybody:
        got = [text for one in everybody for text in one.got]
        assert [one.done for one in everybody] == [True] * len(everybody), everybody[0].person.page
        # Nobody's name, of contestants or of participants as a site knows them, in a page, header, cookie or address.
        assert [name for name in NAMES for text in got if name in text.casefold()] == []
        assert not any("set-cookie" in text for text in got)
        # What was sent as markup is text.
        assert not any("marquee" in tags(text) for text in got)
        assert any("&lt;marquee&gt;" in text for text in got)
        # An old tab is sent once more, after the end.
        for one in everybody:
            for form in one.sent:
                await one.person.client.post(one.person.place, data=form)
    async with Ledger.open(url, loaded) as ledger:
        for known in await ledger.everybody():
            assert known.progress.outcome == "completed"
            judged = [one.item for one in known.judgements]
            assert len(set(judged)) == len(judged)
            assert loaded.study.collects or set(judged) == set(known.progress.items)
            assert len(set(known.progress.items)) == len(known.progress.items)
    if loaded.study.collects:
        async with open_rooms(url, loaded) as rooms:
            assert [len(one.room.seats) for one in await rooms.everything()] == [len(everybody)]


def test_the_kinds_are_all_that_there_are() -> None:
    assert {*KINDS} == {*get_args(Kind)}
