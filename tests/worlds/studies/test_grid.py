"""All contestants against each other: ratios and averages worked out by hand, percentages with stars, shades."""

from __future__ import annotations

import numpy as np

from worlds.studies.grid import averages, percentages, ratios

NAMES = ("gold", "one", "two")
WINS = np.array([[0, 8, 6], [2, 0, 3], [0, 3, 0]])


def test_ratios_as_in_the_figure() -> None:
    table = ratios(NAMES, WINS)
    assert table.head == ("", "gold", "one", "two", "mean")
    assert table.rows[0] == ("gold", "–", "4.00", "6:0", "4.00")
    assert table.rows[1] == ("one", "0.25", "–", "1.00", "0.62")
    assert table.rows[2] == ("two", "0:6", "1.00", "–", "0.50")  # never chosen over gold: none times as often


def test_the_average_between_groups_is_that_of_their_cells() -> None:
    table = averages(NAMES, WINS, {"people": ("gold",), "bots": ("one", "two"), "others": ("nobody",)})
    assert table.rows[0] == ("people : bots", "1", "4.00")  # the other cell has no ratio
    assert table.rows[1] == ("people : others", "0", "–")


def test_percentages_have_stars_of_the_sign_test() -> None:
    wins = np.array([[0, 9, 12], [1, 0, 3], [0, 3, 0]])
    assert percentages(NAMES, wins).rows == (
        ("gold", "–", "90*", "100**"),
        ("one", "10*", "–", "50"),
        ("two", "0**", "50", "–"),
    )


def test_shades_are_even_in_the_middle_and_deepest_at_eight_times_as_often() -> None:
    shades = ratios(("a", "b", "c"), np.array([[0, 8, 1], [1, 0, 99], [1, 0, 0]])).shades
    assert shades[0] == ("none", "#7cb2e8", "#f2f2f2")
    assert shades[1][0] == "#f0a868"
    assert shades[1][2] == "#7cb2e8"
    assert shades[2][1] == "#f0a868"
