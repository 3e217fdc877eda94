"""Softmax regression with a penalty for each column: convex, so that no seed and no order of rows matters.

Temperature and balance are chosen on scores of talks that were left out: each fold of talks is scored by a head that
learnt from the others; the head that is kept learns from all.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from agents.metrics.classification import accuracy, calibration_error, macro_f1
from agents.metrics.preference_bias import preference_bias
from agents.training.common.fit import Ints, Table, array, best_temperature, tensor
from skills.models.head import Floats, Head, softmax

log = logging.getLogger(__name__)
FOLDS = 4
ROUNDS = 60
LEAST = 0.1
"""Columns are brought to a deviation of one; those that hardly vary are not blown up."""
SHARES = np.linspace(0, 1, 21)
COST = 0.01
"""So much accuracy may be given for macro-F1."""

Layer = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class Tried:
    """How the likeliest labels are on talks left out, with a share of the log prior taken out of the scores."""

    share: float
    accuracy: float
    macro_f1: float
    bias: float

    def __str__(self) -> str:
        scores = f"accuracy {self.accuracy:.4f}, macro-F1 {self.macro_f1:.4f}, preference bias {self.bias:.3f}"
        return f"balance {self.share:.2f}: {scores}"


def head(table: Table, labels: Sequence[str], penalties: Floats, seed: int, *, limit: float = math.inf) -> Head:
    """The head of all rows, its temperature fitted and its share of the log prior taken out (`extra["balance"]`).

    The likeliest labels have no more preference bias than `limit` then, where that can be.
    """
    weight, bias = regress(table, len(labels), penalties)
    scores = crossed(table, len(labels), penalties, seed)
    temperature = best_temperature(scores, table.labels)
    counts = np.bincount(table.labels, minlength=len(labels)) + 1  # a label that never occurs has a logarithm, too
    prior = np.log(counts / counts.sum())
    tried = balanced(scores / temperature, table.labels, prior)
    chosen = best(tried, limit)
    balance = (chosen.share * prior).astype(np.float32)
    for one in tried:
        log.info("talks left out: %s%s", one, " (chosen)" if one is chosen else "")
    errors = (calibration_error(softmax(scores / temperature - off), table.labels) for off in (0, balance))
    log.info("calibration error %.4f, of the balanced probabilities %.4f", *errors)
    return Head(((weight, bias - temperature * balance),), tuple(labels), temperature, {"balance": balance})


def crossed(table: Table, classes: int, penalties: Floats, seed: int) -> Floats:
    """Scores (n, classes) of every row by a head that did not see its talk."""
    groups, place = np.unique(table.groups, return_inverse=True)
    fold = np.random.default_rng(seed).permutation(len(groups))[place] % FOLDS
    scores = np.zeros((len(table.labels), classes))
    for number in range(FOLDS):
        weight, bias = regress(table.rows(fold != number), classes, penalties)
        scores[fold == number] = table.features[fold == number] @ weight.T + bias
    return scores


def regress(table: Table, classes: int, penalties: Floats) -> Layer:
    """Weight (classes, f) and bias of least mean cross-entropy plus `penalties` (f,) times squared weights."""
    middle, spread = table.features.mean(axis=0), np.maximum(table.features.std(axis=0), LEAST)
    x, y = tensor((table.features - middle) / spread), torch.from_numpy(table.labels)
    cost = tensor(penalties)[:, None]
    weight, bias = (torch.zeros(*size, classes, requires_grad=True) for size in ((x.shape[1],), ()))
    optimizer = torch.optim.LBFGS([weight, bias], max_iter=ROUNDS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        found: torch.Tensor = functional.cross_entropy(x @ weight + bias, y) + (cost * weight**2).sum()
        found.backward()  # type: ignore[no-untyped-call]
        return found

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    rows = (array(weight) / spread[:, None]).T
    return rows, array(bias) - rows @ middle


def balanced(scores: Floats, labels: Ints, prior: Floats) -> list[Tried]:
    """Scores (n, classes) without each of SHARES of the log prior (classes,)."""
    guesses = [(float(share), (scores - share * prior).argmax(axis=1)) for share in SHARES]
    measures = (macro_f1, preference_bias)
    return [
        Tried(share, accuracy(labels, guess), *(measure(labels, guess, len(prior)) for measure in measures))
        for share, guess in guesses
    ]


def best(tried: Sequence[Tried], limit: float) -> Tried:
    """The best macro-F1 among those with a preference bias of at most `limit`, for no more than COST of accuracy.

    Where none is so even, those of the least bias stand for them.
    """
    limit = max(limit, min(one.bias for one in tried))
    fair = [one for one in tried if one.bias <= limit]
    right = max(one.accuracy for one in fair) - COST
    return max((one for one in fair if one.accuracy >= right), key=lambda one: one.macro_f1)
