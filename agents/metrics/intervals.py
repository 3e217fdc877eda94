"""Bootstrap intervals: how far a figure would move if other talks, or other trials, had been drawn (Efron 1979)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.metrics import checks

Rows = NDArray[np.intp]
Floats = NDArray[np.float64]
LEVEL = 0.95
DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % percentile interval. All three are NaN where there was nothing to count."""

    value: float
    low: float
    high: float

    def percent(self) -> Interval:
        return Interval(100 * self.value, 100 * self.low, 100 * self.high)

    def __format__(self, spec: str) -> str:
        """`f"{interval:.1f}"` reads `12.3 [10.1, 14.8]`; a figure of nothing is a dash."""
        if np.isnan(self.value):
            return "–"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"


def bootstrap(
    units: int, statistic: Callable[[Rows], ArrayLike], draws: int = DRAWS, seed: int = 0
) -> tuple[Floats, Floats, Floats]:
    """`statistic` of all units, and its lower and upper 95 % bounds over resampled ones, each in the statistic's shape.

    `statistic` is given the rows (units,) that were drawn, with repeats. Units are whole talks where turns of one talk
    depend on each other.
    """
    everything = np.arange(units)
    random = np.random.default_rng(seed)
    drawn = [statistic(random.integers(0, units, units)) for _ in range(draws if units else 0)]
    value: Floats = np.asarray(statistic(everything), dtype=np.float64)
    if not drawn:
        return value, value, value
    tail = (1 - LEVEL) / 2
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "All-NaN", RuntimeWarning)  # one of many figures has nothing to count
        low, high = np.nanquantile(np.asarray(drawn, dtype=np.float64), [tail, 1 - tail], axis=0)
    return value, np.asarray(low), np.asarray(high)


def interval(units: int, statistic: Callable[[Rows], ArrayLike], draws: int = DRAWS, seed: int = 0) -> Interval:
    """`bootstrap` of a statistic that is one number."""
    return Interval(*(float(bound) for bound in bootstrap(units, statistic, draws, seed)))


def ratio(parts: ArrayLike, wholes: ArrayLike, draws: int = DRAWS, seed: int = 0) -> Interval:
    """Sum of `parts` (units,) over sum of `wholes` (units,): a share or a mean whose units differ in size."""
    above, below = np.asarray(parts, dtype=np.float64), np.asarray(wholes, dtype=np.float64)
    if not below.any():
        return Interval(np.nan, np.nan, np.nan)
    return interval(len(below), lambda rows: share(above[rows].sum(), below[rows].sum()), draws, seed)


def by_group(measure: Callable[[Rows], float], groups: ArrayLike) -> Interval:
    """`measure` of all rows, with the interval over resampled groups (n,): rows of one talk are drawn together."""
    owners = np.asarray(groups)
    order = np.argsort(owners, kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(owners[order])) + 1)
    return interval(len(members), lambda drawn: measure(np.concatenate([members[number] for number in drawn])))


def paired(first: ArrayLike, second: ArrayLike, groups: ArrayLike | None = None) -> Interval:
    """Mean of first - second over the same examples (n,), resampled together, by group (n,) where there are groups.

    Two systems differ at 5 % where the interval leaves out 0. ValueError where lengths differ or a value is no number.
    """
    ours, theirs = checks.finite(first, "first"), checks.finite(second, "second")
    checks.alike(ours, theirs, "values of one system", "of the other")
    gaps = ours - theirs
    owners = np.arange(len(gaps)) if groups is None else np.asarray(groups)
    checks.alike(gaps, owners, "values", "groups")
    return by_group(lambda rows: float(gaps[rows].mean()), owners)


def proportion(holds: Sequence[bool]) -> Interval:
    """The share of units of which something holds.

    Resampling units that are all alike would claim certainty; there the open end is the exact one-sided bound, about
    3 / n from the end ("rule of three", Hanley & Lippman-Hand 1983).
    """
    found = ratio([int(held) for held in holds], [1] * len(holds))
    reach = (1 - LEVEL) ** (1 / max(len(holds), 1))
    if found.value == 0:
        return Interval(0.0, 0.0, 1 - reach)
    return Interval(1.0, reach, 1.0) if found.value == 1 else found


def share(part: ArrayLike, whole: ArrayLike) -> Floats:
    """part / whole, NaN where the whole is nothing, without a warning."""
    above, below = np.broadcast_arrays(np.asarray(part, np.float64), np.asarray(whole, np.float64))
    shares: Floats = np.full(above.shape, np.nan)
    np.divide(above, below, out=shares, where=below != 0)
    return shares
