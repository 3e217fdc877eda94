from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agents.metrics.ranking import Floats, Ints, groups, in_groups, inline, listed, p_at_1, places, recall, reciprocal

TABLES = arrays(np.int64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 3))


def test_by_hand() -> None:
    scores = [[0.9, 0.1, 0.5], [0.9, 0.1, 0.5], [0.9, 0.1, 0.5]]
    found = places(scores, [0, 1, 2])
    assert found.above.tolist() == [0, 2, 1]
    assert recall(found, 1).tolist() == [1, 0, 0]
    assert recall(found, 2).tolist() == [1, 0, 1]
    assert reciprocal(found) == pytest.approx([1, 1 / 3, 1 / 2])


def test_ties_are_shared() -> None:
    # One candidate is better, three tie with the right one: it is 2nd, 3rd or 4th, each in one of three orders.
    found = places([[5, 1, 1, 1, 0]], [2])
    assert recall(found, 1).tolist() == [0]
    assert recall(found, 2) == pytest.approx([1 / 3])
    assert recall(found, 4).tolist() == [1]
    assert reciprocal(found) == pytest.approx([(1 / 2 + 1 / 3 + 1 / 4) / 3])


@given(TABLES, st.integers(0, 5))
def test_ties_are_what_breaking_them_by_chance_gives_on_average(table: Ints, column: int) -> None:
    right = np.full(len(table), column % table.shape[1])
    noise = np.random.default_rng(0).random((4000, *table.shape)) / 2
    broken = (table + noise > np.take_along_axis(table + noise, right[None, :, None], axis=2)).sum(axis=2)
    found = places(table, right)
    assert recall(found, 2) == pytest.approx((broken < 2).mean(axis=0), abs=0.05)
    assert reciprocal(found) == pytest.approx((1 / (broken + 1)).mean(axis=0), abs=0.05)


@given(TABLES)
def test_the_order_of_candidates_does_not_matter(table: Ints) -> None:
    right = np.zeros(len(table), dtype=int)
    turned = places(table[:, ::-1], np.full(len(table), table.shape[1] - 1))
    for k in (1, 2, 6):
        assert recall(places(table, right), k).tolist() == recall(turned, k).tolist()
        assert ((recall(turned, k) >= 0) & (recall(turned, k) <= 1)).all()
    assert (recall(turned, 6) == 1).all()


def test_groups_hold_a_hundred_different_rows_and_leave_the_rest() -> None:
    shuffled, plain = groups(5738), groups(5738, seed=None)
    assert shuffled.shape == plain.shape == (57, 100)
    assert plain[1].tolist() == list(range(100, 200))
    assert len(set(shuffled.ravel().tolist())) == 5700
    assert set(shuffled.ravel().tolist()) != set(range(5700))  # another remainder, not the last rows
    assert (shuffled == groups(5738)).all()
    assert (shuffled != groups(5738, seed=1)).any()
    with pytest.raises(ValueError, match="99 examples do not fill one group of 100"):
        groups(99)


def conversations(rows: Ints) -> Floats:
    """Knows the conversation, of four replies each, and nothing else."""
    owners = rows // 4
    return np.equal.outer(owners, owners).astype(np.float64)


def test_neighbours_compete_only_where_the_files_order_is_kept() -> None:
    assert p_at_1(conversations, 1000, seed=None).value == pytest.approx(1 / 4)
    assert p_at_1(conversations, 1000).value > 0.8


def test_p_at_1_of_a_scorer_that_knows_and_of_one_that_does_not() -> None:
    assert p_at_1(lambda rows: np.eye(len(rows)), 250).value == 1
    chance = p_at_1(lambda rows: np.zeros((len(rows), len(rows))), 250)
    assert (chance.value, chance.low, chance.high) == pytest.approx((0.01, 0.01, 0.01))


def test_groups_come_back_in_their_order() -> None:
    rows = np.array([[3, 1], [0, 2]])
    found = in_groups(lambda group: np.array([[1, 0], [1, 0]]) if 3 in group else np.eye(2), rows)
    assert recall(found, 1).tolist() == [1, 0, 1, 1]


def test_inline_candidates() -> None:
    def longest(number: int, texts: Sequence[str]) -> list[float]:
        return [len(text) for text in texts]

    found = inline(longest, ["long one", "b", "ab"], [["a", "long one"], ["ab", "b", "c"], ["ab", "x", "ab"]])
    assert recall(found, 1) == pytest.approx([1, 0, 1 / 2])
    assert reciprocal(found) == pytest.approx([1, (1 / 2 + 1 / 3) / 2, 3 / 4])
    with pytest.raises(ValueError, match=r"candidates\[1\] do not hold the right reply"):
        inline(longest, ["a", "b"], [["a"], ["a"]])
    with pytest.raises(ValueError, match="1 scores stand against 2 candidates"):
        inline(lambda number, texts: [1.0], ["a"], [["a", "b"]])


def test_a_list_that_an_agent_ranked() -> None:
    assert recall(listed(["b", "a", "c"], "a"), 1).tolist() == [0]
    assert recall(listed(["b", "a", "c"], "a"), 2).tolist() == [1]
    assert recall(listed(["a", "a", "c"], "a"), 1).tolist() == [1 / 2]
    assert recall(listed(["b", "c"], "a"), 2).tolist() == [0]


def test_bad_scores_are_named() -> None:
    with pytest.raises(ValueError, match=r"scores\[0, 1\] is nan"):
        places([[1, np.nan]], [0])
    with pytest.raises(ValueError, match=r"right\[1\] is 2, and there are 2 candidates"):
        places([[1, 0], [0, 1]], [0, 2])
    with pytest.raises(ValueError, match="2 rows of scores stand against 1 right answers"):
        places([[1, 0], [0, 1]], [0])
    with pytest.raises(ValueError, match=r"their shape is \(2,\)"):
        places([1, 0], [0])
    with pytest.raises(ValueError, match="k must be at least 1, and is 0"):
        recall(places([[1, 0]], [0]), 0)
