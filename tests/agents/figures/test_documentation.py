"""The documentation's figures are those that were measured, and none stands outside a block of theirs."""

from __future__ import annotations

import re
from pathlib import Path

from agents.figures import inputs
from agents.figures.pages import outside
from agents.figures.tables import Number, read
from agents.figures.upkeep import complaints, kept

ROOT = Path(__file__).resolve().parents[3]
CONVERTED = (
    "care", "curation", "keeping", "load", "logs", "metrics", "results", "retrieval", "statistics", "understanding"
)  # fmt: skip
"""Pages whose figures all stand in blocks."""
MEASURED = re.compile(r"\d")
NO_FIGURES = {
    ("care", "level"): "what each level of danger means",
    ("care", "country"): "crisis lines, each with the page on which its number was seen",
    ("curation", "step"): "published figures of the paper, beside what is done here",
    ("curation", "rule"): "the settings of each rule",
    ("keeping", "table"): "for how long each table keeps what",
    ("keeping", "purpose"): "for how long what is kept with a consent and without",
    ("metrics", "module"): "names of scores, and the years of their papers",
    ("metrics", "function"): "how each score resamples",
    ("metrics", "teacher"): "names of scores",
    ("retrieval", "model"): "what is ours in each of the paper's models",
    ("understanding", "task"): "the tasks' label sets and corpora",
}
"""Tables with numbers that nobody measured here, by page and first column, and what the numbers are."""
INTERVAL = re.compile(r"\d \[-?\d[\d,.]*, -?\d[\d,.]*\]")


def words(page: str) -> str:
    return outside((ROOT / "docs" / f"{page}.md").read_text(encoding="utf8"))


def test_pages_show_what_was_measured_and_quick_figures_are_of_today() -> None:
    assert complaints(ROOT, kept(ROOT), inputs.today()) == []


def test_no_table_with_numbers_stands_outside_a_block() -> None:
    loose = {
        (page, table.name)
        for page in CONVERTED
        for table in read(words(page))
        if any(isinstance(cell, Number) or MEASURED.search(cell) for row in table.rows for cell in row)
    }
    assert loose == set(NO_FIGURES)


def test_no_interval_stands_in_a_sentence() -> None:
    found = {page: INTERVAL.findall(words(page)) for page in CONVERTED}
    assert {page: hits for page, hits in found.items() if hits} == {}
