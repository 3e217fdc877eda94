"""Context specificity: among contexts of one emotion, whether a judge finds the one that a reply was given to.

A cross-encoder that never chose a reply of ours (`agents.training.rerankers.judge`) reads each reply with every context
of its group. What finds its own context less often than people's replies do is less specific than theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.answers import Answer
from agents.metrics.intervals import Interval, ratio
from skills.models.encoder import Piece

GROUP = 20


class Judge(Protocol):
    """What scores replies to contexts, (c, r); higher fits better (`skills.models.pair.Ranker`)."""

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class ContextSpecificity:
    """How often a reply's own context fits it best: ours, people's, ours less theirs; chance is one in a group."""

    ours: Interval
    gold: Interval
    gap: Interval
    groups: int


def context_specificity(judge: Judge, groups: Sequence[Sequence[Answer]]) -> ContextSpecificity:
    """The figures over `groups`, with intervals over these."""
    contexts = [[item.given.context for item in group] for group in groups]
    ours = np.array([found(judge.table(c, [item.ours for item in g])) for c, g in zip(contexts, groups, strict=True)])
    gold = np.array(
        [found(judge.table(c, [item.given.reply for item in g])) for c, g in zip(contexts, groups, strict=True)]
    )
    each = np.ones(len(groups))
    return ContextSpecificity(ratio(ours, each), ratio(gold, each), ratio(ours - gold, each), len(groups))


def found(scores: NDArray[np.float32]) -> float:
    """The share of replies whose own context, on the diagonal of (c, r) `scores`, is above all others."""
    own = np.diag(scores)
    others = np.where(np.eye(len(scores), dtype=bool), -np.inf, scores)
    return float((own > others.max(axis=0)).mean())
