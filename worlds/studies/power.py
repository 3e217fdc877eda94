"""How many participants a study needs: how likely its own tests are to find a difference that is there.

The sign test is summed exactly over how many of the votes are decided and how these fall; for ratings, items and people
are drawn, and Wilcoxon's test is done as the report does it. Votes of one participant are taken as independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom, wilcoxon  # type: ignore[import-untyped]

from agents.metrics.wilson import wilson
from bot.errors import StudyError
from worlds.studies.study import BESIDE_TALKS, Loaded
from worlds.studies.tables import Table

LEVEL = 0.05
STEPS = (10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300)
DRAWS, SEED = 400, 7


@dataclass(frozen=True, slots=True)
class Expected:
    """What is taken to be true: the share of the decided votes for the better one, the share of ties, and, on the

    scale, the gap between two contestants, how far it strays from item to item, and a rating from person to person.
    """

    share: float = 0.65
    ties: float = 0.2
    gap: float = 0.3
    items: float = 0.5
    people: float = 1.0


def table(loaded: Loaded, expected: Expected, power: float, steps: Sequence[int] = STEPS) -> Table:
    """By number of participants, what each pair gets and the chance to find the difference.

    Raises StudyError for a study in which nothing is compared.
    """
    pairs = max(1, math.comb(len(_contestants(loaded)), 2))
    match loaded.study.kind:
        case "ab" | "acute":
            each = loaded.study.per_participant / pairs
            return _votes(loaded, expected, power, [(people, int(people * each)) for people in steps])
        case "ab_turns":
            return _votes(loaded, expected, power, [(people, people * loaded.study.turns) for people in steps])
        case "chat" if loaded.study.compare:
            return _votes(loaded, expected, power, [(people, people) for people in steps])
        case "rating":
            return _ratings(loaded, expected, power, steps)
        case "ranking":
            return _rankings(loaded, steps)
        case kind:
            raise StudyError(f"{loaded.path}: nothing is compared in a study of kind {kind!r} like this one")


def sign_power(votes: int, share: float, ties: float) -> float:
    """The chance of p < .05 in a two-sided exact sign test, over how many of the votes are decided."""
    low, high = binom.ppf([1e-6, 1 - 1e-6], votes, 1 - ties)
    decided = np.arange(low, high + 1)
    losses = binom.ppf(LEVEL / 2, decided, 0.5) - 1  # the most with which p is below the level; -1 where none is
    seen = binom.cdf(losses, decided, share) + binom.cdf(losses, decided, 1 - share)
    return float(binom.pmf(decided, votes, 1 - ties) @ seen)


def rating_power(items: int, each: float, expected: Expected) -> float:
    """The chance of p < .05 in Wilcoxon's test over the means of items, each rated by so many; by draws with a seed."""
    rng = np.random.default_rng(SEED)
    stray = (expected.items**2 + 2 * expected.people**2 / each) ** 0.5
    gaps = rng.normal(expected.gap, stray, (DRAWS, items))
    return float(np.mean(wilcoxon(gaps, axis=1).pvalue < LEVEL))


def _votes(loaded: Loaded, expected: Expected, power: float, counts: Sequence[tuple[int, int]]) -> Table:
    found = [(people, votes, sign_power(votes, expected.share, expected.ties)) for people, votes in counts]
    rows = tuple((str(people), str(votes), f"{100 * chance:.0f}") for people, votes, chance in found)
    note = (
        f"Where {expected.share:.0%} of the decided prefer one, and {expected.ties:.0%} are ties: two-sided exact sign "
        f"test at {LEVEL}. {_enough(loaded, power, [(people, chance) for people, _, chance in found])}"
    )
    return Table("How many participants", ("participants", "votes a pair", "found, %"), rows, note)


def _ratings(loaded: Loaded, expected: Expected, power: float, steps: Sequence[int]) -> Table:
    items = len(loaded.items)
    counts = [(people, people * loaded.study.per_participant / items) for people in steps]
    found = [
        (people, each, rating_power(min(items, people * loaded.study.per_participant), max(1.0, each), expected))
        for people, each in counts
    ]
    rows = tuple((str(people), f"{each:.1f}", f"{100 * chance:.0f}") for people, each, chance in found)
    note = (
        f"Where two contestants lie {expected.gap:g} points apart, by item {expected.items:g} more or less, and people "
        f"{expected.people:g} (standard deviations): Wilcoxon's signed ranks over {items} items at {LEVEL}, by {DRAWS} "
        f"draws. {_enough(loaded, power, [(people, chance) for people, _, chance in found])}"
    )
    return Table("How many participants", ("participants", "ratings an item", "found, %"), rows, note)


def _rankings(loaded: Loaded, steps: Sequence[int]) -> Table:
    counts = [people * loaded.study.per_participant for people in steps]
    rows = []
    for people, count in zip(steps, counts, strict=True):
        at = wilson(count // 2, count)
        rows.append((str(people), str(count), f"{50 * (at.high - at.low):.1f}"))
    note = "How far Wilson's 95 % interval goes to either side of a share of one half, where it is widest."
    return Table("How many participants", ("participants", "rankings each", "points"), tuple(rows), note)


def _enough(loaded: Loaded, power: float, found: Sequence[tuple[int, float]]) -> str:
    people = next((people for people, chance in found if chance >= power), 0)
    if not people:
        return f"{power:.0%} is reached by none of these."
    pay = loaded.study.pay
    costs = f", who are paid {people * pay.amount:.2f} {pay.currency}" if pay else ""
    return f"{power:.0%} is reached with {people} participants{costs}."


def _contestants(loaded: Loaded) -> set[str]:
    """Who is compared, check pairs left out."""
    named = {*loaded.study.contestants}
    there = {item.candidates[at].source for item in loaded.items for at in loaded.shown(item)}
    return named or {name for name in there if name not in BESIDE_TALKS}
