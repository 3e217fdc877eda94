"""EPITOME's three kinds of empathy (Sharma et al. 2020) in our replies, beside people's to the same contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.evaluation.answers import Answer
from agents.metrics.intervals import Interval, ratio
from agents.training.common.vectors import Vectorizer
from skills.empathy import KINDS, Empathy
from skills.models.head import Floats


@dataclass(frozen=True, slots=True)
class Shown:
    """The mean level of one kind, 0 to 2, in our replies and in people's, and ours less theirs."""

    kind: str
    ours: Interval
    gold: Interval
    gap: Interval


def shown(reader: Empathy, vectorizer: Vectorizer, answers: Sequence[Answer]) -> list[Shown]:
    """The figures of each kind over `answers`, which should be of different talks: intervals are over them."""
    said = [item.given.context[-1][1] for item in answers]
    ours, gold = (
        expected(reader, vectorizer, said, replies)
        for replies in ([item.ours for item in answers], [item.given.reply for item in answers])
    )
    each = np.ones(len(answers))
    return [
        Shown(kind, *(ratio(values[:, place], each) for values in (ours, gold, ours - gold)))
        for place, kind in enumerate(KINDS)
    ]


def expected(reader: Empathy, vectorizer: Vectorizer, said: Sequence[str], replies: Sequence[str]) -> Floats:
    """(n, 3) the level of each kind to be expected of `replies`, each to its own of `said`."""
    words = vectorizer.words
    heard = vectorizer([words.utterance(text) for text in said])
    return reader.levels(heard, vectorizer([words.utterance(text, True) for text in replies]), replies)
