"""What verdicts say together."""

from __future__ import annotations

import pytest

from agents.verdicts import report
from agents.verdicts.verdict import Verdict
from tests.agents.verdicts.examples import ITEMS

VERDICTS = [
    Verdict("moving.0", "first", ("good", "passable", "bad"), 0, 2, (None, "generic", "beside the point")),
    Verdict("moving.0", "second", ("good", "passable", "bad"), 0, 1, (None, "generic", "beside the point")),
    Verdict("cat.2", "first", ("good", "bad"), 0, 1, (None, "question ignored")),
]


def test_sources_are_counted_by_mark_best_and_worst() -> None:
    found = {source.name: source for source in report.sources(ITEMS, VERDICTS)}
    assert dict(found["written"].marks) == {"good": 2, "bad": 2}
    assert (found["written"].best, found["written"].worst, found["written"].items) == (2, 1, 2)
    assert (found["shelf"].best, found["shelf"].worst, found["shelf"].items) == (0, 2, 3)
    assert [source.name for source in report.sources(ITEMS, VERDICTS)] == ["own", "written", "shelf"]


def test_agreement_is_of_items_that_two_readers_read() -> None:
    count, alpha, same = report.agreed(VERDICTS)
    assert (count, same) == (1, 1.0)
    assert alpha == pytest.approx(1.0)
    assert report.agreed(VERDICTS[1:])[0] == 0


def test_rows_carry_every_mark_and_the_part_of_their_talk() -> None:
    rows = list(report.rows(ITEMS, VERDICTS))
    assert [(row.text[:6], row.marks, row.best, row.worst) for row in rows[:2]] == [
        ("Friday", ("good", "good"), 2, 0),
        ("Moving", ("passable", "passable"), 0, 1),
    ]
    assert {row.part for row in rows} <= {"train", "aside"}
    assert rows[0].part == rows[2].part


def test_the_table_names_every_source_and_how_far_readers_agree() -> None:
    table = report.table(ITEMS, VERDICTS)
    assert "2 items, 3 verdicts by 2 readers" in table
    assert "generic 2, beside the point 2, question ignored 1" in table
    assert "read twice: 1 items, Krippendorff's alpha 1.00, the same best 100 %" in table
