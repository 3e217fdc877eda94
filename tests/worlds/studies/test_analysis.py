"""Tables of judgements against numbers worked out by hand, and who is left out of them by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.testing.scripted import NOON
from tests.worlds.studies.conftest import Make
from worlds.studies.analysis import tables
from worlds.studies.judging import Choice, Given, Judgement, Ranking, Rating, order
from worlds.studies.ledger import Participation
from worlds.studies.progress import Progress
from worlds.studies.quality import attentive, exclusion, points
from worlds.studies.study import Outcome
from worlds.studies.tables import Table, p_value


def somebody(
    name: str, *given: Given, outcome: Outcome | None = "completed", seconds: float = 9.0, simulated: bool = False
) -> Participation:
    """Who judged the items from the first on."""
    judged = tuple(Judgement(f"{name}{at}", f"i{at}", each, seconds) for at, each in enumerate(given))
    items = tuple(one.item for one in judged)
    progress = Progress(participant=name, phase="done", items=items, outcome=outcome)
    return Participation(progress, judged, simulated, NOON, NOON + timedelta(minutes=12))


def rated(*points: tuple[int, int]) -> list[Rating]:
    return [Rating({"empathy": each, "fluency": (3, 3)}) for each in points]


def cells(found: Sequence[Table], title: str) -> dict[str, tuple[str, ...]]:
    table = next(one for one in found if one.title.startswith(title))
    return {row[0]: row[1:] for row in table.rows}


def test_means_with_standard_errors_and_the_best_marked(make: Make) -> None:
    people = [somebody("p", *rated((5, 1), (4, 2))), somebody("q", *rated((4, 1), (3, 2)))]
    found = tables(make("rating"), people)
    assert cells(found, "empathy:") == {"left *": ("4", "4.00", "0.41"), "right": ("4", "1.50", "0.29")}
    assert cells(found, "fluency:") == {"left *": ("4", "3.00", "0.00"), "right *": ("4", "3.00", "0.00")}
    pairs = cells(found, "empathy: pairs")
    assert pairs["left : right"][:2] == ("2", "+2.50")
    assert cells(found, "fluency: pairs")["left : right"][2:] == ("1.000", "1.000")


def test_choices_are_counted_and_tested(make: Make) -> None:
    given = [
        Choice(0),
        Choice(0),
        Choice(0),
        Choice(0),
        Choice(0),
        Choice(1),
        Choice(tie="equal"),
        Choice(tie="neither"),
    ]
    row = cells(tables(make("ab", per_participant=8), [somebody("p", *given)]), "Choices")["left : right"]
    assert row == ("5", "1", "1", "1", "83 [44, 97]", "0.219")  # 2 x 7 / 64


def test_rankings_are_shares_of_each_mark(make: Make) -> None:
    given = [Ranking(("good", "bad", "good")), Ranking(("okay", "bad", "okay")), Ranking(("good", "okay", "good"))]
    loaded = make("ranking", '[quality]\ngold = "gold"\n')
    found = cells(tables(loaded, [somebody("p", *given)]), "Ranking")
    assert found["left"][:4] == ("3", "0.6667", "0.3333", "0.0000")
    assert found["right"][:4] == ("3", "0.0000", "0.3333", "0.6667")
    assert list(found) == ["left", "gold", "right"]


def test_who_is_left_out_and_by_which_rule(make: Make) -> None:
    loaded = make("ranking", '[quality]\ngold = "gold"\nleast_seconds = 5\n')
    awake = [Ranking(("good", "bad", "good")), Ranking(("bad", "okay", "okay")), Ranking(("okay", "bad", "good"))]
    asleep = [Ranking(("good", "okay", "bad"))] * 3
    assert points(loaded, somebody("p", *awake)) == (3, 3)
    assert not attentive(loaded, somebody("p", *asleep))
    assert attentive(loaded, somebody("p", *asleep[:2]))  # two of three items: too few to tell
    assert exclusion(loaded, somebody("p", *awake)) == ""
    assert exclusion(loaded, somebody("p", *asleep)) == "earned 0 of 3 points, fewer than 2"
    assert exclusion(loaded, somebody("p", *awake, seconds=4)) == "took less than 5 seconds an item"
    assert exclusion(loaded, somebody("p")) == "judged nothing"
    assert exclusion(loaded, somebody("p", outcome="no_consent")) == "did not take part"
    same = [Ranking(("good", "good", "good"))] * 3
    assert exclusion(loaded, somebody("p", *same)) == "gave one answer in more than 95%"


def test_who_always_prefers_one_contestant_counts_and_who_always_presses_one_button_does_not(make: Make) -> None:
    loaded = make("ab", per_participant=8)
    shown = [order(loaded, "p", item) for item in loaded.items[:8]]
    assert {places[0] for places in shown} == {0, 1}
    assert exclusion(loaded, somebody("p", *[Choice(0)] * 8)) == ""
    pressed = [Choice(places[0]) for places in shown]
    assert exclusion(loaded, somebody("p", *pressed)) == "gave one answer in more than 95%"
    assert exclusion(loaded, somebody("p", *[Choice(None, "equal")] * 8)) == "gave one answer in more than 95%"


def test_the_table_of_people_counts_outcomes_pay_and_simulations(make: Make) -> None:
    loaded = make("ab", "[pay]\namount = 3\nminutes = 15\n")
    people = [
        somebody("p", Choice(0), Choice(tie="equal")),
        somebody("q", Choice(0), Choice(tie="equal"), outcome="stopped", simulated=True),
        somebody("r", outcome="no_consent"),
    ]
    table = tables(loaded, people)[0]
    found = {row[0]: row[1] for row in table.rows}
    assert found["completed"] == found["stopped"] == found["no_consent"] == "1"
    assert found["counted"] == "2"
    assert found["to be paid"] == "2 x 3.00 GBP"
    assert found["minutes of who completed, median"] == "12.0"
    assert table.note == "1 of them are simulated: no people."


def test_what_is_hardly_chance_is_not_said_to_be_none(make: Make) -> None:
    people = [somebody(f"p{number}", Choice(0), Choice(0)) for number in range(40)]
    row = cells(tables(make("ab"), people), "Choices")["left : right"]
    assert row[-1] == "<0.001"  # half of them, who saw it on both sides, are more than twelve votes
    assert [p_value(p) for p in (0.001, 0.0499, 1.0)] == ["0.001", "0.050", "1.000"]


@pytest.mark.parametrize("kind", ["rating", "ab", "ranking"])
def test_of_nothing_there_are_tables_too(make: Make, kind: str) -> None:
    found = tables(make(kind), [])
    assert cells(found, "Participants")["counted"] == ("0",)
    assert all(list(table.lines()) for table in found)
