"""Bradley-Terry strengths with ties (Davidson 1970), and their intervals by resampling participants.

A beats B with a chance in proportion to its strength, and they tie in proportion to `tie` times the root of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

from bot.errors import StudyError

Floats = NDArray[np.float64]
DRAWS = 1000
RIDGE = 1e-3
"""Keeps a contestant that won or lost all at a finite strength."""


@dataclass(frozen=True, slots=True)
class Strength:
    """Of one contestant, in natural logarithms, all together 0 on the mean, with its 95 % interval."""

    name: str
    value: float
    low: float
    high: float


def strengths(
    names: Sequence[str], counts: NDArray[np.int64], draws: int = DRAWS, seed: int = 0
) -> tuple[Strength, ...]:
    """From `counts` (participants, contestants, contestants, 2): how often row beat column, and how often they tied
    (there and back).

    The strongest first.
    """
    participants, size = counts.shape[:2]
    if counts.shape != (participants, len(names), len(names), 2) or size < 1:
        raise StudyError(f"counts of {len(names)} contestants have the shape (n, {len(names)}, {len(names)}, 2)")
    flat = counts.reshape(participants, -1)
    whole = fit(counts.sum(0))
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(participants, np.full(participants, 1 / participants), size=draws) @ flat
    found = np.array([fit(one.reshape(counts.shape[1:]), whole)[:-1] for one in drawn])
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    rows = [Strength(name, *map(float, each)) for name, *each in zip(names, whole[:-1], low, high, strict=True)]
    return tuple(sorted(rows, key=lambda one: -one.value))


def fit(counts: NDArray[np.int64], start: Floats | None = None) -> Floats:
    """Logarithms of the strengths, their mean 0, and of the tie's weight last, at the greatest likelihood."""
    size = len(counts)
    wins = counts[:, :, 0].astype(float)
    ties = counts[:, :, 1].astype(float)
    ties = (ties + ties.T) / 2
    games = wins + wins.T + ties

    def loss(at: Floats) -> tuple[float, Floats]:
        own, tie = at[:-1], at[-1]
        half = (own[:, None] + own[None]) / 2
        row = np.broadcast_to(own[:, None], half.shape)
        parts = np.stack([row, row.T, tie + half])
        most = parts.max(0)
        scale = np.exp(parts - most)
        chances = scale / scale.sum(0)
        total = most + np.log(scale.sum(0))
        pairs = np.triu(np.ones((size, size)), 1)
        value = (pairs * (games * total - wins * parts[0] - wins.T * parts[1] - ties * parts[2])).sum()
        value += RIDGE * (at @ at)
        tied = pairs * (games * chances[2] - ties)
        first = pairs * (games * chances[0] - wins) + tied / 2
        second = pairs * (games * chances[1] - wins.T) + tied / 2
        slope = np.append(first.sum(1) + second.sum(0), tied.sum()) + 2 * RIDGE * at
        return float(value), slope

    found = minimize(loss, np.zeros(size + 1) if start is None else start, jac=True, method="L-BFGS-B").x
    strengths: Floats = np.append(found[:-1] - found[:-1].mean(), found[-1])
    return strengths
