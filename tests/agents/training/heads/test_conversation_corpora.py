"""The two corpora of emotion in conversation: where their talks begin, and the measures."""

from __future__ import annotations

import numpy as np
import pytest

from agents.training.heads.conversation_corpora import Part, all_f1, felt_f1


def test_talks_stand_one_after_another() -> None:
    said = Part(tuple("abcde"), np.array([4, 4, 1, 7, 7]), tuple("ABABA"), np.zeros(5, int))
    assert [said.texts[rows] for rows in said.runs()] == [("a", "b"), ("c",), ("d", "e")]


def test_the_measures_are_those_of_the_field() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    random = np.random.default_rng(0)
    truth, guess = random.choice(7, 300, p=[0.7, *[0.05] * 6]), random.integers(0, 7, 300)
    guess[:150] = truth[:150]
    assert all_f1(truth, guess) == pytest.approx(metrics.f1_score(truth, guess, average="weighted"))
    wanted = metrics.f1_score(truth, guess, labels=range(1, 7), average="micro")
    assert felt_f1(truth, guess) == pytest.approx(wanted)
