"""The strategy head: ESConv's eight from the context and the shape of the talk; calibrated, and balanced."""

from __future__ import annotations

import logging
import math

from agents.corpora import esconv
from agents.training.common import regression, tables
from agents.training.common.run import Run
from bot.dialog import STRATEGIES
from skills.sizes import SMALL

log = logging.getLogger(__name__)
VECTORS, SHAPE = 0.08, 0.004
"""Penalties of the encoder's columns and of the others, chosen on training talks left out."""
BIAS = 0.6
"""The likeliest strategy of the base encoder's head has no more preference bias than this (Kang et al. 2024)."""


def train(run: Run) -> None:
    """Fit and save `strategy`."""
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, "train"))
    shapes = tables.shapes(run, known)
    table = tables.strategies(known, shapes)
    penalties = tables.penalties(known, shapes, VECTORS, SHAPE)
    limit = math.inf if run.size is SMALL else BIAS
    head = regression.head(table, STRATEGIES, penalties, run.seed, limit=limit)
    log.info("strategy: %d rows, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("strategy", head)
