import json
import math

from agents.metrics.intervals import Interval
from agents.statistics.sheet import Sheet, flat, plain, shown, table

SHEET = Sheet(
    "made",
    "A title",
    ("name", "count", "mean"),
    (("a", 1200, Interval(2.0, 1.5, 2.5)), ("b", None, Interval(math.nan, math.nan, math.nan)), ("c", 3, None)),
)


def test_cells_as_people_read_them() -> None:
    cells = ("a", 1200, 2.345, Interval(2.0, 1.5, 2.5), None)
    assert [shown(cell, 2) for cell in cells] == ["a", "1,200", "2.35", "2.00 [1.50, 2.50]", ""]
    assert [column.justify for column in table(SHEET).columns] == ["left", "right", "right"]


def test_an_interval_becomes_three_columns() -> None:
    rows = list(flat(SHEET))
    assert rows[0] == ("name", "count", "mean", "mean low", "mean high")
    assert rows[1] == ("a", 1200, 2.0, 1.5, 2.5)
    assert rows[3] == ("c", 3, None, None, None)


def test_json_has_no_nan() -> None:
    found = json.loads(json.dumps(plain(SHEET), allow_nan=False))
    assert found["rows"][0] == {"name": "a", "count": 1200, "mean": {"value": 2.0, "low": 1.5, "high": 2.5}}
    assert found["rows"][1]["mean"] == {"value": None, "low": None, "high": None}
