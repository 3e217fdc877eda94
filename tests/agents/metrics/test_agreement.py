import math
from itertools import zip_longest
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.agreement import Level, Weights, cohen, fleiss, krippendorff, resampled_alpha, resampled_kappa

HOLE = None
PUBLISHED = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, HOLE, HOLE, HOLE],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, HOLE, 3],
    [HOLE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, HOLE],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, HOLE],
]
"""Four observers and twelve units, the worked example of Krippendorff (2011), section D."""


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_the_published_example(level: Level, alpha: float) -> None:
    assert krippendorff(PUBLISHED, level) == pytest.approx(alpha, abs=0.0005)


def test_alpha_of_two_raters_by_hand() -> None:
    # Ten values, 6 zeros and 4 ones; two units of five differ: 1 - (4 / 10) / (2 * 6 * 4 / (10 * 9)).
    assert krippendorff([[0, 0, 0, 1, 1]] * 2) == 1
    found = krippendorff([[0, 0, 0, 1, 1], [0, 0, 1, 1, 0]])
    assert found == pytest.approx(1 - (4 / 10) / (2 * 6 * 4 / 90))
    assert krippendorff([["a", "a", "b"], ["a", "b", "b"]]) == pytest.approx(1 - (2 / 6) / (2 * 3 * 3 / 30))


@given(
    st.lists(st.lists(st.sampled_from([1, 2, 3, None]), min_size=6, max_size=6), min_size=2, max_size=4), st.randoms()
)
def test_alpha_knows_neither_raters_nor_units(ratings: list[list[int | None]], random: Random) -> None:
    ratings = [[1, 2, *row] for row in ratings]
    for level in ("nominal", "ordinal", "interval"):
        found = krippendorff(ratings, level)
        order = random.sample(range(8), 8)
        moved = [[row[place] for place in order] for row in random.sample(ratings, len(ratings))]
        assert krippendorff(moved, level) == pytest.approx(found)
        assert found <= 1 + 1e-12


def test_alpha_refuses_what_it_cannot_pair_or_order() -> None:
    with pytest.raises(ValueError, match="no unit has two ratings"):
        krippendorff([[1, None], [None, 2]])
    with pytest.raises(ValueError, match="as many ratings"):
        krippendorff([[1, 2], [1]])
    with pytest.raises(ValueError, match=r"ratings\[1\]\[0\] is nan"):
        krippendorff([[1, 2], [math.nan, 2]])
    with pytest.raises(ValueError, match="interval ratings are numbers, and 'b' is none"):
        krippendorff([["a", "b"], ["a", "b"]], "interval")
    assert math.isnan(krippendorff([[1, 1], [1, 1]]))


def test_kappa_by_hand() -> None:
    # 20 and 15 agreements of 50; 25 and 30 times yes: observed .7, by chance .5 (a standard textbook table).
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen(first, second) == pytest.approx((0.7 - 0.5) / (1 - 0.5))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_agrees_with_the_library(weights: Weights | None) -> None:
    theirs = pytest.importorskip("sklearn.metrics").cohen_kappa_score
    random = np.random.default_rng(4)
    first, second = random.integers(1, 6, 200).tolist(), random.integers(1, 6, 200).tolist()
    found = cohen(first, second, [1, 2, 3, 4, 5], weights)
    assert found == pytest.approx(theirs(first, second, weights=weights))
    assert cohen(second, first, [1, 2, 3, 4, 5], weights) == pytest.approx(found)


def test_kappa_refuses_strangers_and_weights_without_an_order() -> None:
    with pytest.raises(ValueError, match=r"second\[1\] is 9, which is none of the labels 1, 2"):
        cohen([1, 2], [1, 9], [1, 2])
    with pytest.raises(ValueError, match="labels in their order"):
        cohen([1, 2], [1, 2], weights="linear")
    with pytest.raises(ValueError, match="2 ratings of one rater stand against 1 of the other"):
        cohen([1, 2], [1])
    assert math.isnan(cohen(["yes", "yes"], ["yes", "yes"]))


FLEISS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
"""Fourteen raters, ten units, five labels: the worked example found in many textbooks, kappa .210."""


def test_fleiss_of_the_published_example() -> None:
    assert fleiss(FLEISS) == pytest.approx(0.210, abs=0.0005)
    assert fleiss(FLEISS[::-1]) == pytest.approx(fleiss(FLEISS))
    assert fleiss([[3, 0], [0, 3]]) == 1


def test_fleiss_needs_as_many_ratings_for_every_unit() -> None:
    with pytest.raises(ValueError, match=r"counts\[1\] has 4"):
        fleiss([[1, 2], [2, 2]])
    with pytest.raises(ValueError, match=r"counts\[0\] has 1"):
        fleiss([[1, 0], [0, 1]])
    with pytest.raises(ValueError, match="whole numbers"):
        fleiss([[0.5, 1.5]])
    assert math.isnan(fleiss([[2, 0], [2, 0]]))


def test_alpha_of_resamples_is_that_of_the_slow_form() -> None:
    random = np.random.default_rng(3)
    units = [random.choice(["sad", "lonely", "joyful", "none"], random.integers(1, 6)).tolist() for _ in range(30)]
    fast = resampled_alpha(units)
    for _ in range(50):
        rows = random.integers(0, 30, 30)
        assert fast(rows) == pytest.approx(krippendorff(list(zip_longest(*(units[row] for row in rows)))), abs=1e-12)
    same = resampled_alpha([["sad", "sad"], ["sad", "joyful"]])
    assert math.isnan(same(np.array([0, 0])))
    with pytest.raises(ValueError, match="no unit has two ratings"):
        resampled_alpha([["sad"], ["joyful"]])


def test_kappa_of_resamples_is_that_of_the_slow_form() -> None:
    random = np.random.default_rng(3)
    pairs = [(str(first), str(second)) for first, second in random.integers(0, 4, (25, 2))]
    fast = resampled_kappa(pairs)
    for _ in range(50):
        rows = random.integers(0, 25, 25)
        slow = cohen([pairs[row][0] for row in rows], [pairs[row][1] for row in rows])
        assert fast(rows) == pytest.approx(slow, abs=1e-12)
    assert math.isnan(resampled_kappa([("a", "a")])(np.array([0])))
