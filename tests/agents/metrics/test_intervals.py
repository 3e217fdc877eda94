import numpy as np
import pytest

from agents.metrics.intervals import (
    Floats,
    Interval,
    Rows,
    bootstrap,
    by_group,
    interval,
    paired,
    proportion,
    ratio,
    share,
)


def test_the_interval_of_a_mean_is_two_standard_errors_wide_each_way() -> None:
    values = np.random.default_rng(3).normal(10, 2, 400)
    found = interval(400, lambda rows: values[rows].mean(), draws=4000)
    assert found.value == pytest.approx(values.mean())
    error = values.std(ddof=1) / 20
    assert found.low == pytest.approx(found.value - 1.96 * error, abs=0.15 * error)
    assert found.high == pytest.approx(found.value + 1.96 * error, abs=0.15 * error)


def test_large_talks_weigh_more_in_a_ratio_and_stay_whole() -> None:
    found = ratio([0, 90], [10, 90])
    assert found.value == 0.9
    # Only three resamples exist: the first talk twice, the second twice, or both.
    assert (found.low, found.high) == (0.0, 1.0)


def test_units_that_are_all_alike_leave_no_doubt() -> None:
    assert ratio([2, 2, 2], [4, 4, 4]) == Interval(0.5, 0.5, 0.5)


def test_many_figures_keep_their_shape() -> None:
    counts = np.array([[[1, 3], [0, 0]], [[1, 3], [0, 0]]])

    def shares(rows: Rows) -> Floats:
        summed = counts[rows].sum(0)
        return share(summed, summed.sum(-1, keepdims=True))

    value, low, high = bootstrap(2, shares)
    assert value[0].tolist() == low[0].tolist() == high[0].tolist() == [0.25, 0.75]
    assert np.isnan(value[1]).all()


def test_nothing_to_count_is_no_number_and_says_so() -> None:
    assert f"{ratio([0, 0], [0, 0]):.2f}" == "–"
    assert np.isnan(ratio([], []).value)


def test_none_of_many_still_leaves_room_for_a_few() -> None:
    found = proportion([False] * 195)
    assert (found.value, found.low) == (0.0, 0.0)
    assert (1 - found.high) ** 195 == pytest.approx(0.05)
    assert proportion([True] * 195) == Interval(1.0, 1 - found.high, 1.0)
    some = proportion([True, False, False, False] * 50)
    assert some.value == 0.25
    assert (some.low, some.high) == pytest.approx((0.19, 0.31), abs=0.015)


def test_reads_as_value_and_bounds() -> None:
    assert f"{Interval(12.345, 10.0, 14.84):.1f}" == "12.3 [10.0, 14.8]"


def test_the_same_seed_gives_the_same_interval() -> None:
    parts, wholes = [1, 0, 3, 2, 5], [4, 3, 6, 2, 9]
    assert ratio(parts, wholes, seed=7) == ratio(parts, wholes, seed=7)
    assert ratio(parts, wholes, seed=7) != ratio(parts, wholes, seed=8)


def test_rows_of_one_talk_are_drawn_together() -> None:
    values = np.array([1.0, 0.0, 1.0, 0.0])
    together = by_group(lambda rows: float(values[rows].mean()), np.array([0, 0, 1, 1]))
    assert (together.value, together.low, together.high) == (0.5, 0.5, 0.5)
    apart = by_group(lambda rows: float(values[rows].mean()), np.array([0, 1, 0, 1]))
    assert (apart.low, apart.high) == (0.0, 1.0)


def test_a_paired_difference_is_surer_than_two_intervals() -> None:
    random = np.random.default_rng(1)
    hard = random.normal(0, 5, 300)
    ours, theirs = hard + 0.5 + random.normal(0, 1, 300), hard + random.normal(0, 1, 300)
    found = paired(ours, theirs)
    assert found.value == pytest.approx((ours - theirs).mean())
    assert found.low > 0
    error = (ours - theirs).std(ddof=1) / np.sqrt(300)
    assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.1)
    alone = interval(300, lambda rows: ours[rows].mean())
    assert alone.high - alone.low > 3 * (found.high - found.low)


def test_turns_of_one_talk_count_together_in_a_difference() -> None:
    talks = np.repeat(np.arange(40), 25)
    shift = np.random.default_rng(2).normal(0, 1, 40)[talks]
    apart, together = paired(shift, np.zeros(1000)), paired(shift, np.zeros(1000), talks)
    assert apart.value == together.value
    assert together.high - together.low > 4 * (apart.high - apart.low)


def test_a_difference_needs_as_many_values_and_only_numbers() -> None:
    with pytest.raises(ValueError, match="2 values of one system stand against 1 of the other"):
        paired([1, 2], [1])
    with pytest.raises(ValueError, match=r"second\[1\] is nan"):
        paired([1, 2], [1, np.nan])
    with pytest.raises(ValueError, match="2 values stand against 1 groups"):
        paired([1, 2], [1, 2], [0])
