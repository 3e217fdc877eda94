"""Measures of a ranker, against counts by hand."""

import numpy as np
import pytest

from agents.training.ranker.measures import area, measures

GOOD, PASSABLE, BAD = np.eye(3, dtype=np.float32)


def test_the_area_is_how_often_a_good_one_stands_above_a_bad_one() -> None:
    good, bad = np.array([True, True, False, False, False]), np.array([False, False, True, True, False])
    scores = np.array([3, 1, 2, 1, 99], np.float32)  # 3 > 2, 3 > 1, 1 < 2, 1 = 1; who is neither counts nothing
    assert area(scores, good, bad) == pytest.approx(2.5 / 4)


def test_first_choices_count_where_there_is_a_good_reply() -> None:
    readers = [np.stack([GOOD, BAD]), np.stack([BAD, GOOD]), np.stack([PASSABLE, BAD])]
    ranker = [np.stack([GOOD, BAD])] * 3
    found = measures(readers, ranker)
    assert (found.first, found.contexts, found.replies) == (0.5, 2, 6)
    assert found.chosen == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert found.within == 0.5
    assert found.auc == pytest.approx((1 + 0.5 + 1 + 0.5 + 0 + 0.5) / 6)
    assert found.error == pytest.approx(3 / 6)


def test_readers_who_differ_make_no_reply_good_or_bad() -> None:
    half = np.array([0.5, 0, 0.5], np.float32)
    found = measures([np.stack([half, GOOD, BAD])], [np.stack([BAD, GOOD, BAD])])
    assert (found.auc, found.first) == (1.0, 1.0)
