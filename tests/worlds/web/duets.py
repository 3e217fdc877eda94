"""Studies in which people write with two bots, for the tests of those."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from bot.step import Step
from bot.stepper import Stepper
from tests.worlds.web.test_pages import CODES, RETURNS, Person
from worlds.studies.check import load
from worlds.studies.study import Loaded

BOT = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("{name}")
def {name}():
    def answer(turn):
        return SkillResult(replies=(Reply("This is {name}. " + "Go on." * (len(turn.text) > 12), "{name}", 0.9),))
    return answer
"""
AB_TURNS = """
kind = "ab_turns"
{first}
title = "Two at once"
bots = ["one.toml", "two.toml"]
turns = 2
instructions = "Write to both."
[consent]
text = "What you write is kept."
contact = "somebody@example.org"
[quality]
least_seconds = 0
"""


def duet(folder: Path, study: str) -> Loaded:
    """A study of the bots `one` and `two`, whose files lie beside it."""
    for name in ("one", "two"):
        (folder / f"{name}.py").write_text(BOT.format(name=name))
        (folder / f"{name}.toml").write_text(f'[guard]\nuse = "safety"\n[[skills]]\nuse = "./{name}.py:{name}"\n')
    (folder / "study.toml").write_text(study.format(first=RETURNS) + CODES)
    return load(folder / "study.toml")


async def write(person: Person, text: str) -> httpx.Response:
    """Say something in a talk, by the form of the page."""
    events = re.findall(r'name="event" value="(\w+)"', person.page)
    return await person.send(action="say", text=text, event=events[0])


def slowed(monkeypatch: pytest.MonkeyPatch, asking: ModuleType) -> asyncio.Event:
    """Bots answer only once it is set; the module `asking` them has little patience."""
    released, quick = asyncio.Event(), Stepper.step

    async def slow(self: Stepper, *args: Any) -> Step:
        await released.wait()
        return await quick(self, *args)

    monkeypatch.setattr(Stepper, "step", slow)
    monkeypatch.setattr(asking, "PATIENCE", 0.01)
    return released
