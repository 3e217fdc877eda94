"""EPITOME's three kinds of empathy (Sharma et al. 2020) in our replies, beside people's to the same contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.corpora.epitome import KINDS, Rated
from agents.evaluation.answers import Answer
from agents.metrics.classification import Ints, accuracy, macro_f1
from agents.metrics.intervals import Interval, interval, ratio
from agents.training.empathy import LEVELS, features, levels, truth
from agents.training.vectors import Vectorizer
from skills.models.head import Floats, Head


@dataclass(frozen=True, slots=True)
class Shown:
    """The mean level of one kind, 0 to 2, in our replies and in people's, and ours less theirs."""

    kind: str
    ours: Interval
    gold: Interval
    gap: Interval


def shown(head: Head, vectorizer: Vectorizer, answers: Sequence[Answer]) -> list[Shown]:
    """The figures of each kind over `answers`, which should be of different talks: intervals are over them."""
    said = [item.given.context[-1][1] for item in answers]
    ours, gold = (
        expected(head, vectorizer, said, replies)
        for replies in ([item.ours for item in answers], [item.given.reply for item in answers])
    )
    each = np.ones(len(answers))
    return [
        Shown(kind, *(ratio(values[:, place], each) for values in (ours, gold, ours - gold)))
        for place, kind in enumerate(KINDS)
    ]


def expected(head: Head, vectorizer: Vectorizer, said: Sequence[str], replies: Sequence[str]) -> Floats:
    """(n, 3) the mean level of each kind under the head's probabilities."""
    found: Floats = levels(head, features(vectorizer, said, replies)) @ np.arange(len(LEVELS))
    return found


@dataclass(frozen=True, slots=True)
class Reading:
    """How well one kind is read in rated replies: the commonest level's accuracy is `baseline`."""

    kind: str
    accuracy: Interval
    macro_f1: Interval
    correlation: Interval
    baseline: float


def readings(head: Head, vectorizer: Vectorizer, rows: Sequence[Rated]) -> list[Reading]:
    """The heads' figures on rows that they did not learn from."""
    shares = levels(head, features(vectorizer, [row.said for row in rows], [row.reply for row in rows]))
    guess, mean, rated = shares.argmax(axis=2), shares @ np.arange(len(LEVELS)), truth(rows)
    return [_reading(kind, rated[:, place], guess[:, place], mean[:, place]) for place, kind in enumerate(KINDS)]


def _reading(kind: str, rated: Ints, guess: Ints, mean: Floats) -> Reading:
    return Reading(
        kind,
        interval(len(rated), lambda rows: accuracy(rated[rows], guess[rows])),
        interval(len(rated), lambda rows: macro_f1(rated[rows], guess[rows], len(LEVELS))),
        interval(len(rated), lambda rows: np.corrcoef(rated[rows], mean[rows])[0, 1]),
        baseline=float(np.bincount(rated).max() / len(rated)),
    )
