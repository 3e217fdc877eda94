"""Emotion in conversation: MELD and DailyDialog, each with what every part of the head is worth.

The heads stand on the shipped encoder, so their figures are in its column; their tensors do not ship (MELD is under
GPL-3.0, and the bot does not ask for these labels), so the heads are fitted here, from the training parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.understanding import lexical, single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.metrics.intervals import Interval
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.heads import conversation as recipe
from agents.training.heads.conversation import BLOCKS, Given, Seen
from agents.training.heads.conversation_corpora import CORPORA, LABELS, NEUTRAL, Corpus, Part
from skills.models.head import softmax

NOTE = "not in the package"
LONG = 5
VARIANTS = {
    "without demonstrations": Given(BLOCKS[:-1]),
    "without curriculum": Given(curriculum=False),
    "without GoEmotions": Given(("utterance", "before", "demonstrations")),
    "utterance alone": Given(BLOCKS[:2], curriculum=False),
}
KNOWN = {
    "meld": (
        "57.03 DialogueRNN on GloVe, 63.61 on RoBERTa, 65.21 COSMIC (Ghosal et al. 2020), 70.44 PRC-Emo "
        "(Li et al. 2026), test part"
    ),
    "dailydialog": "55.95 DialogueRNN on GloVe, 57.32 on RoBERTa, 58.48 COSMIC (Ghosal et al. 2020), test part",
}
MACRO: dict[str, dict[str, str]] = {
    "meld": {},
    "dailydialog": {"macro-F1": "49.65 DialogueRNN on RoBERTa, 51.05 COSMIC (Ghosal et al. 2020), test part"},
}


def rows(run: Run, split: str) -> Iterator[Row]:
    """Each corpus by its own measure, with what each part of the head is worth, macro-F1, accuracy and calibration."""
    for corpus in CORPORA:
        yield from of_corpus(run, corpus, recipe.seen(run, corpus, split))


def of_corpus(run: Run, corpus: Corpus, known: Seen) -> Iterator[Row]:
    labelled = known.asked.labels >= 0
    task = f"conversation, {corpus.name} ({NOTE})"
    asked = Asked(task, known.asked.labels[labelled], len(LABELS), known.asked.talks[labelled])
    ours = read(run, corpus, known, Given())
    baselines = {"always neutral": np.full_like(asked.truth, NEUTRAL), lexical.NAME: by_words(run, corpus, known)}
    less = {name: read(run, corpus, known, given).labels for name, given in VARIANTS.items()}
    beside = tuple((name, corpus.measure(asked.truth, guess)) for name, guess in (baselines | less).items())
    found = asked.interval(lambda some: corpus.measure(asked.truth[some], ours.labels[some]))
    yield Row(task, corpus.called, found, None, beside, KNOWN[corpus.name])
    for name in (lexical.NAME, *VARIANTS):
        yield Row(task, f"{corpus.called} above {name}", above(corpus, asked, ours.labels, (baselines | less)[name]))
    new = fresh(known.train, known.asked)[labelled]
    if not new.all():
        only = replace(asked, truth=asked.truth[new], talks=known.asked.talks[labelled][new])
        found = only.interval(lambda some: corpus.measure(only.truth[some], ours.labels[new][some]))
        less_so = tuple((name, corpus.measure(only.truth, guess[new])) for name, guess in (baselines | less).items())
        yield Row(task, f"{corpus.called}, talks that the training part does not have", found, None, less_so)
    yield from single.rows(asked, replace(ours, beside=baselines), ("macro-F1", "accuracy"), MACRO[corpus.name])


def read(run: Run, corpus: Corpus, known: Seen, given: Given) -> Guesses:
    """What a head that is given so much says of the labelled utterances of the part."""
    head = recipe.taught(known, corpus, given, run.seed)
    scores = head.scores(recipe.joined(known.features[1], given)[known.asked.labels >= 0])
    plain = scores - head.temperature * head.extra["offset"]
    return Guesses(scores.argmax(axis=1), softmax(plain / head.temperature), softmax(plain))


def by_words(run: Run, corpus: Corpus, known: Seen) -> Ints:
    """The baseline reads each utterance alone; its offset of the neutral label is chosen as ours is."""
    kept, held = recipe.held_out(known.train, run.seed)
    tuning_texts, texts = ([known.train.texts[row] for row in rows] for rows in (held, kept))
    asked = [text for text, label in zip(known.asked.texts, known.asked.labels, strict=True) if label >= 0]
    marks = np.eye(len(LABELS), dtype=bool)[known.train.labels[kept]]
    tuning, found = (
        np.log(np.maximum(part, 1e-9)) for part in lexical.probabilities(texts, marks, tuning_texts, asked)
    )
    offset = recipe.best_offset(tuning, known.train.labels[held], corpus.measure)
    found[:, NEUTRAL] += offset
    guess: Ints = found.argmax(axis=1)
    return guess


def fresh(train: Part, asked: Part) -> NDArray[np.bool_]:
    """Which utterances (n,) are of a talk that is new: less than half of it stands word for word in the training part.

    DailyDialog's parts share talks (69 of the validation part's 1,000 are wholly in its training part), and whoever
    looks for what is near finds them. Utterances of fewer than `LONG` words are anybody's.
    """
    said = {text for text in train.texts if len(text.split()) >= LONG}
    repeated = np.array([text in said for text in asked.texts])
    found = np.zeros(len(repeated), dtype=bool)
    for rows in asked.runs():
        found[rows] = repeated[rows].mean() < 1 / 2
    return found


def above(corpus: Corpus, asked: Asked, ours: Ints, theirs: Ints) -> Interval:
    """The measure of ours less theirs, on the same drawn talks: ours is higher where the interval leaves out 0."""
    truth, measure = asked.truth, corpus.measure
    return asked.interval(lambda some: measure(truth[some], ours[some]) - measure(truth[some], theirs[some]))
