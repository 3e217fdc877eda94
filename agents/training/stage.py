"""The stage head: which derived stage the supporter's next messages belong to, and how stages follow each other."""

from __future__ import annotations

import logging

import numpy as np

from agents.corpora import esconv
from agents.training import tables
from agents.training.fit import Ints, Settings, fit
from agents.training.run import Run
from skills.models.head import Floats, Head
from skills.stage import STAGES

log = logging.getLogger(__name__)
SETTINGS = Settings(rate=5e-4, decay=0.5, dropout=0.4, epochs=20, balance=0.4)


def train(run: Run) -> None:
    """Fit and save `stage`."""
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, "train"))
    table = tables.stages(known)
    head = fit(table, STAGES, run.seed, SETTINGS)
    extra = {**head.extra, "transitions": transitions(table.labels, table.groups)}
    log.info("stage: %d rows, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("stage", Head(head.layers, head.labels, head.temperature, extra))


def transitions(labels: Ints, groups: Ints) -> Floats:
    """log P(next | stage) - log P(next), (3, 3): how much more a stage follows another than its share alone says."""
    counts = np.ones((len(STAGES), len(STAGES)))
    for before, after, same in zip(labels[:-1], labels[1:], groups[:-1] == groups[1:], strict=True):
        counts[before, after] += same
    rows: Floats = np.log(counts / counts.sum(axis=1, keepdims=True)) - np.log(counts.sum(axis=0) / counts.sum())
    return rows.astype(np.float32)
