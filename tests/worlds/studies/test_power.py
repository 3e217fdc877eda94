"""How many participants: the chance that the report's own tests find what is there, against some worked out by hand."""

from __future__ import annotations

import pytest

from agents.metrics.significance import sign_test
from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from worlds.studies.power import LEVEL, Expected, rating_power, sign_power, table


def test_six_of_six_votes_are_the_fewest_by_which_a_sign_test_finds_anything() -> None:
    assert sign_test(0, 6) < LEVEL <= sign_test(0, 5)
    assert sign_power(5, 0.9, 0) == 0
    assert sign_power(6, 0.9, 0) == pytest.approx(0.9**6 + 0.1**6)
    # Of eight one may be lost: p is 18/256; none may: 2/256.
    assert sign_power(8, 0.9, 0) == pytest.approx(0.9**8 + 0.1**8)


def test_ties_cost_power_and_where_nothing_is_there_little_is_found() -> None:
    assert sign_power(100, 0.65, 0) > sign_power(100, 0.65, 0.3) > sign_power(40, 0.65, 0.3)
    assert sign_power(100, 0.5, 0.2) < LEVEL


def test_ratings_are_told_apart_by_more_items_more_people_and_a_wider_gap() -> None:
    expected = Expected(gap=0.3)
    assert rating_power(60, 5, expected) > rating_power(20, 5, expected)
    assert rating_power(60, 9, expected) > rating_power(60, 1, expected)
    assert rating_power(60, 3, Expected(gap=0.6)) > rating_power(60, 3, expected)
    assert rating_power(60, 3, Expected(gap=0)) < 2 * LEVEL
    assert rating_power(60, 3, expected) == rating_power(60, 3, expected)  # by seed


@pytest.mark.parametrize(
    ("kind", "second", "head"),
    [("ab", "50", "votes a pair"), ("rating", "5.0", "ratings an item"), ("ranking", "50", "rankings each")],
)
def test_what_each_pair_gets_of_so_many(make: Make, kind: str, second: str, head: str) -> None:
    found = table(make(kind), Expected(), 0.8)
    assert (found.head[1], found.rows[0][:2]) == (head, ("10", second))
    shares = [float(row[2]) for row in found.rows]
    assert shares == sorted(shares, reverse=kind == "ranking")


def test_three_contestants_share_the_votes_of_an_ab(make_ab: Make) -> None:
    found = table(make_ab(("one", "two"), ("one", "three"), ("two", "three")), Expected(), 0.8)
    assert found.rows[0][:2] == ("10", "10")


def test_check_pairs_are_no_votes(make_acute: Make) -> None:
    assert table(make_acute(), Expected(), 0.8).rows[0][:2] == ("10", "50")


def test_how_many_are_enough_and_what_they_cost(make: Make) -> None:
    loaded = make("ab", "[pay]\namount = 3\nminutes = 15\n")
    assert "80% is reached with 30 participants, who are paid 90.00 GBP." in table(loaded, Expected(), 0.8).note
    assert "reached by none of these" in table(loaded, Expected(share=0.5), 0.8).note


def test_where_nothing_is_compared_there_is_no_power(make_annotation: Make) -> None:
    with pytest.raises(StudyError, match="nothing is compared in a study of kind 'annotation'"):
        table(make_annotation(), Expected(), 0.8)
