import logging
import math

import numpy as np
import pytest

from agents.training.common.fit import Table
from agents.training.common.regression import FOLDS, Tried, balanced, best, crossed, head, regress
from skills.models.head import softmax


def table(rows: int = 400, seed: int = 0) -> Table:
    """Two classes, one in five of the second; the first column tells them apart, the second is noise."""
    random = np.random.default_rng(seed)
    labels = (np.arange(rows) % 5 == 0).astype(np.int64)
    features = np.stack([labels + random.normal(0, 0.7, rows), random.normal(0, 1, rows)], axis=1).astype(np.float32)
    return Table(features, labels, np.arange(rows) // 4)


def test_at_the_least_loss_the_gradient_is_nothing() -> None:
    known, costs = table(), np.array([0.01, 0.5])
    weight, bias = regress(known, 2, costs)
    x = (known.features - known.features.mean(axis=0)) / known.features.std(axis=0)
    off = softmax(known.features @ weight.T + bias) - np.eye(2)[known.labels]
    pull = off.T @ x / len(x) + 2 * costs * weight * known.features.std(axis=0)
    assert np.abs(pull).max() < 1e-3
    assert np.abs(off.mean(axis=0)).max() < 1e-3
    assert weight[1, 0] > 10 * np.abs(weight[:, 1]).max()


def test_scores_left_out_come_from_other_talks() -> None:
    """Each talk has a column of its own, and labels at random: what is learnt of a talk must not help with it."""
    random = np.random.default_rng(1)
    groups = np.repeat(np.arange(40), 10)
    labels = np.repeat(random.integers(0, 2, 40), 10)
    known = Table(np.eye(40, dtype=np.float32)[groups], labels, groups)
    costs = np.full(40, 1e-4)
    weight, bias = regress(known, 2, costs)
    assert ((known.features @ weight.T + bias).argmax(axis=1) == labels).all()
    assert (crossed(known, 2, costs, 0).argmax(axis=1) == labels).mean() < 0.75
    assert FOLDS == 4


def test_the_prior_is_taken_out_as_far_as_accuracy_allows() -> None:
    prior = np.log([0.8, 0.2])
    scores = np.array([[1.0, 0.0]] * 8 + [[0.5, 0.2], [0.5, 0.2]])
    labels = np.array([0] * 8 + [1] * 2)
    share = best(balanced(scores, labels, prior), math.inf).share
    assert ((scores - share * prior).argmax(axis=1) == labels).all()
    costly = np.array([[0.5, 0.2]] * 10)
    assert best(balanced(costly, labels, prior), math.inf).share < 0.3 / (prior[0] - prior[1])


def test_macro_f1_is_best_among_those_that_are_not_too_biased() -> None:
    plain, even, fair, flat = (
        Tried(0, 0.5, 0.3, 0.7),
        Tried(0.1, 0.495, 0.4, 0.61),
        Tried(0.5, 0.48, 0.35, 0.5),
        Tried(1, 0.4, 0.5, 0.2),
    )
    tried = [plain, even, fair, flat]
    assert best(tried, math.inf) is even
    assert best(tried, 0.6) is fair  # the accuracy that may be given is of what is left
    assert best(tried, 0.1) is flat  # nothing is even enough: the evenest


def test_a_head_is_as_even_as_it_is_asked_to_be(caplog: pytest.LogCaptureFixture) -> None:
    """One in five is of the second class, and hard to tell: the likeliest are of the first unless the prior goes."""
    random = np.random.default_rng(2)
    labels = (np.arange(1000) % 5 == 0).astype(np.int64)
    known = Table((labels + random.normal(0, 1.5, 1000))[:, None].astype(np.float32), labels, np.arange(1000) // 4)
    prior = np.log([801 / 1002, 201 / 1002])
    shares = []
    with caplog.at_level(logging.INFO, "agents.training.common.regression"):
        for limit in (math.inf, 0.3):
            found = head(known, ("no", "yes"), np.array([0.01]), 7, limit=limit)
            shares.append(found.extra["balance"][0] / prior[0])
            (chosen,) = [line for line in caplog.messages if line.endswith("(chosen)")]
            assert f"balance {shares[-1]:.2f}" in chosen
            assert float(chosen.split()[-2]) <= limit
            caplog.clear()
    assert shares[0] < shares[1]


def test_a_head_keeps_what_was_taken_out_and_its_temperature() -> None:
    known = table()
    found = head(known, ("no", "yes"), np.array([0.01, 0.01]), 7)
    prior = np.log([321 / 402, 81 / 402])
    share = found.extra["balance"][0] / prior[0]
    assert 0 <= share <= 1
    assert found.extra["balance"].tolist() == pytest.approx((share * prior).tolist(), rel=1e-5)
    plain = softmax(found.scores(known.features) / found.temperature + found.extra["balance"])
    assert plain.mean(axis=0).tolist() == pytest.approx([0.8, 0.2], abs=0.02)
