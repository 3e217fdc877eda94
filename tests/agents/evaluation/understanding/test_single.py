from __future__ import annotations

import numpy as np
import pytest

from agents.evaluation.understanding.single import Asked, Guesses, commonest, rows
from agents.metrics.classification import report, weighted_f1


def test_weighted_f1_is_that_of_the_report() -> None:
    rng = np.random.default_rng(3)
    truth, guess = rng.integers(0, 4, 200), rng.integers(0, 5, 200)
    names = [str(number) for number in range(5)]
    whole = report([names[label] for label in truth], [names[label] for label in guess], names)
    assert weighted_f1(truth, guess, 5) == pytest.approx(whole.weighted.f1)


def test_each_measure_stands_beside_the_baselines_and_sureness_comes_last() -> None:
    truth = np.array([0, 0, 1, 1])
    shares = np.array([[0.9, 0.1], [0.2, 0.8], [0.2, 0.8], [0.2, 0.8]])
    guesses = Guesses(shares.argmax(axis=1), shares, np.eye(2)[[0, 1, 1, 1]], None, {"majority": commonest(truth, 4)})
    asked = Asked("mood", truth, 2, np.array([0, 0, 1, 1]), "talks: ")
    right, fair, before, after = rows(asked, guesses, ("accuracy", "macro-F1"), {"accuracy": ".6 (a paper)"})
    assert (right.task, right.measure, right.known) == ("mood", "talks: accuracy", ".6 (a paper)")
    assert right.shipped is not None
    assert (right.shipped.value, right.shipped.low, right.shipped.high) == (0.75, 0.5, 1.0)
    assert right.beside == (("majority", 0.5),)
    assert fair.shipped is not None
    assert fair.shipped.value == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert before.measure == "talks: calibration error before the temperature"
    assert before.shipped is not None
    assert before.shipped.value == pytest.approx(0.25)  # all sure, three of four right
    assert after.shipped is not None
    assert after.shipped.value == pytest.approx(0.25 * 0.1 + 0.75 * abs(0.8 - 2 / 3))


def test_the_commonest_label_is_the_majority_baseline() -> None:
    assert commonest(np.array([2, 1, 2]), 3).tolist() == [2, 2, 2]
