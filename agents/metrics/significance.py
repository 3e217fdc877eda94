"""Whether two systems differ: the sign test and McNemar's test, two-sided.

Paired differences with their intervals are in `agents.metrics.intervals`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from agents.metrics import checks


def sign_test(wins: int, losses: int) -> float:
    """Two-sided exact sign test: how likely a split at least this uneven is between two systems equally liked.

    Ties are left out before. Equal to a binomial test of `wins` among `wins + losses` at one half.
    """
    for name, value in (("wins", wins), ("losses", losses)):
        if value < 0:
            raise ValueError(f"{name} cannot be {value}")
    decided = wins + losses
    tail, ways = 0, 1  # ways to choose so many of the decided turns
    for few in range(min(wins, losses) + 1):
        tail += ways
        ways = ways * (decided - few) // (few + 1)
    return min(1.0, 2 * tail / (1 << decided))


def mcnemar(first: Sequence[bool], second: Sequence[bool], exact: bool = True) -> float:
    """p that two classifiers, right or wrong on the same examples, err equally often (McNemar 1947).

    Exact: a sign test over the examples that only one got right. Otherwise chi-squared with one degree of freedom of
    (|b - c| - 1)^2 / (b + c), with Edwards' correction (1948), good from about 25 such examples on.
    """
    checks.alike(first, second, "examples of one classifier", "of the other")
    only_first = sum(bool(a) and not b for a, b in zip(first, second, strict=True))
    only_second = sum(bool(b) and not a for a, b in zip(first, second, strict=True))
    if exact or not only_first + only_second:
        return sign_test(only_first, only_second)
    gap = max(abs(only_first - only_second) - 1, 0)
    return math.erfc(gap / math.sqrt(2 * (only_first + only_second)))
