"""Participants are told the same in a chat as in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from worlds import web
from worlds.chats import words

TEMPLATES = Path(web.__file__).parent / "templates"


@pytest.fixture(scope="module")
def told() -> str:
    """The words of all templates, without what depends on the study."""
    pages = " ".join(path.read_text(encoding="utf8") for path in TEMPLATES.glob("*.html"))
    pages = pages.replace("{% if study.pay %}, with full pay{% endif %}", "{paid}").replace(
        '{{ "these talks" if study.collects else "these replies" }}', "these replies"
    )
    return re.sub(r"\s+", " ", pages)


@pytest.mark.parametrize(
    "name",
    [
        *("CHAT", "SAD", "ADULTS", "REMARK", "STOP", "COMPLETED", "INATTENTIVE", "NO_PERSON", "CALL", "STOPPED"),
        *("PAID", "NOT_THERE", "MARK", "ONCE", "COMPLETED_WITH_BOTS"),
    ],
)
def test_a_sentence_is_that_of_the_pages(told: str, name: str) -> None:
    assert getattr(words, name) in told


def test_so_is_where_there_is_help(told: str) -> None:
    assert words.HELP.format(here="these pages") in told
