"""Embedding Average, Vector Extrema and Greedy Matching (Liu et al. 2016, section 3.2): likeness in word vectors.

Words without a vector are left out. As in that paper's code, an example is left out where no word of any reference has
a vector, and a reply none of whose words has one scores 0. (nlg-eval, which ESConv's code takes, gives GloVe's mean
vector to every unknown word instead.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.metrics import checks
from agents.metrics.tokens import Tokenize, lowered
from agents.metrics.vectors import Vectors

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Each example's scores (n,), from -1 to 1, NaN where it was left out; the figure of a part is `nanmean`."""

    average: Floats
    extrema: Floats
    greedy: Floats
    source: str
    comparable: bool


def likeness(
    guesses: Sequence[str], references: Sequence[Sequence[str]], vectors: Vectors, tokenize: Tokenize = lowered
) -> Likeness:
    """All three for each reply; with several references each takes its best."""
    checks.replies(guesses, references)
    own = [_rows(text, vectors, tokenize) for text in guesses]
    others = [[rows for text in several if len(rows := _rows(text, vectors, tokenize))] for several in references]
    average, extrema, greedy = (
        np.array([_best(measure, guess, several) for guess, several in zip(own, others, strict=True)])
        for measure in (average_of, extrema_of, greedy_of)
    )
    return Likeness(average, extrema, greedy, vectors.source, vectors.comparable)


def average_of(first: Floats, second: Floats) -> float:
    """Cosine of the means of two texts' vectors, (n, d) and (m, d)."""
    return float(_cosines(first.mean(axis=0)[None], second.mean(axis=0)[None])[0, 0])


def extrema_of(first: Floats, second: Floats) -> float:
    """Cosine of the vectors that take, in each dimension, the value farthest from 0 (Forgues et al. 2014)."""
    return float(_cosines(_farthest(first)[None], _farthest(second)[None])[0, 0])


def greedy_of(first: Floats, second: Floats) -> float:
    """Mean cosine of each word with its nearest in the other text, over both directions (Rus & Lintean 2012)."""
    table = _cosines(first, second)
    return float(table.max(axis=1).mean() + table.max(axis=0).mean()) / 2


def _farthest(rows: Floats) -> Floats:
    """Where the highest and the lowest are as far from 0, the highest counts."""
    high, low = rows.max(axis=0), rows.min(axis=0)
    return np.asarray(np.where(-low > high, low, high))


def _rows(text: str, vectors: Vectors, tokenize: Tokenize) -> Floats:
    return np.array([vectors.words[token] for token in tokenize(text) if token in vectors.words])


def _best(measure: Callable[[Floats, Floats], float], guess: Floats, others: Sequence[Floats]) -> float:
    if not others:
        return float("nan")
    return max(measure(guess, other) for other in others) if len(guess) else 0.0


def _cosines(first: Floats, second: Floats) -> Floats:
    """(n, m) cosines of rows (n, d) and (m, d); 0 where a row is all zeros."""
    lengths = np.outer(np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1))
    found: Floats = np.zeros_like(lengths)
    np.divide(first @ second.T, lengths, out=found, where=lengths > 0)
    return np.clip(found, -1, 1)
