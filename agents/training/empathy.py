"""Heads that read EPITOME's three kinds of empathy in a reply (Sharma et al. 2020, section 3), for measuring alone.

Each is a softmax over three levels from the vectors of both sides and their product: the paper's two encoders whose
sides attend to each other (section 5), in the little that frozen vectors allow.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np

from agents.corpora import epitome
from agents.corpora.epitome import KINDS, Rated
from agents.training.fit import Ints, Settings, Table, fit
from agents.training.run import Run
from agents.training.vectors import Vectorizer
from skills.models.head import Floats, Head, softmax

log = logging.getLogger(__name__)
LEVELS = ("0", "1", "2")
SETTINGS = Settings(rate=1e-3, decay=0.3, dropout=0.3, epochs=30, batch=64)


def train(run: Run) -> None:
    """Fit and save `empathy`: three heads one above the other, each with its temperature worked in."""
    kept = [row for row in epitome.load(run.datapath) if not row.held_out]
    seen = features(run.vectorizer(), [row.said for row in kept], [row.reply for row in kept])
    groups = np.unique([row.post for row in kept], return_inverse=True)[1]
    layers = []
    for place, kind in enumerate(KINDS):
        labels = np.array([row.levels[place] for row in kept])
        head = fit(Table(seen, labels, groups), LEVELS, run.seed, SETTINGS)
        ((weight, bias),) = head.layers
        layers.append((weight / head.temperature, bias / head.temperature))
        log.info("%s: %d rows, temperature %.2f", kind, len(kept), head.temperature)
    weights, biases = (np.concatenate(parts) for parts in zip(*layers, strict=True))
    run.save_head("empathy", Head(((weights, biases),), labels_of(), 1.0, {}))


def labels_of() -> tuple[str, ...]:
    return tuple(f"{kind} {level}" for kind in KINDS for level in LEVELS)


def features(vectorizer: Vectorizer, said: Sequence[str], replies: Sequence[str]) -> Floats:
    """(n, 3d + 2): what was said, the reply, their product, each about one; whether the reply asks; its length."""
    words = vectorizer.words
    left = vectorizer([words.utterance(text) for text in said])
    right = vectorizer([words.utterance(text, True) for text in replies])
    wide = np.float32(np.sqrt(left.shape[1]))
    plain = [[2.0 * ("?" in text), np.log1p(len(text.split()))] for text in replies]
    return np.concatenate([left * wide, right * wide, left * right * wide**2, np.array(plain, np.float32)], axis=1)


def levels(head: Head, seen: Floats) -> Floats:
    """(n, 3 kinds, 3 levels) probabilities."""
    return softmax(head.scores(seen).reshape(-1, len(KINDS), len(LEVELS)))


def truth(rows: Sequence[Rated]) -> Ints:
    """(n, 3) the rated levels."""
    return np.array([row.levels for row in rows])
