"""Participants who learn before their first talk, and answer rightly or not."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from markupsafe import escape

from tests.worlds.web.test_pages import Person
from worlds.studies.lessons import find, read

LESSONS = {role: read(find(Path(), role)) for role in ("supporter", "wizard")}
"""Those that come with Attune."""


async def answer(person: Person, *, right: bool = True) -> httpx.Response:
    """Answer the lesson that is shown."""
    hidden = person.hidden()
    (lesson,) = (one for each in LESSONS.values() for one in each if one.name == hidden["item"])
    wanted = lesson.options[lesson.right if right else (lesson.right + 1) % len(lesson.options)]
    shown = re.findall(r'name="choice" value="(\w)" required> \w: (.*?)</label>', person.page)
    (letter,) = [letter for letter, text in shown if text == str(escape(wanted))]
    return await person.send(action="judge", choice=letter, **hidden)


async def learn(person: Person, role: str = "supporter", *, wrong: int = 0) -> None:
    """Go through all lessons, and answer so many of them wrongly, those first."""
    for number in range(len(LESSONS[role])):
        assert f"{number + 1} of {len(LESSONS[role])}" in person.page
        await answer(person, right=number >= wrong)
