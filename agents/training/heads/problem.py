"""The problem head: ESConv's 13 kinds from the talk so far and from situations."""

from __future__ import annotations

import logging

from agents.corpora import esconv
from agents.training.common import tables
from agents.training.common.fit import Settings, fit_unit
from agents.training.common.run import Run
from skills.labels import PROBLEMS

log = logging.getLogger(__name__)
SETTINGS = Settings(rate=1e-3, decay=0.5, dropout=0.3, epochs=25, balance=0.3)


def train(run: Run) -> None:
    """Fit and save `problem`."""
    vectorizer = run.vectorizer()
    table = tables.problems(vectorizer, tables.talks(vectorizer, esconv.load(run.datapath, "train")))
    head = fit_unit(table, PROBLEMS, run.seed, SETTINGS)
    log.info("problem: %d rows, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("problem", head)
