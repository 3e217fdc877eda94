"""Scores of predicted labels, in numpy so that a thousand bootstrap draws take a moment."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.floating]


def accuracy(truth: Ints, guess: Ints) -> float:
    return float((truth == guess).mean())


def macro_f1(truth: Ints, guess: Ints, classes: int) -> float:
    """The mean of the classes' F1; a class neither present nor guessed is left out."""
    table = np.bincount(truth * classes + guess, minlength=classes * classes).reshape(classes, classes)
    right, both = np.diag(table), table.sum(axis=0) + table.sum(axis=1)
    seen = both > 0
    return float((2 * right[seen] / both[seen]).mean())


def calibration_error(probabilities: Floats, truth: Ints, bins: int = 15) -> float:
    """Expected calibration error of the likeliest label (Guo et al. 2017, section 2), equal-width bins."""
    sure, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    place = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [abs(sure[place == b].mean() - right[place == b].mean()) * (place == b).mean() for b in np.unique(place)]
    return float(sum(gaps))
