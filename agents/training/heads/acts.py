"""The act head: what a person does with a message, learnt from the written corpus, whose messages readers labelled."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np

from agents.corpora import written
from agents.training.common.fit import Settings, Table, fit_unit
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from skills.labels import ACTS
from skills.models.head import Head

log = logging.getLogger(__name__)
SETTINGS = Settings(rate=1e-3, decay=0.3, dropout=0.3, epochs=40, balance=0.3)


def train(run: Run) -> None:
    """Fit and save `acts`."""
    table = examples(run.vectorizer(), written.read())
    head = fitted(table, run.seed)
    log.info("acts: %d messages, temperature %.2f", len(table.labels), head.temperature)
    run.save_head("acts", head)


def fitted(table: Table, seed: int) -> Head:
    """The head."""
    return fit_unit(table, ACTS, seed, SETTINGS)


def examples(vectorizer: Vectorizer, dialogs: Sequence[written.Dialog]) -> Table:
    """Every labelled message: its vector beside that of the talk up to it (n, 2 d), and its first act."""
    found = [
        (talk, place, said)
        for talk, dialog in enumerate(dialogs)
        for place, said in enumerate(dialog.utterances)
        if said.acts
    ]
    words = vectorizer.words
    last = vectorizer([words.utterance(said.text) for _, _, said in found])
    pieces = [[(said.speaker == "supporter", said.text) for said in dialog.utterances] for dialog in dialogs]
    context = vectorizer([words.context(pieces[talk][: place + 1]) for talk, place, _ in found])
    labels = np.array([ACTS.index(said.acts[0]) for _, _, said in found])
    return Table(np.concatenate([last, context], axis=1), labels, np.array([talk for talk, _, _ in found]))
