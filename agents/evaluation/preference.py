"""Whether our reply says more than something kind that fits everybody: the judge prefers it or a fixed sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.answers import Answer
from agents.evaluation.context_specificity import Judge
from agents.metrics.intervals import Interval, ratio

KIND = (
    "I'm so sorry to hear that.",
    "That must be really hard for you.",
    "I'm here for you whenever you want to talk.",
    "Thank you for sharing that with me.",
    "You're not alone in this.",
    "That's wonderful, I'm really happy for you!",
    "I can see why you would feel that way.",
    "I hope things get better soon.",
    "Your feelings are completely valid.",
    "Take it one day at a time and be kind to yourself.",
)
"""What could be said to nearly anybody. They are the other side of a comparison; the bot says none of them."""


@dataclass(frozen=True, slots=True)
class Preference:
    """How often the judge scores a reply above a kind sentence (`each`), and above the best of them (`all`)."""

    ours: Interval
    gold: Interval
    ours_over_all: Interval
    gold_over_all: Interval


def preference(judge: Judge, answers: Sequence[Answer]) -> Preference:
    """The figures over `answers`, which should be of different talks: intervals are over them."""
    scores = np.array([judge.table([a.given.context], [a.ours, a.given.reply, *KIND])[0] for a in answers])
    ours, gold = (above(scores[:, place], scores[:, 2:]) for place in (0, 1))
    each = np.ones(len(answers))
    over_all = [ratio(rows.all(axis=1), each) for rows in (ours, gold)]
    return Preference(ratio(ours.mean(axis=1), each), ratio(gold.mean(axis=1), each), *over_all)


def above(scores: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n, k) whether each of (n,) is above each of its (n, k) alternatives."""
    higher: NDArray[np.bool_] = scores[:, None] > others
    return higher
