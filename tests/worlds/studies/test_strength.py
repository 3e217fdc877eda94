"""Strengths with ties are found again where votes were drawn from known ones."""

from __future__ import annotations

import numpy as np
import pytest

from bot.errors import StudyError
from worlds.studies.strength import fit, strengths


def drawn(known: list[float], tie: float, participants: int, votes: int, seed: int = 1) -> np.ndarray:
    """Votes of participants between contestants of known strengths."""
    rng, size = np.random.default_rng(seed), len(known)
    counts = np.zeros((participants, size, size, 2), np.int64)
    for who in range(participants):
        for _ in range(votes):
            a, b = rng.choice(size, 2, replace=False)
            parts = np.exp([known[a], known[b], tie + (known[a] + known[b]) / 2])
            match rng.choice(3, p=parts / parts.sum()):
                case 0:
                    counts[who, a, b, 0] += 1
                case 1:
                    counts[who, b, a, 0] += 1
                case _:
                    counts[who, a, b, 1] += 1
                    counts[who, b, a, 1] += 1
    return counts


def test_known_strengths_lie_within_the_intervals() -> None:
    known = [0.9, 0.3, 0.0, -0.4, -0.8]
    names = ["a", "b", "c", "d", "e"]
    found = strengths(names, drawn(known, -0.5, 60, 50), draws=200)
    assert [one.name for one in found] == names
    centre = sum(known) / len(known)
    assert all(one.low - 0.1 <= value - centre <= one.high + 0.1 for one, value in zip(found, known, strict=True))
    assert all(one.high - one.low < 0.5 for one in found)


def test_eight_are_found_again_in_ten_thousand_votes() -> None:
    known = [1.0, 0.7, 0.4, 0.1, -0.2, -0.5, -0.7, -0.8]
    found = strengths(list("abcdefgh"), drawn(known, -0.5, 200, 50), draws=200)
    assert [one.name for one in found[:6]] == list("abcdef")
    by_name = {one.name: one for one in found}
    within = [by_name[name].low <= value <= by_name[name].high for name, value in zip("abcdefgh", known, strict=True)]
    assert sum(within) >= 7  # of 95 % intervals
    assert all(one.high - one.low < 0.3 for one in found)


def test_two_who_win_equally_often_are_equally_strong() -> None:
    counts = np.array([[[0, 0], [10, 4]], [[10, 4], [0, 0]]])
    first, second, _ = fit(counts)
    assert first == pytest.approx(second, abs=1e-6)


def test_the_ratio_of_two_strengths_is_that_of_their_wins() -> None:
    counts = np.array([[[0, 0], [300, 0]], [[100, 0], [0, 0]]])
    first, second, _ = fit(counts)
    assert first - second == pytest.approx(np.log(3), abs=0.01)


def test_who_wins_all_has_a_strength_all_the_same() -> None:
    found = strengths(["a", "b"], np.array([[[[0, 0], [5, 0]], [[0, 0], [0, 0]]]]), draws=20)
    assert np.isfinite([found[0].value, found[0].low, found[0].high]).all()
    assert found[0].name == "a"


def test_counts_of_another_shape_are_refused() -> None:
    with pytest.raises(StudyError, match=r"have the shape \(n, 2, 2, 2\)"):
        strengths(["a", "b"], np.zeros((3, 2, 2), np.int64))
