"""How well a dual encoder finds the reply that was given: P@1,100 by its protocols, recall, and MRR.

Agreed with agents/metrics/ranking.py in all but one thing: replies of different words whose scores are equal stand in
alphabetical order, as an agent that hands out a list must put them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from agents.corpora.exchanges import Exchange
from agents.evaluation.vector_cache import Vectors
from agents.matching import Floats, Ints, alphabetical, best_first, standing
from agents.metrics import ranking
from agents.metrics.intervals import Interval, ratio
from agents.metrics.ranking import HUNDRED, Places, Scorer
from skills.models.pair import SHARP, Ranker

SEEDS = range(5)
"""Draws of the hundreds; the first is the headline's."""
BEST = 10
"""So many candidates are read again by the pair pass."""


@dataclass(frozen=True, slots=True)
class Read:
    """Exchanges as vectors: `contexts` (n, d) and `replies` (u, d) of the different texts; `own` (n,) tells whose.

    `texts` (u,) stand in alphabetical order.
    """

    exchanges: Sequence[Exchange]
    texts: Sequence[str]
    own: Ints
    contexts: Floats
    replies: Floats

    def columns(self, rows: Ints) -> tuple[Ints, Ints, Floats]:
        """Of a group its different replies (c,), which of these is each row's (g,), and the scores (g, c)."""
        columns, own = np.unique(self.own[rows], return_inverse=True)
        return columns, own, self.contexts[rows] @ self.replies[columns].T

    def score(self, rows: Ints) -> Ints:
        """(g, g) higher is better; a copy of a reply, and nothing else, is its equal."""
        _, own, scores = self.columns(rows)
        return np.asarray(-standing(scores)[:, own])


def read(exchanges: Sequence[Exchange], vectors: Vectors) -> Read:
    """Encode every context, and every different reply once."""
    texts = alphabetical(item.reply for item in exchanges)
    place = {text: number for number, text in enumerate(texts)}
    own = np.array([place[item.reply] for item in exchanges], dtype=np.intp)
    return Read(exchanges, texts, own, vectors.contexts([item.context for item in exchanges]), vectors.replies(texts))


def reranked(found: Read, ranker: Ranker, best: int = BEST) -> Scorer:
    """The same, the best few of each context put in order by their cosines and the pair pass together."""

    def score(rows: Ints) -> Ints:
        columns, own, scores = found.columns(rows)
        order = best_first(scores)
        for line, row, cosines in zip(order, rows, scores, strict=True):
            near = np.sort(line[:best])  # alphabetical again, for what both together find equal
            texts = [found.texts[columns[place]] for place in near]
            pairs = ranker.scores(found.exchanges[row].context, texts)
            line[:best] = near[best_first(SHARP * cosines[near] + pairs)]
        return np.asarray(-np.argsort(order, axis=1)[:, own])

    return score


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares from 0 to 1 with intervals over groups of a hundred, of `contexts` contexts.

    `p_at_1` is by shuffled groups, seed 0; `seeds` are its values for other draws of the groups. `unshuffled` keeps the
    file's order; `inline` takes the file's own candidates and is None where there are none.
    """

    corpus: str
    contexts: int
    p_at_1: Interval
    recall_5: Interval
    recall_10: Interval
    mrr: Interval
    unshuffled: Interval
    inline: Interval | None = None
    seeds: tuple[float, ...] = field(default=())


def figures(corpus: str, found: Read, vectors: Vectors) -> Figures:
    """Every figure of one corpus. ValueError where it has fewer than a hundred replies."""
    examples = len(found.exchanges)
    rows = ranking.groups(examples, SEEDS[0])
    places = ranking.in_groups(found.score, rows)
    return Figures(
        corpus=corpus,
        contexts=rows.size,
        p_at_1=over_groups(ranking.recall(places, 1)),
        recall_5=over_groups(ranking.recall(places, 5)),
        recall_10=over_groups(ranking.recall(places, 10)),
        mrr=over_groups(ranking.reciprocal(places)),
        unshuffled=ranking.p_at_1(found.score, examples, None),
        inline=inline(found, vectors),
        seeds=tuple(ranking.p_at_1(found.score, examples, seed).value for seed in SEEDS),
    )


def over_groups(values: ranking.Floats) -> Interval:
    """The mean of values (n,) that stand group by group, with the interval over groups."""
    sums = values.reshape(-1, HUNDRED).sum(axis=1)
    return ratio(sums, np.full(len(sums), HUNDRED))


def inline(found: Read, vectors: Vectors) -> Interval | None:
    """P@1 among the candidates that stand in the file, with the interval over contexts; None where there are none."""
    asked = [row for row, item in enumerate(found.exchanges) if item.candidates]
    if not asked:
        return None
    items = [found.exchanges[row] for row in asked]
    lists = [alphabetical((*item.candidates, item.reply)) for item in items]
    places: list[Places] = []
    for row, item, texts in zip(asked, items, lists, strict=True):
        scores = -standing(found.contexts[row] @ vectors.replies(texts).T)
        places.append(ranking.places(scores[None], [texts.index(item.reply)]))
    hits = np.concatenate([ranking.recall(place, 1) for place in places])
    return ratio(hits, np.ones(len(hits)))
