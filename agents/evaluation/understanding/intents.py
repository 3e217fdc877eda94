"""MEED2's 41 labels of single texts (Xie & Pu 2021): 32 emotions, eight intents, neutral."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from agents.corpora import intents as corpus
from agents.corpora.intents import LABELS
from agents.evaluation.understanding import lexical, single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.metrics.classification import accuracy
from agents.metrics.intervals import proportion
from agents.training.common.run import Run
from agents.training.heads import specialist
from skills.labels import EMOTIONS
from skills.models import intents

TASK = "intents"
MEASURES = ("accuracy", "macro-F1", "weighted F1")
KNOWN = {"accuracy": ".6588 RoBERTa, test part (Welivita & Pu 2020; Xie & Pu 2021)"}


def rows(run: Run, split: str) -> Iterator[Row]:
    """Beside the commonest label and n-grams; then how often feelings are right, and how often all else is."""
    learnt, asked = (corpus.load(run.datapath, part) for part in ("train", split))
    vectorizer, reader = run.vectorizer(), intents.load(run.out, run.size)
    texts = [row.text for row in asked]
    sequences = [vectorizer.words.utterance(text) for text in texts]
    vectors, tuned = vectorizer(sequences), specialist.trained(run, TASK, len(LABELS), specialist.Recipe())
    known, truth = (np.array([LABELS.index(row.label) for row in part]) for part in (learnt, asked))
    (words,) = lexical.probabilities([row.text for row in learnt], np.eye(len(LABELS), dtype=bool)[known], texts)
    beside = {"majority": single.commonest(known, len(asked)), lexical.NAME: words.argmax(axis=1)}
    shares = reader.shares(vectors, texts)
    guess = shares.argmax(axis=1)
    apart = None if tuned is None else specialist.scores(tuned, sequences).argmax(axis=1)
    found = Guesses(guess, shares, reader.plain(vectors, texts), apart, beside)
    yield from single.rows(Asked(TASK, truth, len(LABELS)), found, MEASURES, KNOWN)
    feeling = truth < len(EMOTIONS)
    for what, some in (("feelings", feeling), ("intents and neutral", ~feeling)):
        right = guess[some] == truth[some]
        others = tuple((who, accuracy(truth[some], labels[some])) for who, labels in beside.items())
        yield Row(TASK, f"accuracy of {what}", proportion(right.tolist()), None, others)
