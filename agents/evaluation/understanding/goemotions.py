"""GoEmotions: 27 emotions and neutral, any number in a text; ours beside n-grams that are given the same thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from agents.corpora import goemotions as corpus
from agents.corpora.goemotions import LABELS
from agents.evaluation.understanding import lexical
from agents.evaluation.understanding.row import Row
from agents.metrics.intervals import Interval, Rows, interval, share
from agents.training.common.run import Run
from agents.training.heads import goemotions as recipe
from agents.training.heads.goemotions import Marks
from skills.models.head import Floats

Comments = Sequence[corpus.Comment]
TASK = "goemotions"
BINS = 15
KNOWN = ".46 BERT, test part (Demszky et al. 2020, Table 4)"


@dataclass(frozen=True, slots=True)
class Tally:
    """Labels that are right (n, l), those guessed and those there together (n, l), and texts wholly right (n,).

    As numbers, so that the F1 of a thousand draws of the texts is quickly counted.
    """

    right: Floats
    both: Floats
    whole: Floats

    def macro_f1(self, rows: Rows) -> float:
        """The mean of the labels' F1; labels neither guessed nor there are left out."""
        drawn = np.bincount(rows, minlength=len(self.right)).astype(np.float32)
        return float(np.nanmean(share(2 * drawn @ self.right, drawn @ self.both)))

    def wholly(self, rows: Rows) -> float:
        """The share of texts whose labels are all right, and no others given."""
        return float(self.whole[rows].mean())


def tally(truth: Marks, guess: Marks) -> Tally:
    numbers = guess.astype(np.float32)
    return Tally(truth * numbers, truth + numbers, (truth == guess).all(axis=1).astype(np.float32))


def rows(run: Run, split: str) -> Iterator[Row]:
    """Macro-F1 and how far it is above the n-grams', accuracy, and calibration before and after the temperature.

    The specialist is the reader and the n-grams together: the mean of both log-odds.
    """
    known, asked = (corpus.load(run.datapath, part) for part in ("train", split))
    kept, held = ([known[row] for row in rows] for rows in recipe.held_out(len(known), run.seed))
    marks = [recipe.marks(some) for some in (held, asked)]
    reader, truth, everything = recipe.known(run), marks[1], np.arange(len(asked))
    own = [reader.scores(recipe.read(run.vectorizer(), some)) for some in (held, asked)]
    words = by_words(kept, held, asked)
    joined = [recipe.sigmoid((first + odds(second)) / 2) for first, second in zip(own, words, strict=True)]
    scores, ours = own[1], tally(truth, reader.labels(recipe.sigmoid(own[1] / reader.temperature)))
    theirs, both = chosen(words, marks), chosen(joined, marks)
    neutral = tally(truth, np.tile(np.array(LABELS) == "neutral", (len(asked), 1)))
    others = {"always neutral": neutral, lexical.NAME: theirs}
    for name, score, published in (("macro-F1", Tally.macro_f1, KNOWN), ("wholly right", Tally.wholly, "")):
        first, second = (interval(len(asked), partial(score, one)) for one in (ours, both))
        beside = tuple((who, score(one, everything)) for who, one in others.items())
        yield Row(TASK, name, first, second, beside, published)
    yield Row(TASK, f"macro-F1 above {lexical.NAME}", above(ours, theirs), above(both, theirs))
    for when, temperature in (("before", 1.0), ("after", reader.temperature)):
        found = calibration(recipe.sigmoid(scores / temperature), truth)
        yield Row(TASK, f"calibration error {when} the temperature, mean of labels", found)


def by_words(kept: Comments, *asked: Comments) -> list[Floats]:
    """The baseline's probabilities (m, l) of each of several lists of comments, learnt from the rows that ours is."""
    texts = [[comment.text for comment in some] for some in asked]
    return lexical.probabilities([comment.text for comment in kept], recipe.marks(kept), *texts)


def chosen(likely: Sequence[Floats], marks: Sequence[Marks]) -> Tally:
    """What probabilities give; of each pair the first are the held-out rows', whose labels choose the thresholds."""
    return tally(marks[1], likely[1] >= recipe.best_thresholds(likely[0], marks[0]))


def odds(probabilities: Floats) -> Floats:
    """Log-odds, of what is never quite certain."""
    sure = np.clip(probabilities, 1e-6, 1 - 1e-6)
    found: Floats = np.log(sure / (1 - sure))
    return found


def above(ours: Tally, theirs: Tally) -> Interval:
    """Macro-F1 of ours less theirs, on the same drawn texts: ours is higher at 5 % where the interval leaves out 0."""
    return interval(len(ours.whole), lambda some: ours.macro_f1(some) - theirs.macro_f1(some))


def calibration(probabilities: Floats, truth: Marks) -> Interval:
    """Expected calibration error of each label by itself (Guo et al. 2017, `BINS` equal bins), the labels' mean."""
    labels = truth.shape[1]
    places = np.minimum((probabilities * BINS).astype(int), BINS - 1) + BINS * np.arange(labels)
    gaps = probabilities - truth

    def error(some: Rows) -> float:
        sums = np.bincount(places[some].ravel(), gaps[some].ravel(), minlength=BINS * labels)
        return float(np.abs(sums).sum() / len(some) / labels)

    return interval(len(truth), error)
