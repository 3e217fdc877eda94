import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agents.metrics.embedding import Floats, average_of, extrema_of, greedy_of, likeness
from agents.metrics.vectors import Vectors

VECTORS = Vectors(
    {"east": np.array([2.0, 0.0]), "north": np.array([0.0, 1.0]), "south": np.array([0.0, -3.0])}, "compass", False
)
ROWS = arrays(np.float64, st.tuples(st.integers(1, 4), st.just(3)), elements=st.integers(-3, 3).map(float))


def test_by_hand() -> None:
    found = likeness(["east north"], [["east south"]], VECTORS)
    # Means (1, .5) and (1, -1.5); extremes (2, 1) and (2, -3); nearest: 1 and 0 each way.
    assert found.average == pytest.approx([0.25 / np.sqrt(1.25 * 3.25)])
    assert found.extrema == pytest.approx([1 / np.sqrt(5 * 13)])
    assert found.greedy == pytest.approx([0.5])
    assert (found.source, found.comparable) == ("compass", False)


def test_the_value_farthest_from_nothing_keeps_its_sign() -> None:
    rows = np.array([[1.0, -5.0, 2.0], [-4.0, 3.0, -2.0]])
    assert extrema_of(rows, np.array([[-4.0, -5.0, 2.0]])) == pytest.approx(1)


def test_greedy_matching_looks_both_ways() -> None:
    one, two = np.array([[1.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    assert greedy_of(one, two) == pytest.approx((1 + (1 + 0) / 2) / 2)


def test_unknown_words_are_left_out() -> None:
    found = likeness(["East, please", "what", "east"], [["east"], ["north"], ["what", "why"]], VECTORS)
    for scores in (found.average, found.extrema, found.greedy):
        assert scores[:2] == pytest.approx([1, 0])
        assert np.isnan(scores[2])


def test_the_best_reference_counts() -> None:
    assert likeness(["north"], [["south", "east", "north"]], VECTORS).greedy == pytest.approx([1])
    assert likeness(["north"], [["south"]], VECTORS).average == pytest.approx([-1])


@given(ROWS, ROWS)
def test_both_ways_alike_and_within_bounds(first: Floats, second: Floats) -> None:
    for measure in (average_of, extrema_of, greedy_of):
        found = measure(first, second)
        assert -1 <= found <= 1
        assert measure(second, first) == pytest.approx(found)
        assert measure(first[::-1], second) == pytest.approx(found)


def test_replies_need_references() -> None:
    with pytest.raises(ValueError, match="1 replies stand against 2 lists of references"):
        likeness(["east"], [["east"], ["north"]], VECTORS)
