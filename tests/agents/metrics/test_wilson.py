import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.wilson import wilson


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_known_intervals(part: int, whole: int, low: float, high: float) -> None:
    found = wilson(part, whole)
    assert found.value == part / whole
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_nothing_to_count_is_no_figure() -> None:
    assert math.isnan(wilson(0, 0).value)


@given(st.integers(1, 2000), st.data())
def test_the_share_lies_within_and_bounds_are_exact_at_the_ends(whole: int, data: st.DataObject) -> None:
    part = data.draw(st.integers(0, whole))
    found = wilson(part, whole)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert (found.low == 0) == (part == 0)
    assert (found.high == 1) == (part == whole)
