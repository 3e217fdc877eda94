"""Which strategies follow each other most often (Liu et al. 2021, Table 6).

A supporter's strategies are put in a row, neighbours that are alike are one, and every run of a given length is
counted. Whether the paper's "hop" is a strategy or the step between two, its 3 to 5 hops are runs of 3 to 6 strategies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from agents.statistics.progress import Marks

LENGTHS = (3, 4, 5, 6)
Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A run of strategies: how often it occurs, in how many talks, and of how many runs of this length."""

    run: Run
    count: int
    talks: int
    of: int


def runs(talk: Marks, length: int) -> list[Run]:
    """All runs of `length` strategies in one talk, overlapping ones too; neighbours that are alike count as one."""
    row = [strategy for strategy, _ in groupby(mark for mark in talk if mark is not None)]
    return [tuple(row[place : place + length]) for place in range(len(row) - length + 1)]


def commonest(talks: Sequence[Marks], length: int, number: int = 5) -> tuple[Found, ...]:
    """The most frequent runs, equally frequent ones by alphabet."""
    found = [runs(talk, length) for talk in talks]
    count = Counter(run for talk in found for run in talk)
    within = Counter(run for talk in found for run in set(talk))
    first = sorted(count.items(), key=lambda item: (-item[1], item[0]))[:number]
    return tuple(Found(run, times, within[run], count.total()) for run, times in first)
