"""Tables: who won, what order and length did, and what is told of both."""

from __future__ import annotations

from agents.judging.outcomes import Outcome
from agents.judging.pairs import Pair
from agents.judging.prompt import Says
from agents.judging.tables import sheets
from agents.metrics.intervals import Interval
from agents.metrics.wilson import wilson
from tests.agents.judging.examples import COMFORT, FLUENCY, item

PAIRS = [Pair(item(number), 0, 1) for number in range(40)]
EVEN = [Pair(item(100 + number, ("one", "a b c d e"), ("two", "a b c d e f")), 0, 1) for number in range(3)]


def judged(pairs: list[Pair], *orders: Says | None) -> list[Outcome]:
    left, right = orders
    return [Outcome(pair, COMFORT, (left, right)) for pair in pairs]


def test_verdicts_are_counted_by_question_and_over_all() -> None:
    told = [*judged(PAIRS[:5], "left", "left"), *judged(PAIRS[5:7], "right", "right"), *judged(PAIRS[7:8], None, "tie")]
    told += [*judged(PAIRS[8:10], "left", "right"), Outcome(PAIRS[0], FLUENCY, ("tie", "tie"))]
    table, *_ = sheets(told, "one", "two", {})
    assert table.title == "one : two, 10 pairs"
    assert [row[:6] for row in table.rows] == [
        ("Comforting", 5, 2, 2, 2, 1), ("Fluency", 0, 0, 1, 0, 0), ("all", 5, 2, 3, 2, 1)
    ]  # fmt: skip
    assert isinstance(won := table.rows[0][6], Interval)
    assert won == wilson(5, 7).percent()
    assert [row[7] for row in table.rows] == ["0.453", "1.000", ""]


def test_a_judge_of_places_is_told() -> None:
    *_, table = sheets(judged(PAIRS, "left", "right"), "one", "two", {})
    _, same, first, longer, *alike = table.rows[0]
    assert isinstance(same, Interval)
    assert isinstance(first, Interval)
    assert isinstance(longer, Interval)
    assert (same.value, first.value) == (0, 100)
    assert 0 < same.high < 10  # forty pairs that are all alike prove nothing for certain
    assert 90 < first.low < 100
    assert longer.value != longer.value  # nothing is decided
    assert alike == [0, 0]
    assert "The first of two is preferred more often than chance: 100.0" in table.note
    assert "The longer" not in table.note


def test_a_judge_of_lengths_is_told_and_what_is_alike_stands_apart() -> None:
    told = [*judged(PAIRS, "left", "left"), *judged(EVEN, "right", "right")]
    *_, table = sheets(told, "one", "two", {})
    assert table.title.startswith("Order and length. one has 12.4 words, two 2.3; 3 pairs are alike in length")
    assert table.rows[0][4:] == (0, 3)
    assert "The longer of two is preferred more often than chance: 100.0" in table.note
    assert "The first" not in table.note


def test_agreement_is_a_table_of_its_own_where_somebody_voted() -> None:
    votes: dict[tuple[str, str], list[Says]] = {(pair.item.id, ""): ["left", "left"] for pair in PAIRS[:4]}
    *_, table = sheets([*judged(PAIRS[:3], "left", "left"), *judged(PAIRS[3:5], "right", "right")], "one", "two", votes)
    assert table.name == "votes"
    ((name, pairs, same, *_, twice),) = table.rows
    assert (name, pairs, twice) == ("Comforting", 4, 4)
    assert isinstance(same, Interval)
    assert same.value == 75
