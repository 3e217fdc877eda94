"""The emotion head: a softmax over EmpatheticDialogues' 32 labels on situations, utterances and contexts."""

from __future__ import annotations

import logging

import numpy as np

from agents.corpora import empathetic
from agents.training import tables
from agents.training.fit import Settings, Table, fit
from agents.training.run import Run
from skills.labels import EMOTIONS

log = logging.getLogger(__name__)
SETTINGS = Settings(rate=3e-3, decay=0.01, epochs=15, batch=512, smoothing=0.05)
STRETCH = 20.0
"""Unit vectors are stretched for the fit, and the weights shrunk back, so that one learning rate suits all heads."""


def train(run: Run) -> None:
    """Fit and save `emotion`."""
    dialogs = empathetic.load(run.datapath, "train")
    vectorizer = run.vectorizer()
    parts = [table(vectorizer, dialogs) for table in (tables.situations, tables.utterances, tables.contexts)]
    joined = Table(
        np.concatenate([part.features for part in parts]) * STRETCH,
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )
    head = fit(joined, EMOTIONS, run.seed, SETTINGS).on_scale(STRETCH)
    log.info("emotion: %d rows, temperature %.2f", len(joined.labels), head.temperature)
    run.save_head("emotion", head)
