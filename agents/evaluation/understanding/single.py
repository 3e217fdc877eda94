"""Rows of a task that gives each example one label: how often that is right, F1, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from agents.evaluation.understanding.row import Row
from agents.metrics.classification import Ints, accuracy, calibration_error, macro_f1, weighted_f1
from agents.metrics.intervals import Interval, Rows, by_group, interval
from skills.models.head import Floats

Score = Callable[[Ints, Ints, int], float]


def _accuracy(truth: Ints, guess: Ints, classes: int) -> float:
    return accuracy(truth, guess)


SCORES: dict[str, Score] = {"accuracy": _accuracy, "macro-F1": macro_f1, "weighted F1": weighted_f1}


@dataclass(frozen=True, slots=True)
class Asked:
    """One task's examples: true labels as numbers (n,), of how many classes, and each example's talk (n,).

    `what` comes before each measure; without talks every example stands for itself.
    """

    task: str
    truth: Ints
    classes: int
    talks: Ints | None = None
    what: str = ""

    def interval(self, statistic: Callable[[Rows], float]) -> Interval:
        if self.talks is None:
            return interval(len(self.truth), statistic)
        return by_group(statistic, self.talks)

    def score(self, score: Score, guess: Ints) -> Interval:
        return self.interval(lambda some: score(self.truth[some], guess[some], self.classes))


@dataclass(frozen=True, slots=True)
class Guesses:
    """The labels guessed (n,), the shares of all with and without the temperature (n, c), and others' guesses (n,)."""

    labels: Ints
    shares: Floats
    plain: Floats
    specialist: Ints | None = None
    beside: Mapping[str, Ints] = field(default_factory=dict)


def rows(asked: Asked, guesses: Guesses, measures: Sequence[str], known: Mapping[str, str]) -> Iterator[Row]:
    """A row for each of `measures`, then how far the sureness is off; `known` has published figures by measure."""
    for name in measures:
        score = SCORES[name]
        yield Row(
            asked.task,
            asked.what + name,
            asked.score(score, guesses.labels),
            None if guesses.specialist is None else asked.score(score, guesses.specialist),
            tuple((who, score(asked.truth, guess, asked.classes)) for who, guess in guesses.beside.items()),
            known.get(name, ""),
        )
    for when, shares in (("before", guesses.plain), ("after", guesses.shares)):
        yield Row(asked.task, f"{asked.what}calibration error {when} the temperature", _off(asked, shares))


def _off(asked: Asked, shares: Floats) -> Interval:
    return asked.interval(lambda some: calibration_error(shares[some], asked.truth[some]))


def commonest(labels: Ints, examples: int) -> Ints:
    """The majority baseline: the commonest of `labels`, so many times."""
    return np.full(examples, np.bincount(labels).argmax())
