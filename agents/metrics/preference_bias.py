"""Preference bias of a planner of strategies: how far it likes some of them beyond what people chose.

Kang et al. 2024, "Can Large Language Models be Good Emotional Supporter?" (ACL), section 3: every wrong choice is a
match that the chosen strategy won against people's. The preferences are Bradley and Terry's (1952) strengths, found by
Newman's (2023) iteration and brought to a sum of the number of strategies; their standard deviation is the bias. It is
0 where errors go evenly both ways, and the root of one less than the number of strategies where one is always chosen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SWEEPS = 20
"""As many as in the authors' code."""
TINY = 1e-12
"""Stands for no lost match at all, where the strength would have no bound."""


def preference_bias(truth: Ints, guess: Ints, classes: int) -> float:
    """The standard deviation of the preferences of guessed labels (n,) against true ones (n,)."""
    return float(preferences(truth, guess, classes).std())


def preferences(truth: Ints, guess: Ints, classes: int) -> Floats:
    """How much each label is preferred (classes,): 1 is as much as people do; 0 a label that is never wrongly guessed.

    A label that takes part in no error keeps the strength of the mean of the others.
    """
    won = np.bincount(guess * classes + truth, minlength=classes**2).reshape(classes, classes).astype(float)
    strengths = np.ones(classes)
    for _ in range(SWEEPS):
        for own in range(classes):
            strengths[own] = _strength(own, won, strengths)
        strengths /= np.exp(np.log(strengths[strengths > 0]).mean())
    shares: Floats = strengths * classes / strengths.sum()
    return shares


def _strength(own: int, won: Floats, strengths: Floats) -> float:
    """Newman's equation 10 for one label, from its wins and losses and everybody's strength."""
    others = np.arange(len(strengths)) != own
    sums = np.maximum(strengths[own] + strengths[others], TINY)
    gain = float((won[own, others] * strengths[others] / sums).sum())
    loss = float((won[others, own] / sums).sum())
    return gain / max(loss, TINY) if gain or loss else float(strengths[own])
