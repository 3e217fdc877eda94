"""Dialogue acts of the written corpus's messages, each told by a head that did not learn from its dialogue."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from agents.corpora import written
from agents.evaluation.understanding import lexical, single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.training.common.run import Run
from agents.training.heads import acts as recipe
from skills.labels import ACTS
from skills.models.head import softmax

TASK = "acts"
FOLDS = 5
MEASURES = ("accuracy", "macro-F1", "weighted F1")


def rows(run: Run, _split: str) -> Iterator[Row]:
    """Every measure with its calibration, over five folds of dialogues: the corpus has no parts."""
    dialogs = written.read()
    table = recipe.examples(run.vectorizer(), dialogs)
    texts = [said.text for dialog in dialogs for said in dialog.utterances if said.acts]
    after, before, by_words, own = (np.zeros((len(texts), len(ACTS)), np.float32) for _ in range(4))
    for fold in range(FOLDS):
        asked = table.groups % FOLDS == fold
        head = recipe.fitted(table.rows(~asked), run.seed)
        own[asked] = scores = head.scores(table.features[asked])
        for found, temperature in ((after, head.temperature), (before, 1.0)):
            found[asked] = softmax(scores / temperature + head.extra["balance"] * head.temperature / temperature)
        marks = np.eye(len(ACTS), dtype=bool)[table.labels[~asked]]
        learnt, told = (
            [text for text, out in zip(texts, asked.tolist(), strict=True) if out is wanted] for wanted in (False, True)
        )
        (by_words[asked],) = lexical.probabilities(learnt, marks, told)
    commonest = single.commonest(table.labels, len(texts))
    beside = {"majority": commonest, lexical.NAME: by_words.argmax(axis=1)}
    asked_all = Asked(TASK, table.labels, len(ACTS), table.groups, f"{FOLDS} folds: ")
    yield from single.rows(asked_all, Guesses(own.argmax(axis=1), after, before, None, beside), MEASURES, {})
