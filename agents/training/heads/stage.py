"""The stage head: which derived stage the supporter's next messages belong to."""

from __future__ import annotations

import logging

from agents.corpora import esconv
from agents.training.common import regression, tables
from agents.training.common.run import Run
from skills.stage import STAGES

log = logging.getLogger(__name__)
VECTORS, SHAPE = 0.08, 0.004
"""Penalties of the encoder's columns and of the others, chosen on training talks left out."""


def train(run: Run) -> None:
    """Fit and save `stage`."""
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, "train"))
    shapes = tables.shapes(run, known)
    table = tables.stages(known, shapes)
    penalties = tables.penalties(known, shapes, VECTORS, SHAPE)
    head = regression.head(table, STAGES, penalties, run.seed)
    log.info("stage: %d rows, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("stage", head)
