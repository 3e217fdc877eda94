"""Which of two was preferred: wins, ties and the sign test, a grid of all against all, and strengths."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec
import numpy as np

from agents.metrics.intervals import DRAWS, ratio
from agents.metrics.significance import sign_test
from agents.metrics.wilson import wilson
from worlds.studies.grid import averages, percentages, ratios
from worlds.studies.judging import TIES, Choice, Compared
from worlds.studies.quality import Judged
from worlds.studies.strength import strengths
from worlds.studies.study import Loaded
from worlds.studies.tables import Table, p_value


def choices(loaded: Loaded, judged: Sequence[Judged]) -> Iterator[Table]:
    """Wins, ties and the sign test of each pair; with more than two contestants also all against all, and strengths.

    Where contestants are named, pairs of others, which check who reads, are not counted.
    """
    named = frozenset(loaded.study.contestants)
    judged = [one for one in judged if not named or named.issuperset(one.names)]
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in judged:
        given = one.judgement.given
        if isinstance(given, Choice):
            left, right = sorted(one.names)
            counts[left, right][given.tie or one.names[given.preferred or 0]] += 1
    rows = []
    for (left, right), found in sorted(counts.items()):
        wins, losses = found[left], found[right]
        share = wilson(wins, wins + losses).percent()
        cells = (str(wins), str(losses), *(str(found[tie]) for tie in TIES))
        rows.append((f"{left} : {right}", *cells, f"{share:.0f}", p_value(sign_test(wins, losses))))
    head = ("", "first", "second", *TIES, "first of the decided, %", "p")
    yield Table("Choices", head, tuple(rows), "p: two-sided exact sign test over the decided.")
    names = sorted({name for pair in counts for name in pair})
    if len(names) > 2:
        beaten = [[counts[min(a, b), max(a, b)][a] if a != b else 0 for b in names] for a in names]
        grid = np.array(beaten, np.int64)
        yield percentages(names, grid) if loaded.study.kind == "acute" else ratios(names, grid)
        if loaded.study.groups:
            yield averages(names, grid, loaded.study.groups)
        yield _strengths(names, judged)


def comparisons(loaded: Loaded, judged: Sequence[Judged]) -> Iterator[Table]:
    """Of each question about two talks what `choices` has (Liu et al. 2021, Table 5; Li et al. 2019)."""
    for question in loaded.study.compare:
        both = [(one, one.judgement.given) for one in judged]
        chosen = [
            replace(one, judgement=msgspec.structs.replace(one.judgement, given=given.choices[question.name]))
            for one, given in both
            if isinstance(given, Compared)
        ]
        first, *others = choices(loaded, chosen)
        yield replace(first, title=f"{question.name}: {question.text}")
        yield from (replace(table, title=f"{question.name}: {table.title.lower()}") for table in others)


def over_talks(judged: Sequence[Judged]) -> Table:
    """How often the first was chosen where turns of one talk depend on each other: resampled over participants."""
    won: dict[str, list[bool]] = defaultdict(list)
    for one in judged:
        if isinstance(one.judgement.given, Choice) and one.judgement.given.preferred is not None:
            won[one.participant].append(one.judgement.given.preferred == 0)
    share = ratio([sum(each) for each in won.values()], [len(each) for each in won.values()])
    rows = [(f"{first} : {second}", f"{share.percent():.0f}") for first, second in {one.names for one in judged}]
    note = f"Turns of one talk depend on each other: intervals by {DRAWS} resamples of the participants; p is a hint."
    return Table("Over talks", ("", "first of the decided, %"), tuple(rows), note)


def _strengths(names: Sequence[str], judged: Sequence[Judged]) -> Table:
    people = sorted({one.participant for one in judged})
    counts = np.zeros((len(people), len(names), len(names), 2), np.int64)
    for one in judged:
        given = one.judgement.given
        if not isinstance(given, Choice):
            continue
        first, second = (names.index(name) for name in one.names)
        who = people.index(one.participant)
        if given.preferred is None:
            counts[who, first, second, 1] += 1
            counts[who, second, first, 1] += 1
        else:
            won, lost = (first, second) if given.preferred == 0 else (second, first)
            counts[who, won, lost, 0] += 1
    rows = [(one.name, f"{one.value:+.2f}", f"{one.low:+.2f} to {one.high:+.2f}") for one in strengths(names, counts)]
    note = "Bradley-Terry with ties (Davidson 1970), natural logarithms; intervals by resampling participants."
    return Table("Strengths", ("", "strength", "95 %"), tuple(rows), note)
