"""`attune train intents`: MEED2's 41 labels (Xie & Pu 2021), from EmpatheticIntents (Welivita & Pu 2020).

What is learnt are ten kinds: a feeling is told, one of eight intents, neutral. Which feeling is left to the shipped
readers (`skills.models.feeling`): the encoder was made on these very situations, and a head fitted on them anew would
take what it knows by heart for what it can tell.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from agents.corpora import intents
from agents.corpora.intents import Labelled
from agents.training.common.fit import Ints, Settings, Table, fit
from agents.training.common.run import Run
from agents.training.heads.calibration import sharpness
from agents.training.heads.ngrams import Size, fitted, parts
from skills.labels import EMOTIONS
from skills.models.head import Head
from skills.models.intents import KINDS, NAME, WIDE
from skills.models.ngrams import Ngrams

log = logging.getLogger(__name__)
LABELS = ("feeling", *intents.LABELS[len(EMOTIONS) :])
FEELINGS = 5000
"""So many of the 19,533 situations are enough for the head to tell them from replies."""
MORE = 1000
"""So many replies of each intent, found by typical words, are learnt from beside those of the training part."""
SETTINGS = Settings(rate=2e-3, decay=0.05, epochs=12)
SIZE = Size(3000, 3)
"""Features of the n-grams: 48 KB."""


def train(run: Run) -> None:
    """Fit and save `intents`: a head over vectors, n-grams, and how much these count beside it."""
    rows = intents.load(run.datapath, "train")
    more = list(further(rows, intents.extended(run.datapath, "train")))
    head = meant(run, rows)
    half = said([*rows[1::2], *more], run.seed)
    scores = half.scores([row.text for row in rows[::2]])
    loud = sharpness(scores, numbers(rows[::2]))
    log.info(
        "intents: %d texts and %d more; temperature %.2f, n-grams %.2f", len(rows), len(more), head.temperature, loud
    )
    arrays, notes = parts({KINDS: said([*rows, *more], run.seed)})
    run.save_head(NAME, replace(head, extra={**arrays, "loud": np.array([loud])}), **notes)


def further(rows: Sequence[Labelled], extended: Sequence[Labelled]) -> Iterator[Labelled]:
    """The first `MORE` of each label among replies that the training part does not have."""
    known, count = {row.text for row in rows}, Counter[str]()
    for row in extended:
        if row.text not in known and count[row.label] < MORE:
            count[row.label] += 1
            yield row


def kind(row: Labelled) -> str:
    return LABELS[0] if row.label in EMOTIONS else row.label


def numbers(rows: Sequence[Labelled]) -> Ints:
    """The kinds of texts by number (n,)."""
    return np.array([LABELS.index(kind(row)) for row in rows])


def said(rows: Sequence[Labelled], seed: int) -> Ngrams:
    """N-grams that tell the kinds."""
    return fitted([row.text for row in rows], [kind(row) for row in rows], LABELS, SIZE, seed)


def meant(run: Run, rows: Sequence[Labelled]) -> Head:
    """The head over vectors: of every reply and the first `FEELINGS` situations, for the file is in no order."""
    kept, count = [], 0
    for row in rows:
        count += row.label in EMOTIONS
        if row.label not in EMOTIONS or count <= FEELINGS:
            kept.append(row)
    vectorizer = run.vectorizer()
    vectors = vectorizer([vectorizer.words.utterance(row.text) for row in kept])
    head = fit(Table(vectors * WIDE, numbers(kept), np.arange(len(kept))), LABELS, run.seed, SETTINGS).on_scale(WIDE)
    return likelier(head, max(count / FEELINGS, 1.0))


def likelier(head: Head, times: float) -> Head:
    """The head with the odds of its first label raised so many times."""
    *lower, (weight, bias) = head.layers
    raised = bias + head.temperature * np.log(times) * (np.arange(len(bias)) == 0)
    return replace(head, layers=(*lower, (weight, raised)))
