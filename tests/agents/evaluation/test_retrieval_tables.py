from __future__ import annotations

from agents.evaluation.banks import Bank
from agents.evaluation.retrieval import Figures
from agents.evaluation.retrieval_tables import Measured, ranked, retrieved
from agents.metrics.intervals import Interval
from agents.statistics.sheet import plain


def test_every_figure_has_a_row_in_per_cent() -> None:
    half = Interval(0.5, 0.25, 0.75)
    figures = Figures("esconv", 200, half, half, half, half, half, None, (0.5, 0.25))
    sheet = ranked([Measured(figures, None, 1.25, None)], "published", "valid", 10)
    cells = {row["figure"].strip(): row["ESConv (200)"] for row in plain(sheet)["rows"]}
    assert cells["P@1,100, shuffled groups"] == {"value": 50, "low": 25, "high": 75}
    assert cells["for five draws of the groups, least to most"] == "25.00 to 50.00"
    assert cells["P@1, the file's own candidates"] == "none in the file"
    assert cells["P@1,100, the best 10 read again in pairs"] == "not trained"
    assert cells["ms of processor a context"] == "1.2"
    assert cells["and of the pair pass"] == ""


def test_what_was_retrieved_tells_from_where() -> None:
    bank = Bank("ED+DD", 3, Interval(0.05, 0.04, 0.06), {"empathetic": 0.75, "dailydialog": 0.25})
    (row,) = retrieved([bank], "shipped", "valid").rows
    assert row[:2] == ("ED+DD", 3)
    assert row[3] == "EmpatheticDialogues 75 %, DailyDialog 25 %"
