"""Batches of rows of about equal lengths, and the learning rate's way through them."""

from __future__ import annotations

import numpy as np

from agents.training.common.fit import Ints

NEAR = 6
"""Rows of a batch may be about so many tokens longer than one another: not always the same ones meet."""
WARM = 0.06
"""The share of the steps in which the rate rises."""


def batches(lengths: Ints, kept: Ints, size: int, rng: np.random.Generator) -> list[Ints]:
    """One pass over the rows that are `kept`, in batches of about equal lengths."""
    found = cut(kept[np.argsort(lengths[kept] + NEAR * rng.random(len(kept)), kind="stable")], size)
    return [found[place] for place in rng.permutation(len(found))]


def cut(places: Ints, size: int) -> list[Ints]:
    """The rows in their order, so many at a time."""
    return [places[start : start + size] for start in range(0, len(places), size)]


def schedule(step: int, total: int) -> float:
    """Warm-up on a line, under another that falls; the last steps still learn a little."""
    return min(1.0, (step + 1) / (WARM * total)) * (1 - step / total) + 0.01
