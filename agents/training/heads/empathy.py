"""`attune train empathy`: EPITOME's three kinds of empathy in a reply (Sharma et al. 2020, section 3).

What `skills/empathy.py` reads with: logistic regressions, one for each kind, over words that tell levels apart, the
reply's vector, its cosine with what was said, and its form. Rows of the test part are left out.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.corpora import epitome
from agents.corpora.epitome import Rated
from agents.metrics import checks
from agents.training.common.fit import Ints, best_temperature
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from skills.empathy import KINDS, LEVELS, NAME, Empathy, counted, of_form, of_words
from skills.models.encoder import Tokens, Words
from skills.models.head import Floats

log = logging.getLogger(__name__)
WORDS, RARE = 1800, 3
"""So many words and pairs are kept, those that tell levels apart best, of all that stand in so many replies."""
COST, HEED, NEAR, ASKS, LENGTH = 0.3, 2.5, 2.0, 4.0, 0.5
"""The regressions' inverse strength of regularisation; and what words, cosine, a question and the length are multiplied

by beside a vector of length one: how little each is held back. Chosen by folds of the training and validation parts.
"""
HELD_OUT = 0.1


@dataclass(frozen=True, slots=True)
class Seen:
    """Rated replies (n): their texts, vectors of both sides (n, d), levels (n, 3), and the posts' numbers (n,)."""

    texts: tuple[str, ...]
    said: Floats
    replies: Floats
    levels: Ints
    posts: Ints

    def rows(self, mask: NDArray[np.bool_]) -> Seen:
        texts = tuple(text for text, kept in zip(self.texts, mask, strict=True) if kept)
        return Seen(texts, self.said[mask], self.replies[mask], self.levels[mask], self.posts[mask])


def train(run: Run) -> None:
    """Fit and save `empathy`."""
    rows = [row for row in epitome.load(run.datapath) if not row.held_out]
    fitted, temperatures = fit(seen(run.vectorizer(), rows), run.seed)
    for kind, temperature in zip(KINDS, temperatures, strict=True):
        log.info("%s: %d rows, temperature %.2f", kind, len(rows), temperature)
    notes = {"adapter": run.adapter, "seed": str(run.seed), "temperatures": json.dumps(temperatures)}
    names = ("keys", "rarity", "words", "vector", "plain", "bias", "prior")
    run.save(NAME, {name: getattr(fitted, name) for name in names}, notes)


def seen(vectorizer: Vectorizer, rows: Sequence[Rated]) -> Seen:
    said, replies = (vectorizer(side) for side in sides(vectorizer.words, rows))
    posts = np.unique([row.post for row in rows], return_inverse=True)[1]
    return Seen(tuple(row.reply for row in rows), said, replies, truth(rows), posts)


def sides(words: Words, rows: Sequence[Rated]) -> tuple[list[Tokens], list[Tokens]]:
    """Posts, and the replies to them."""
    return [words.utterance(row.said) for row in rows], [words.utterance(row.reply, True) for row in rows]


def truth(rows: Sequence[Rated]) -> Ints:
    """(n, 3) the rated levels."""
    return np.array([row.levels for row in rows])


def fit(known: Seen, seed: int) -> tuple[Empathy, list[float]]:
    """The reader, and each kind's temperature, fitted on a tenth of the posts and worked into the scores."""
    linear = checks.library("sklearn.linear_model")
    keys, rarity = _vocabulary(known)
    table = _table(known, keys, rarity)
    held = held_out(known.posts, seed)
    weights, temperatures = [], []
    for kind in range(len(KINDS)):
        levels = known.levels[:, kind]
        machine = linear.LogisticRegression(C=COST, tol=1e-3, max_iter=200).fit(table[~held], levels[~held])
        layer = np.full((table.shape[1] + 1, LEVELS), 0.0)
        layer[-1] = -20.0  # a level that no row shows is never expected
        layer[:, machine.classes_] = np.concatenate([machine.coef_.T, machine.intercept_[None]])
        scores = table[held] @ layer[:-1] + layer[-1]
        temperatures.append(best_temperature(scores, levels[held]))
        weights.append(layer / temperatures[-1])
    words, vector, plain, bias = np.split(np.concatenate(weights, axis=1), _places(len(keys), known.replies.shape[1]))
    often = np.stack([np.bincount(levels, minlength=LEVELS) + 1 for levels in known.levels.T])
    prior = np.log(often / often.sum(axis=1, keepdims=True)).ravel()
    scaled = {"words": words * HEED, "vector": vector, "plain": plain * [[NEAR], [ASKS], [LENGTH]], "bias": bias[0]}
    return Empathy({"keys": keys, "rarity": rarity, "prior": prior, **scaled}), temperatures


def held_out(posts: Ints, seed: int) -> NDArray[np.bool_]:
    """(n,) the rows of a tenth of the posts."""
    numbers = np.unique(posts)
    chosen = np.random.default_rng(seed).permutation(numbers)[: max(1, int(HELD_OUT * len(numbers)))]
    return np.isin(posts, chosen)


def _places(words: int, width: int) -> list[int]:
    return [words, words + width, words + width + 3]


def _vocabulary(known: Seen) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """The keys whose values differ most between the levels of a kind (chi-squared), in order, and how rare each is."""
    choosing = checks.library("sklearn.feature_selection")
    often = Counter(key for text in known.texts for key in counted(text))
    keys = np.array(sorted(key for key, number in often.items() if number >= RARE), dtype=np.uint32)
    rarity = np.array([1 + np.log((1 + len(known.texts)) / (1 + often[int(key)])) for key in keys], dtype=np.float32)
    found = _sparse(known.texts, keys, rarity)
    telling = np.max([choosing.chi2(found, levels)[0] for levels in known.levels.T], axis=0)
    best = np.sort(np.argsort(-telling, kind="stable")[:WORDS])
    return keys[best], rarity[best]


def _table(known: Seen, keys: NDArray[np.uint32], rarity: Floats) -> Any:
    """(n, f + d + 3), sparse."""
    sparse = checks.library("scipy.sparse")
    near = (known.replies * known.said).sum(axis=1, keepdims=True)
    form = np.array([of_form(text) for text in known.texts]) * [ASKS, LENGTH]
    dense = np.concatenate([known.replies, near * NEAR, form], axis=1)
    return sparse.hstack([_sparse(known.texts, keys, rarity) * HEED, sparse.csr_matrix(dense)]).tocsr()


def _sparse(texts: Sequence[str], keys: NDArray[np.uint32], rarity: Floats) -> Any:
    sparse = checks.library("scipy.sparse")
    rows = [of_words(text, keys, rarity) for text in texts]
    ends = np.cumsum([0, *(len(places) for places, _ in rows)])
    places, values = (np.concatenate([row[part] for row in rows]) for part in (0, 1))
    return sparse.csr_matrix((values.astype(np.float64), places, ends), shape=(len(texts), len(keys)))
