"""What the judgements of a study say: tables in the form of the papers, with intervals and what was left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, zip_longest
from statistics import median

import numpy as np
from scipy.stats import false_discovery_control, wilcoxon  # type: ignore[import-untyped]

from agents.metrics import agreement
from agents.metrics.wilson import wilson
from worlds.studies import annotated
from worlds.studies.judging import MARKS, Ranking, Rating
from worlds.studies.ledger import Participation
from worlds.studies.pre_chat import INTENSITY
from worlds.studies.preferences import choices, comparisons, over_talks
from worlds.studies.quality import Judged, exclusion
from worlds.studies.study import Loaded
from worlds.studies.tables import Table, p_value

NEAR = 2
"""What is within so many standard errors of the best is marked, as Rashkin et al. (2019) print it bold."""


def tables(loaded: Loaded, everybody: Sequence[Participation]) -> list[Table]:
    """Who took part, what was left out and why, and what the others judged."""
    excluded = {one.progress.participant: exclusion(loaded, one) for one in everybody}
    counted = [one for one in everybody if not excluded[one.progress.participant]]
    named = {item.id: tuple(item.candidates[at].source for at in loaded.shown(item)) for item in loaded.items}
    judged = [
        Judged(one.progress.participant, judgement, named[judgement.item])
        for one in counted
        for judgement in one.latest.values()
        if judgement.item in named
    ]
    found = [people(loaded, everybody, excluded)]
    match loaded.study.kind:
        case "rating":
            found += ratings(loaded, judged)
        case "ab":
            found += choices(loaded, judged)
        case "ab_turns":
            found += choices(loaded, judged)
            found.append(over_talks(judged))
        case "ranking":
            found += rankings(judged)
        case "annotation":
            found += annotated.tables(loaded, counted)
        case "chat":
            found += ratings(loaded, judged)
            found += comparisons(loaded, judged)
        case "acute":
            found += comparisons(loaded, judged)
    return found


def people(loaded: Loaded, everybody: Sequence[Participation], excluded: dict[str, str]) -> Table:
    """Participants by outcome, and by the rule that left them out."""
    outcomes = Counter(one.progress.outcome or f"in {one.progress.phase}" for one in everybody)
    rules = Counter(reason for reason in excluded.values() if reason)
    minutes = [(one.at - one.began).total_seconds() / 60 for one in everybody if one.progress.outcome == "completed"]
    rows = [(name, str(count)) for name, count in sorted(outcomes.items())]
    rows += [(f"left out: {reason}", str(count)) for reason, count in sorted(rules.items())]
    rows.append(("counted", str(sum(not reason for reason in excluded.values()))))
    if minutes:
        rows.append(("minutes of who completed, median", f"{median(minutes):.1f}"))
    if pay := loaded.study.pay:
        paid = ("completed", "stopped", "failed_attention", "screened_out")
        due = sum(one.progress.outcome in paid for one in everybody)
        rows.append(("to be paid", f"{due} x {pay.amount:.2f} {pay.currency}"))
    simulated = sum(one.simulated for one in everybody)
    note = f"{simulated} of them are simulated: no people." if simulated else ""
    return Table("Participants", ("", "count"), tuple(rows), note)


def ratings(loaded: Loaded, judged: Sequence[Judged]) -> Iterator[Table]:
    """Of each question the means with their standard errors, the pairs that differ, and agreement, of which a chat has

    none: each rates talks of their own, so that pairs are held against each other by participant there.
    """
    own = loaded.study.kind == "chat"
    for question in loaded.study.question:
        if loaded.study.pre_chat and question.name == INTENSITY:
            continue  # more of it is not better: `worlds.studies.chatted` holds it against what was before
        points: dict[str, list[float]] = defaultdict(list)
        by_unit: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for one in judged:
            if isinstance(one.judgement.given, Rating):
                for name, point in zip(one.names, one.judgement.given.points[question.name], strict=True):
                    points[name].append(point)
                    by_unit[name][one.participant if own else one.judgement.item].append(point)
        if not points:
            continue
        means = {name: float(np.mean(values)) for name, values in points.items()}
        errors = {name: _sem(values) for name, values in points.items()}
        best = max(means, key=lambda name: means[name])
        rows = [
            (
                f"{name}{' *' if means[name] + NEAR * errors[name] >= means[best] else ''}",
                str(len(points[name])),
                f"{means[name]:.2f}",
                f"{errors[name]:.2f}",
            )
            for name in sorted(means, key=lambda name: -means[name])
        ]
        agreed = "" if own else f" {_agreement(judged, question.name)}"
        note = f"* within two standard errors of the best.{agreed}"
        yield Table(f"{question.name}: {question.text}", ("", "ratings", "mean", "SEM"), tuple(rows), note)
        if len(means) > 1:
            yield _pairs(question.name, by_unit, "participants" if own else "items")


def rankings(judged: Sequence[Judged]) -> Iterator[Table]:
    """Of each contestant the shares of good, okay and bad (Xie & Pu 2021, Table 5)."""
    marks: dict[str, Counter[str]] = defaultdict(Counter)
    units: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in judged:
        if isinstance(one.judgement.given, Ranking):
            for name, mark in zip(one.names, one.judgement.given.marks, strict=True):
                marks[name][mark] += 1
                units[one.judgement.item, name].append(MARKS.index(mark))
    rows = []
    for name, found in sorted(marks.items(), key=lambda each: -each[1]["good"] / each[1].total()):
        shares = (f"{found[mark] / found.total():.4f}" for mark in MARKS)
        rows.append((name, str(found.total()), *shares, f"{wilson(found['good'], found.total()).percent():.1f}"))
    note = f"Krippendorff's alpha, ordinal: {_alpha(list(units.values()), 'ordinal')}."
    yield Table("Ranking", ("", "rankings", *MARKS, "good, %"), tuple(rows), note)


def _pairs(question: str, by_unit: dict[str, dict[str, list[float]]], units: str) -> Table:
    """Wilcoxon's signed ranks over the means of units that both have, with Benjamini and Hochberg's correction."""
    rows, found = [], []
    for left, right in combinations(sorted(by_unit), 2):
        both = sorted(set(by_unit[left]) & set(by_unit[right]))
        gaps = [float(np.mean(by_unit[left][unit]) - np.mean(by_unit[right][unit])) for unit in both]
        found.append(float(wilcoxon(gaps).pvalue) if any(gaps) else 1.0)
        rows.append((f"{left} : {right}", str(len(both)), f"{np.mean(gaps) if gaps else 0.0:+.2f}"))
    corrected = false_discovery_control(found)
    cells = [(*row, p_value(p), p_value(q)) for row, p, q in zip(rows, found, corrected, strict=True)]
    note = f"p: Wilcoxon's signed ranks over {units}; q: corrected after Benjamini and Hochberg."
    return Table(f"{question}: pairs", ("", units, "gap", "p", "q"), tuple(cells), note)


def _agreement(judged: Sequence[Judged], question: str) -> str:
    units: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in judged:
        if isinstance(one.judgement.given, Rating):
            for name, point in zip(one.names, one.judgement.given.points[question], strict=True):
                units[one.judgement.item, name].append(point)
    return f"Krippendorff's alpha, interval: {_alpha(list(units.values()), 'interval')}."


def _alpha(units: Sequence[Sequence[float]], level: agreement.Level) -> str:
    """Of units that two or more judged; who is first may be another from unit to unit."""
    shared = [list(unit) for unit in units if len(unit) > 1]
    if not shared:
        return "nothing was judged twice"
    return f"{agreement.krippendorff(list(zip_longest(*shared)), level):.2f} over {len(shared)}"


def _sem(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1) / len(values) ** 0.5) if len(values) > 1 else float("nan")
