"""The reply retrieved from all replies of training parts, and its AVG BLEU (Rashkin et al. 2019, Table 2).

The candidates are the unfiltered corpora, which no bot of ours says: these figures are for comparing encoders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.corpora.exchanges import Exchange, load
from agents.evaluation.vector_cache import Vectors
from agents.matching import Floats, alphabetical
from agents.metrics import bleu
from agents.metrics.bleu import ORDERS, Counts
from agents.metrics.intervals import Interval, Rows, interval
from agents.metrics.ranking import HUNDRED

SETS: Mapping[str, tuple[str, ...]] = {
    "ED": ("empathetic",),
    "ED+DD": ("empathetic", "dailydialog"),
    "ED+ESConv": ("empathetic", "esconv"),
}
"""Candidate sets by name. Where the paper adds Reddit, which is not to be had, ESConv stands in."""
ROWS = 256


@dataclass(frozen=True, slots=True)
class Bank:
    """One candidate set: how many different replies, AVG BLEU (0 to 1), and the share retrieved from each corpus."""

    name: str
    candidates: int
    bleu: Interval
    shares: dict[str, float]


def banks(datapath: Path, names: Sequence[str], asked: Sequence[Exchange], vectors: Vectors) -> list[Bank]:
    """Each set of candidates in turn; a corpus is encoded once."""
    corpora = dict.fromkeys(corpus for name in names for corpus in SETS[name])
    texts = {corpus: alphabetical(item.reply for item in load(corpus, datapath, "train")) for corpus in corpora}
    contexts = vectors.contexts([item.context for item in asked])
    near = {corpus: nearest(contexts, vectors.replies(texts[corpus])) for corpus in corpora}
    return [_bank(name, asked, texts, near) for name in names]


def nearest(contexts: Floats, replies: Floats) -> tuple[Rows, Floats]:
    """For each context (n,) the reply of highest product, and that product; a piece at a time, to be sparing."""
    best, scores = [], []
    for start in range(0, len(contexts), ROWS):
        table = contexts[start : start + ROWS] @ replies.T
        best.append(table.argmax(axis=1))
        scores.append(table.max(axis=1))
    return np.concatenate(best), np.concatenate(scores)


def _bank(
    name: str,
    asked: Sequence[Exchange],
    texts: Mapping[str, Sequence[str]],
    near: Mapping[str, tuple[Rows, Floats]],
) -> Bank:
    corpora = SETS[name]
    chosen = np.stack([near[corpus][1] for corpus in corpora]).argmax(axis=0)  # (n,) the corpus of the best
    replies = [texts[corpora[one]][near[corpora[one]][0][row]] for row, one in enumerate(chosen)]
    return Bank(
        name=name,
        candidates=len(set().union(*(texts[corpus] for corpus in corpora))),
        bleu=avg_bleu(replies, [item.reply for item in asked]),
        shares={corpus: float((chosen == number).mean()) for number, corpus in enumerate(corpora)},
    )


def avg_bleu(replies: Sequence[str], given: Sequence[str], size: int = HUNDRED) -> Interval:
    """AVG BLEU of replies, with the interval over shuffled groups, the last of which may be smaller."""
    order = np.random.default_rng(0).permutation(len(replies))
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    counts = [bleu.counts([replies[row] for row in rows], [[given[row]] for row in rows]) for rows in groups]
    table = np.array([(*one.matched, *one.total, one.guessed, one.expected) for one in counts])

    def average(rows: Rows) -> float:
        sums = [int(value) for value in table[rows].sum(axis=0)]
        most = len(ORDERS)
        return Counts(tuple(sums[:most]), tuple(sums[most : 2 * most]), *sums[2 * most :]).average()

    return interval(len(groups), average)
