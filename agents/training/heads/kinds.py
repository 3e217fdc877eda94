"""The kinds head: what a message does and what it is about, from both vectors of a turn and labels that readers gave.

`kinds.jsonl` has the labels, one to four a message, what matters most first: of moments of talks with a program, of
written dialogues and openings, and of EmpatheticDialogues and ESConv, whose words are not copied there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agents.corpora.reading import refuse
from agents.training.common.fit import Table, best_temperature
from agents.training.common.regression import FOLDS, regress
from agents.training.common.run import Run
from agents.training.contexts import Row, load, pieces, vectors
from skills import openings
from skills.kinds import ASKED, NAME, asking
from skills.models.head import Floats, Head, softmax

log = logging.getLogger(__name__)
LABELS = Path(__file__).with_name("kinds.jsonl")
MEASURE = "its log: messages left out"
PENALTY = 2e-3
"""Of each column, chosen on messages left out."""
COUNTED = (3, 2, 2, 1)
"""How often a message's first, second, third and fourth kind count."""
TOP = (1, 3, 8)


class Labelled(Row, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Kinds of a context's last message."""

    kinds: tuple[str, ...]


def train(run: Run) -> None:
    """Fit and save `kinds`."""
    names = openings.kinds()
    rows = labelled(LABELS, names)
    labels = [[names.index(kind) for kind in row.kinds] for row in rows]
    read = np.concatenate(vectors(pieces(rows, run.datapath), run.vectorizer()), axis=1)
    table, penalties = repeated(read, labels), np.full(read.shape[1], PENALTY)
    scores = apart(read, labels, len(names), run.seed)
    weight, bias = regress(table, len(names), penalties)
    head = Head(((weight, bias),), tuple(names), best_temperature(scores[table.groups], table.labels), {})
    log.info("%d messages, left out: %s", len(rows), told_of(scores / head.temperature, labels, names))
    run.save_head(NAME, head)


def labelled(path: Path, names: Sequence[str]) -> list[Labelled]:
    """The rows of a file of labels. CorpusError names file, line and reason."""
    rows = load(path, Labelled)
    for number, row in enumerate(rows, 1):
        if unknown := sorted({*row.kinds} - {*names}):
            refuse(path, number, f"{unknown[0]!r} is no kind (`## after: ...` in skills/replies)")
        if not 1 <= len(row.kinds) <= len(COUNTED):
            refuse(path, number, f"a message has one to {len(COUNTED)} kinds")
    return rows


def repeated(vectors: Floats, labels: Sequence[Sequence[int]]) -> Table:
    """A row for each kind of a message, as often as it counts."""
    rows = [
        (number, kind)
        for number, kinds in enumerate(labels)
        for kind, often in zip(kinds, COUNTED, strict=False)
        for _ in range(often)
    ]
    places, kinds = np.array(rows).T
    return Table(vectors[places], kinds, places)


def apart(vectors: Floats, labels: Sequence[Sequence[int]], count: int, seed: int) -> Floats:
    """Scores (n, kinds) of every message by a head that did not see it."""
    fold = np.random.default_rng(seed).permutation(len(labels)) % FOLDS
    scores = np.zeros((len(labels), count), np.float32)
    for number in range(FOLDS):
        seen = fold != number
        table = repeated(vectors[seen], [own for own, known in zip(labels, seen, strict=True) if known])
        weight, bias = regress(table, count, np.full(vectors.shape[1], PENALTY))
        scores[fold == number] = vectors[fold == number] @ weight.T + bias
    return scores


def told_of(scores: Floats, labels: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """How often the kind that matters most is among the first few, and how often direct questions are heard."""
    order = np.argsort(-scores, axis=1)
    place = np.array([list(row).index(kinds[0]) for row, kinds in zip(order, labels, strict=True)])
    hits = ", ".join(f"{(place < top).mean():.3f} among {top}" for top in TOP)
    which = np.array([asking(name) for name in names])
    heard, asked = softmax(scores)[:, which].sum(axis=1) >= ASKED, np.array([which[kinds[0]] for kinds in labels])
    return f"first kind {hits}; questions heard {heard[asked].mean():.3f}, elsewhere {heard[~asked].mean():.3f}"
