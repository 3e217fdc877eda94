"""Thresholds of the approval rules against people (Liu et al. 2021, Table 7): Cohen's kappa of each rule with each.

Annotators say of support talks whether they pass; a rule with a threshold says so too. The paper took the thresholds
with the second-best kappa; here all are shown, and which is taken is for people to say.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import isnan
from pathlib import Path
from statistics import fmean

from agents.corpora.esconv import Dialog
from agents.metrics.agreement import cohen
from agents.statistics.approval import EMPATHY, IMPROVEMENT, RELEVANCE, SEEKER_WORDS, SUPPORTER_WORDS, mean_words
from bot.errors import StudyError
from worlds.studies.tables import Table

COLUMNS = ("room", "annotator", "passes")
PASSES = {"yes": True, "no": False}
Passes = Mapping[str, Mapping[int, bool]]
"""By annotator, which of the rooms pass."""
Measure = Callable[[Dialog], float | None]


def read(path: Path) -> Passes:
    """A CSV of room, annotator, passes. StudyError names the line, what is there and the choices."""
    found: dict[str, dict[int, bool]] = defaultdict(dict)
    try:
        with path.open(encoding="utf8", newline="") as file:
            rows = csv.DictReader(file)
            if tuple(rows.fieldnames or ()) != COLUMNS:
                raise StudyError(
                    f"{path}:1: the columns are {','.join(COLUMNS)}, not {','.join(rows.fieldnames or ())}"
                )
            for row in rows:
                room, says = row["room"] or "", (row["passes"] or "").strip().lower()
                if not room.isdecimal() or says not in PASSES:
                    wrong = f"room {room!r} passes {says!r}: a room is a number, and it passes yes or no"
                    raise StudyError(f"{path}:{rows.line_num}: {wrong}")
                found[row["annotator"]][int(room)] = PASSES[says]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise StudyError(f"{path}: cannot be read: {error}") from None
    return found


def table(talks: Mapping[int, Dialog], passes: Passes) -> Table:
    """Kappa of each criterion by threshold, the mean over annotators; the threshold in use is marked."""
    if unknown := sorted({room for said in passes.values() for room in said} - talks.keys()):
        raise StudyError(
            f"room {unknown[0]} has no whole talk (there are: {', '.join(map(str, sorted(talks))) or 'none'})"
        )
    rows = []
    for name, measure, thresholds, used in _RULES:
        for threshold in thresholds:
            kappas = [_kappa(talks, said, measure, threshold) for said in passes.values()]
            known = [kappa for kappa in kappas if not isnan(kappa)]  # where everything is alike
            mean = f"{fmean(known):.3f}" if known else "-"
            rows.append((f"{name} >= {threshold:g}{' *' if threshold == used else ''}", mean, str(len(known))))
    note = "* in use. Kappa: Cohen's, of the rule with each annotator, the mean of those for whom it is defined."
    return Table("Thresholds against annotators", ("", "kappa", "annotators"), tuple(rows), note)


def _kappa(talks: Mapping[int, Dialog], said: Mapping[int, bool], measure: Measure, threshold: float) -> float:
    measured = {room: measure(talks[room]) for room in said}
    rooms = [room for room in sorted(said) if measured[room] is not None]
    if not rooms:
        return float("nan")
    return cohen([(measured[room] or 0) >= threshold for room in rooms], [said[room] for room in rooms], (False, True))


def _words(speaker: str) -> Measure:
    return lambda talk: mean_words([said.text for said in talk.utterances if said.speaker == speaker])


_RULES: Sequence[tuple[str, Measure, Sequence[float], float]] = (
    ("empathy", lambda talk: talk.survey.empathy, (2, 3, 4, 5), EMPATHY),
    ("relevance", lambda talk: talk.survey.relevance, (2, 3, 4, 5), RELEVANCE),
    ("supporter's words a message", _words("supporter"), (4, 6, 8, 10, 12), SUPPORTER_WORDS),
    ("improvement", lambda talk: talk.survey.improvement, (0, 1, 2, 3), IMPROVEMENT),
    ("seeker's words a message", _words("seeker"), (4, 6, 8, 10), SEEKER_WORDS),
)
