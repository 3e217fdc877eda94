"""Rows of the table of what is understood."""

from __future__ import annotations

from agents.evaluation.understanding.row import COLUMNS, Row, sheet
from agents.metrics.intervals import Interval


def test_a_row_stands_beside_its_baselines_and_the_published_figure() -> None:
    row = Row(
        "stage", "macro-F1", Interval(0.5, 0.4, 0.6), None, (("majority", 0.25), ("bigram", 0.3)), ".47 (a paper)"
    )
    found = sheet("valid", [row])
    assert found.columns == COLUMNS
    assert found.rows == (
        ("stage", "macro-F1", Interval(0.5, 0.4, 0.6), None, "majority 0.250, bigram 0.300", ".47 (a paper)"),
    )


def test_the_title_names_the_part() -> None:
    assert "test" in sheet("test", []).title
