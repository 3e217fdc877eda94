"""Softmax regression with a penalty for each column: convex, so that no seed and no order of rows matters.

Temperature and balance are chosen on scores of talks that were left out: each fold of talks is scored by a head that
learnt from the others; the head that is kept learns from all.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
import torch
from torch.nn import functional

from agents.metrics.classification import accuracy, macro_f1
from agents.training.common.fit import Ints, Table, array, best_temperature, tensor
from skills.models.head import Floats, Head

log = logging.getLogger(__name__)
FOLDS = 4
ROUNDS = 60
LEAST = 0.1
"""Columns are brought to a deviation of one; those that hardly vary are not blown up."""
SHARES = np.linspace(0, 1, 21)
COST = 0.01
"""So much accuracy may be given for macro-F1."""

Layer = tuple[Floats, Floats]


def head(table: Table, labels: Sequence[str], penalties: Floats, seed: int) -> Head:
    """The head of all rows, its temperature fitted and its share of the log prior taken out (`extra["balance"]`)."""
    weight, bias = regress(table, len(labels), penalties)
    scores = crossed(table, len(labels), penalties, seed)
    temperature = best_temperature(scores, table.labels)
    counts = np.bincount(table.labels, minlength=len(labels)) + 1  # a label that never occurs has a logarithm, too
    prior = np.log(counts / counts.sum())
    share = best_share(scores / temperature, table.labels, prior)
    balance = (share * prior).astype(np.float32)
    guess = (scores / temperature - balance).argmax(axis=1)
    right, fair = accuracy(table.labels, guess), macro_f1(table.labels, guess, len(labels))
    log.info("talks left out: accuracy %.4f, macro-F1 %.4f, balance %.2f", right, fair, share)
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


def best_share(scores: Floats, labels: Ints, prior: Floats) -> float:
    """The share of the log prior (classes,) without which macro-F1 is best, at no more than COST of accuracy."""
    guesses = {float(share): (scores - share * prior).argmax(axis=1) for share in SHARES}
    right = {share: accuracy(labels, guess) for share, guess in guesses.items()}
    allowed = [share for share in guesses if right[share] >= max(right.values()) - COST]
    return max(allowed, key=lambda share: macro_f1(labels, guesses[share], len(prior)))
