"""The danger classifier over the base encoder: heads of one hidden layer over pooled utterances, and their powers.

The encoder learnt the lines of danger with the rest, so nothing of it is learnt here. Several heads are averaged. Every
line is scored by heads that did not see it; from these scores come the powers, by which the guard's bars let the wanted
share of ordinary turns pass. Natural lines, which are nearest to what people type, are shown several times.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from agents.training.common.fit import Ints, Settings, Table, fit_several
from agents.training.common.run import Run
from agents.training.common.token_states import states
from agents.training.heads.danger import lines, natural, ordinary
from skills.care import detect
from skills.care.danger_classifier import KINDS, LEVELS, NAME, NAMES, pooled
from skills.models.head import Floats

log = logging.getLogger(__name__)
SETTINGS = Settings(hidden=256, rate=1e-3, decay=0.01, dropout=0.2, epochs=12, smoothing=0.05)
FOLDS = 4
HEADS = 5
"""Heads that are averaged: what a single one finds differs from fit to fit."""
SHOWN = 3
"""How often each natural line is shown."""
ASKED, STOPPED = 0.01, 0.003
"""Shares of ordinary turns that may be asked about, or stopped."""


def train(run: Run) -> None:
    """Fit and save `danger` for the base encoder."""
    known, others = list(lines()), ordinary(run.datapath, run.seed)
    labels = np.array([line.label for line in known] + [0] * len(others))
    # Each is kept on disk by itself, so that ordinary turns are not encoded again where lines are added.
    told = [features(run, texts) for texts in ([line.text for line in known], others)]
    table = Table(np.concatenate(told), labels, np.arange(len(labels)))
    often = np.arange(len(known) - len(natural()), len(known))
    found = powers(held_out(table, often, run.seed), labels, len(known))
    log.info("danger: %d lines, %d ordinary turns; powers %s", len(known), len(others), found)
    head = fit_several(shown(table, often), NAMES, seeds(run.seed), SETTINGS)
    run.save_head(NAME, replace(head, extra={"powers": np.array(found)}))


def seeds(seed: int) -> list[int]:
    """Those of the heads that are averaged."""
    return [seed + number for number in range(HEADS)]


def features(run: Run, texts: Sequence[str]) -> Floats:
    """(n, 3 d) pooled utterances."""
    vectorizer = run.vectorizer()
    read = states(vectorizer, [vectorizer.words.utterance(text) for text in texts])
    ends = read.starts
    cut = (read.tokens[begin:end].astype(np.float32) for begin, end in pairwise(ends))
    return np.stack([pooled(vector, states) for vector, states in zip(read.vectors, cut, strict=True)])


def shown(table: Table, often: Ints) -> Table:
    """The table with these rows so often as they are shown; the same text stays in one group."""
    rows = np.concatenate([np.arange(len(table.labels)), *[often] * (SHOWN - 1)])
    return Table(table.features[rows], table.labels[rows], table.groups[rows])


def held_out(table: Table, often: Ints, seed: int) -> Floats:
    """(n, labels) shares of each row by heads that did not see it."""
    fold = np.random.default_rng(seed).integers(FOLDS, size=len(table.labels))
    found = np.zeros((len(table.labels), len(NAMES)), np.float32)
    for number in range(FOLDS):
        kept, asked = fold != number, fold == number
        again = np.flatnonzero(np.isin(np.flatnonzero(kept), often))
        head = fit_several(shown(table.rows(kept), again), NAMES, seeds(seed), SETTINGS)
        found[asked] = head.probabilities(table.features[asked])
    return found


def powers(shares: Floats, labels: Ints, known: int) -> tuple[float, float, float]:
    """What makes the guard's bars right: of ordinary turns (from row `known` on) the shares `ASKED` and `STOPPED` reach

    them, and of present danger as much of level 3 reaches that for urgency as of level 2 does not.
    """
    table = shares[:, 1:].reshape(len(shares), len(KINDS), LEVELS)
    some, present, urgent = (table[:, :, level:].sum((1, 2)) for level in range(LEVELS))
    level = np.where(labels > 0, (labels - 1) % LEVELS + 1, 0)
    bars = [float(np.quantile(some[known:], 1 - ASKED)), float(np.quantile(present[known:], 1 - STOPPED))]
    grid = np.linspace(0.05, 0.95, 91)
    wrong = [np.mean(urgent[level == 3] < bar) - np.mean(urgent[level == 2] >= bar) for bar in grid]
    bars.append(float(grid[int(np.argmin(np.abs(wrong)))]))
    for number, bar in zip((1, 2, 3), bars, strict=True):
        log.info("level %d and above: bar %.3f", number, bar)
    wanted = (detect.SOME, detect.PRESENT, detect.URGENT)
    a, b, c = (float(np.log(aim) / np.log(min(bar, 0.999))) for aim, bar in zip(wanted, bars, strict=True))
    caught = np.mean(present[:known][level[:known] >= 2] >= bars[1])
    log.info("of the lines of levels 2 and 3 %.3f reach the bar of 2", caught)
    return a, b, c
