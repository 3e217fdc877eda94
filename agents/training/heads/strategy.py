"""The strategy head: ESConv's eight from the context and the shape of the talk; calibrated, and balanced."""

from __future__ import annotations

import logging

from agents.corpora import esconv
from agents.training.common import regression, tables
from agents.training.common.run import Run
from bot.dialog import STRATEGIES

log = logging.getLogger(__name__)
VECTORS, SHAPE = 0.08, 0.004
"""Penalties of the encoder's columns and of the others, chosen on training talks left out."""


def train(run: Run) -> None:
    """Fit and save `strategy`."""
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, "train"))
    table = tables.strategies(known)
    head = regression.head(table, STRATEGIES, tables.penalties(known, VECTORS, SHAPE), run.seed)
    log.info("strategy: %d rows, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("strategy", head)
