"""The emotion head over EmpatheticDialogues' 32 labels.

With our adapter it is the head that was learnt together with it: one fitted afterwards, on vectors that
have seen the training part, is surer and less often right. For the model as published it is a softmax on situations
and utterances.
"""

from __future__ import annotations

import logging

import numpy as np

from agents.corpora import empathetic
from agents.training.common import tables
from agents.training.common.fit import Settings, Table, fit_unit
from agents.training.common.run import Run
from agents.training.encoder import recipe
from skills.labels import EMOTIONS
from skills.models.head import Head
from skills.models.served import PUBLISHED

log = logging.getLogger(__name__)
SETTINGS = Settings(rate=3e-3, decay=0.01, epochs=15, batch=512, smoothing=0.05)
"""Unit vectors are stretched for the fit, and the weights grown to match, so that one learning rate suits all heads."""


def train(run: Run) -> None:
    """Save `emotion`, learnt with the encoder or, for the base model, fitted on its vectors."""
    head = fitted(run) if run.adapter == PUBLISHED else recipe.emotion_head(recipe.learnt(run))
    run.save_head("emotion", head)


def fitted(run: Run) -> Head:
    dialogs = empathetic.load(run.datapath, "train")
    vectorizer = run.vectorizer()
    parts = [table(vectorizer, dialogs) for table in (tables.situations, tables.utterances)]
    joined = Table(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )
    head = fit_unit(joined, EMOTIONS, run.seed, SETTINGS)
    log.info("emotion: %d rows, temperature %.2f", len(joined.labels), head.temperature)
    return head
