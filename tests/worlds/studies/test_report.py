"""A whole report in the docs: it says that it is of simulated participants, needs nothing else, and is as made now."""

from __future__ import annotations

import re
from pathlib import Path

from agents.verdicts import item as items
from tests.worlds.studies.conftest import item
from tests.worlds.studies.test_analysis import somebody
from worlds.studies.check import load
from worlds.studies.judging import Rating
from worlds.studies.report import html

DOCS = Path(__file__).parents[3] / "docs"


def headings(page: str) -> list[str]:
    return re.findall(r"<(?:h2|dt)>(.*?)</", page)


def test_the_report_in_the_docs_is_that_of_the_first_study(tmp_path: Path) -> None:
    shown = (DOCS / "studies-report.html").read_text(encoding="utf8")
    assert "<strong>30 participants are simulated.</strong>" in shown
    assert re.findall(r"https?:|<script|<link|<img|src=|@import|url\(", shown) == []
    page = (DOCS / "studies.md").read_text(encoding="utf8")
    items.save([item(number, "default", "given") for number in range(10)], tmp_path / "items.jsonl")
    path = tmp_path / "feelings.toml"
    path.write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf8")
    made = html(load(path), [somebody("p", Rating({"empathy": (2, 4)}), Rating({"empathy": (1, 5)}))])
    assert headings(shown) == headings(made)
