"""Scores of predicted labels: accuracy, precision, recall and F1, one label an example or several, and calibration.

Precision is right / guessed, recall right / there, F1 = 2 right / (guessed + there); all from 0 to 1. Precision of a
label never guessed and recall of a label that never occurs are 0. A macro mean leaves out labels neither there nor
guessed (scikit-learn counts them as 0 if they are named); a weighted one weighs by how often a label is there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.metrics import checks
from agents.metrics.intervals import share

Ints = NDArray[np.int64]
Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1, and how many examples bear the label (or labels) they are about."""

    precision: float
    recall: float
    f1: float
    support: int


@dataclass(frozen=True, slots=True)
class Report:
    """Every label's score and their means. `accuracy` is the share of examples that are wholly right."""

    accuracy: float
    labels: dict[str, Score]
    macro: Score
    weighted: Score
    micro: Score


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each label (l,) was right, guessed and there, and how many of the examples were wholly right.

    Counts of parts add up to the counts of the whole.
    """

    labels: tuple[str, ...]
    right: Ints
    guessed: Ints
    there: Ints
    whole: int
    examples: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.labels,
            self.right + other.right,
            self.guessed + other.guessed,
            self.there + other.there,
            self.whole + other.whole,
            self.examples + other.examples,
        )

    def report(self) -> Report:
        """The scores; all are 0 where no label was there."""
        right, guessed, there = self.right, self.guessed, self.there
        values = np.nan_to_num(
            np.stack([share(right, guessed), share(right, there), share(2 * right, guessed + there)])
        )
        seen, support = guessed + there > 0, int(there.sum())
        everything = [share(right.sum(), guessed.sum()), share(right.sum(), support)]
        return Report(
            self.whole / self.examples,
            {name: _score(values[:, place], int(there[place])) for place, name in enumerate(self.labels)},
            _score(values[:, seen].mean(axis=1) if seen.any() else np.zeros(3), support),
            _score(values @ there / support if support else np.zeros(3), support),
            _score(np.nan_to_num([*everything, share(2 * right.sum(), guessed.sum() + support)]), support),
        )


def report(truth: Sequence[str], guess: Sequence[str], labels: Sequence[str]) -> Report:
    """One label an example. ValueError names a label that is none of `labels`, and where it stands."""
    table = confusion(truth, guess, labels)
    right, guessed, there = np.diag(table), table.sum(axis=0), table.sum(axis=1)
    return Counts(tuple(labels), right, guessed, there, int(right.sum()), len(truth)).report()


def counts(truth: Sequence[Collection[str]], guess: Sequence[Collection[str]], labels: Sequence[str]) -> Counts:
    """The counts of any number of labels an example; none is a set of its own."""
    checks.alike(truth, guess, "examples", "guesses")
    there, guessed = _marked(truth, labels, "truth"), _marked(guess, labels, "guess")
    right, whole = (there & guessed).sum(axis=0), (there == guessed).all(axis=1).sum()
    return Counts(tuple(labels), right, guessed.sum(axis=0), there.sum(axis=0), int(whole), len(truth))


def multilabel(truth: Sequence[Collection[str]], guess: Sequence[Collection[str]], labels: Sequence[str]) -> Report:
    """Any number of labels an example, as GoEmotions has (Demszky et al. 2020); none is a set of its own."""
    return counts(truth, guess, labels).report()


def confusion(truth: Sequence[str], guess: Sequence[str], labels: Sequence[str]) -> Ints:
    """How often each label (row) was taken for each (column), (l, l)."""
    checks.alike(truth, guess, "examples", "guesses")
    return _table(_coded(truth, labels, "truth"), _coded(guess, labels, "guess"), len(labels))


def accuracy(truth: Ints, guess: Ints) -> float:
    """The share of labels (n,) guessed right."""
    return float((truth == guess).mean())


def macro_f1(truth: Ints, guess: Ints, classes: int) -> float:
    """The mean of the classes' F1, of labels as numbers; quick enough for a thousand bootstrap draws."""
    table = _table(truth, guess, classes)
    both = table.sum(axis=0) + table.sum(axis=1)
    seen = both > 0
    return float((2 * np.diag(table)[seen] / both[seen]).mean())


def weighted_f1(truth: Ints, guess: Ints, classes: int) -> float:
    """The mean of the classes' F1, each weighed by how often it is there; as quick as `macro_f1`."""
    table = _table(truth, guess, classes)
    there = table.sum(axis=1)
    return float(2 * np.diag(table) / np.maximum(there + table.sum(axis=0), 1) @ there / len(truth))


def calibration_error(probabilities: Floats, truth: Ints, bins: int = 15) -> float:
    """Expected calibration error of the likeliest label (Guo et al. 2017, section 2), equal-width bins."""
    sure, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    place = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [abs(sure[place == b].mean() - right[place == b].mean()) * (place == b).mean() for b in np.unique(place)]
    return float(sum(gaps))


def _table(truth: Ints, guess: Ints, classes: int) -> Ints:
    return np.bincount(truth * classes + guess, minlength=classes * classes).reshape(classes, classes)


def _score(values: Floats, support: int) -> Score:
    precision, recall, f1 = (float(value) for value in values)
    return Score(precision, recall, f1, support)


def _coded(given: Sequence[str], labels: Sequence[str], what: str) -> Ints:
    places = {name: place for place, name in enumerate(labels)}
    for number, label in enumerate(given):
        if label not in places:
            raise ValueError(f"{what}[{number}] is {label!r}, which is none of the labels {', '.join(labels)}")
    return np.array([places[label] for label in given], dtype=np.int64)


def _marked(given: Sequence[Collection[str]], labels: Sequence[str], what: str) -> NDArray[np.bool_]:
    marks = np.zeros((len(given), len(labels)), dtype=bool)
    for number, several in enumerate(given):
        if isinstance(several, str):
            raise ValueError(f"{what}[{number}] must be a set of labels, and is one string")
        marks[number, _coded(sorted(several), labels, f"{what}[{number}]")] = True
    return marks
