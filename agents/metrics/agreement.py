"""How far raters agree beyond chance: Cohen's and Fleiss' kappa, Krippendorff's alpha. 1 is perfect, 0 is chance.

Each is NaN where all ratings are one and the same label: nothing varies, and no agreement can be told from chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.metrics import checks

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]
Level = Literal["nominal", "ordinal", "interval"]
Weights = Literal["linear", "quadratic"]


def cohen(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    labels: Sequence[Hashable] | None = None,
    weights: Weights | None = None,
) -> float:
    """Cohen's kappa of two raters over the same units, 1 - observed / expected disagreement (Cohen 1960; weights 1968).

    `labels` gives the order that weights need, and refuses others; without it they are those that occur.
    """
    checks.alike(first, second, "ratings of one rater", "of the other")
    if labels is None and weights is not None:
        raise ValueError("weights need the labels in their order")
    names = list(dict.fromkeys([*first, *second])) if labels is None else list(labels)
    table = np.zeros((len(names), len(names)))
    np.add.at(table, (_coded(first, names, "first"), _coded(second, names, "second")), 1)
    gaps = np.abs(np.subtract.outer(np.arange(len(names)), np.arange(len(names)))).astype(float)
    costs = {None: gaps > 0, "linear": gaps, "quadratic": gaps**2}[weights]
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return _beyond(float((costs * table).sum()), float((costs * expected).sum()))


def fleiss(counts: ArrayLike) -> float:
    """Fleiss' kappa (1971) of counts (units, labels): how many raters gave each unit each label.

    ValueError names a unit with fewer ratings than two, or not as many as the others.
    """
    table = checks.finite(counts, "counts")
    if table.ndim != 2 or not table.size or (table < 0).any() or (table % 1).any():
        raise ValueError("counts must be a table of whole numbers, a row for each unit and a column for each label")
    raters = table.sum(axis=1)
    if raters[0] < 2 or (raters != raters[0]).any():
        row = int(np.argmax(raters != raters[0]))
        raise ValueError(
            f"each unit needs two or more ratings and as many as others; counts[{row}] has {raters[row]:g}"
        )
    agreeing = (table * (table - 1)).sum(axis=1) / (raters * (raters - 1))
    shares = table.sum(axis=0) / table.sum()
    return _beyond(1 - float(agreeing.mean()), 1 - float((shares**2).sum()))


def krippendorff(ratings: Sequence[Sequence[float | str | None]], level: Level = "nominal") -> float:
    """Krippendorff's alpha of ratings (raters, units), None where one is missing (Krippendorff 2011).

    1 - observed / expected disagreement over the coincidences of values within units; units with one rating are left
    out. `level` says how far values lie apart: nominal 0 or 1; interval (v - w)^2; ordinal the square of how many
    ratings lie between. ValueError where nothing can be paired, a rating is NaN, or values that have no order need one.
    """
    units = _units(ratings)
    values = sorted({value for unit in units for value in unit}, key=lambda value: (isinstance(value, str), value))
    if level != "nominal" and any(isinstance(value, str) for value in values):
        raise ValueError(f"{level} ratings are numbers, and {values[-1]!r} is none")
    pairs = np.zeros((len(values), len(values)))
    for unit in units:
        held = np.bincount([values.index(value) for value in unit], minlength=len(values))
        pairs += (np.outer(held, held) - np.diag(held)) / (len(unit) - 1)
    totals = pairs.sum(axis=1)
    apart = _distances(values, totals, level)
    expected = (np.outer(totals, totals) - np.diag(totals)) / (totals.sum() - 1)
    return _beyond(float((apart * pairs).sum()), float((apart * expected).sum()))


def resampled_alpha(units: Sequence[Sequence[Hashable]]) -> Callable[[Rows], float]:
    """Krippendorff's nominal alpha of those units that are drawn, with repeats: as `krippendorff` has it, many times.

    A unit is all labels that it got. ValueError where none has two.
    """
    names = {name: place for place, name in enumerate(dict.fromkeys(name for unit in units for name in unit))}
    counts = np.zeros((len(units), len(names)))
    for row, unit in enumerate(units):
        np.add.at(counts[row], [names[name] for name in unit], 1)
    raters = counts.sum(axis=1)
    if not (raters > 1).any():
        raise ValueError("no unit has two ratings")
    counts[raters < 2] = 0
    apart = (raters**2 - (counts**2).sum(axis=1)) * (raters > 1) / np.maximum(raters - 1, 1)

    def alpha(rows: Rows) -> float:
        times = np.bincount(rows, minlength=len(counts))
        totals = times @ counts
        pairs = float(totals.sum()) - 1
        return _beyond(float(times @ apart), float(totals.sum() ** 2 - (totals**2).sum()) / pairs if pairs > 0 else 0)

    return alpha


def resampled_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> Callable[[Rows], float]:
    """Cohen's kappa of those pairs of labels that are drawn, with repeats: as `cohen` has it, many times."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    first, second = (np.array(_coded(ratings, names, "ratings")) for ratings in zip(*pairs, strict=True))
    cells, size = first * len(names) + second, len(names)

    def kappa(rows: Rows) -> float:
        table = np.bincount(cells[rows], minlength=size * size).reshape(size, size)
        alike = table.sum(axis=1) @ table.sum(axis=0) / len(rows)
        return _beyond(float(len(rows) - np.trace(table)), float(len(rows) - alike))

    return kappa


def _units(ratings: Sequence[Sequence[float | str | None]]) -> list[list[float | str]]:
    """The ratings of each unit that has two or more."""
    if len({len(row) for row in ratings}) != 1:
        raise ValueError(f"each rater needs as many ratings (None where missing): {[len(row) for row in ratings]}")
    for rater, row in enumerate(ratings):
        for place, value in enumerate(row):
            if isinstance(value, float) and math.isnan(value):
                raise ValueError(f"ratings[{rater}][{place}] is {value}; a missing one is None")
    columns = [[value for value in unit if value is not None] for unit in zip(*ratings, strict=True)]
    units = [unit for unit in columns if len(unit) > 1]
    if not units:
        raise ValueError("no unit has two ratings")
    return units


def _distances(values: Sequence[float | str], totals: Floats, level: Level) -> Floats:
    """Squared distances (v, v) between values; for ordinal ones from how often each was given (v,)."""
    if level == "nominal":
        return 1 - np.eye(len(values))
    if level == "interval":
        places = np.array(values, dtype=np.float64)
    elif level == "ordinal":
        places = np.cumsum(totals) - totals / 2  # the ranks between two values' middles
    else:
        raise ValueError(f"there is no level {level!r} (choose from nominal, ordinal, interval)")
    return np.asarray(np.subtract.outer(places, places) ** 2)


def _coded(ratings: Sequence[Hashable], names: Sequence[Hashable], what: str) -> list[int]:
    places = {name: place for place, name in enumerate(names)}
    for number, label in enumerate(ratings):
        if label not in places:
            raise ValueError(f"{what}[{number}] is {label!r}, which is none of the labels {', '.join(map(str, names))}")
    return [places[label] for label in ratings]


def _beyond(observed: float, expected: float) -> float:
    return 1 - observed / expected if expected else float("nan")
