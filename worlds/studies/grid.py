"""All contestants against each other, as a grid: how often the row was chosen over the column.

Rashkin et al. (2019, Figure 5) print how many times as often, and averages over groups of cells; papers after Li et al.
(2019) print the percentage. A shade says the same as the number in its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import isfinite, isnan, log2, nan
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from agents.metrics.significance import sign_test
from worlds.studies.tables import NOTHING, Table

Wins = NDArray[np.int64]
"""(contestants, contestants): how often the row was chosen over the column."""
EVEN, ROW, COLUMN = (242, 242, 242), (124, 178, 232), (240, 168, 104)
"""Shades where both were chosen as often, and where one was eight times as often; black can be read on all."""
FULL = 3
STARS = ((0.01, "**"), (0.05, "*"))
SHADES = "Blue: the row was chosen more often, orange: the column was"


def ratios(names: Sequence[str], wins: Wins) -> Table:
    """How many times as often the row was chosen; a mean of each row over all that it has met."""
    cells = [[_ratio(wins, row, column) for column in range(len(names))] for row in range(len(names))]
    told = [[_told(wins, row, column) for column in range(len(names))] for row in range(len(names))]
    rows = tuple((name, *each, _mean(cell)) for name, each, cell in zip(names, told, cells, strict=True))
    note = (
        "How many times as often the row was chosen as the column (Rashkin et al. 2019, Figure 5), or how often, where "
        f"one always was; means leave out where it was the row. {SHADES}, in its deepest shade eight times as often."
    )
    return Table("Row over column", ("", *names, "mean"), rows, note, _shades(cells))


def percentages(names: Sequence[str], wins: Wins) -> Table:
    """In how many of the decided the row was chosen, with stars from the sign test."""
    cells = [[_ratio(wins, row, column) for column in range(len(names))] for row in range(len(names))]
    told = [[_share(wins, row, column) for column in range(len(names))] for row in range(len(names))]
    rows = tuple((name, *each) for name, each in zip(names, told, strict=True))
    note = f"How often the row was chosen, % of the decided. * p < .05, ** p < .01, two-sided sign test. {SHADES}."
    return Table("Row over column", ("", *names), rows, note, _shades(cells))


def averages(names: Sequence[str], wins: Wins, groups: Mapping[str, Sequence[str]]) -> Table:
    """The mean of the cells between each two groups of contestants, as Rashkin et al. (2019) tell it of the figure."""
    rows = []
    for first, second in combinations(groups, 2):
        pairs = [(a, b) for a in groups[first] for b in groups[second] if a != b and {a, b} <= {*names}]
        found = [_ratio(wins, names.index(a), names.index(b)) for a, b in pairs]
        rows.append((f"{first} : {second}", str(sum(map(isfinite, found))), _mean(found)))
    note = "Means of ratios as above; where the row was always chosen there is none, and the cell is left out."
    return Table("Averages", ("", "cells", "row over column"), tuple(rows), note)


def _ratio(wins: Wins, row: int, column: int) -> float:
    """NaN where neither was ever chosen over the other, infinite where the column never was."""
    won, lost = int(wins[row, column]), int(wins[column, row])
    if not lost:
        return float("inf") if won else nan
    return won / lost


def _told(wins: Wins, row: int, column: int) -> str:
    ratio = _ratio(wins, row, column)
    if ratio and isfinite(ratio):
        return f"{ratio:.2f}"
    return NOTHING if isnan(ratio) else f"{wins[row, column]}:{wins[column, row]}"


def _share(wins: Wins, row: int, column: int) -> str:
    won, lost = int(wins[row, column]), int(wins[column, row])
    if not won + lost:
        return NOTHING
    p = sign_test(won, lost)
    return f"{100 * won / (won + lost):.0f}{next((stars for bar, stars in STARS if p < bar), '')}"


def _mean(ratios: Iterable[float]) -> str:
    known = [ratio for ratio in ratios if isfinite(ratio)]
    return f"{fmean(known):.2f}" if known else NOTHING


def _shades(cells: Sequence[Sequence[float]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_shade(ratio) for ratio in row) for row in cells)


def _shade(ratio: float) -> str:
    if isnan(ratio):
        return "none"
    depth = max(-1.0, min(1.0, log2(ratio) / FULL)) if ratio else -1.0
    end = ROW if depth > 0 else COLUMN
    return "#" + "".join(f"{round(a + (b - a) * abs(depth)):02x}" for a, b in zip(EVEN, end, strict=True))
