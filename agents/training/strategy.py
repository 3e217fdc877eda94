"""The strategy head: ESConv's eight from context, past strategies, stage and emotion; calibrated, and balanced."""

from __future__ import annotations

import logging

from agents.corpora import esconv
from agents.training import tables
from agents.training.fit import Settings, fit
from agents.training.run import Run
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.stage import STAGES

log = logging.getLogger(__name__)
SETTINGS = Settings(rate=5e-4, decay=0.5, dropout=0.5, epochs=25, balance=0.5)


def train(run: Run) -> None:
    """Fit and save `strategy`; the emotion and stage heads must be there already."""
    emotion = run.head("emotion", EMOTIONS)
    stage = run.head("stage", tuple(STAGES))
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, "train"))
    table = tables.strategies(known, emotion, stage)
    head = fit(table, STRATEGIES, run.seed, SETTINGS)
    log.info("strategy: %d rows, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("strategy", head)
