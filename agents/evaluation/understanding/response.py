"""Which label a listener's reply will have, told from up to four utterances before it (Xie & Pu 2021, Table 4).

Nobody labelled the replies: truth is what the shipped reader of 41 labels says of them. So a figure depends on the
labeller as much as on the predictor, and none can be set against one with another labeller but as a rough mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from agents.corpora.exchanges import Exchange, load
from agents.evaluation.understanding import single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from agents.training.heads import response
from skills.models import intents
from skills.models.head import softmax
from skills.models.intents import Intents

TASK = "response"
MEASURES = ("weighted F1", "accuracy", "macro-F1")
KNOWN = {"weighted F1": ".2864 MEED2's predictor, its own labeller (Xie & Pu 2021, Table 4)"}


def rows(run: Run, split: str) -> Iterator[Row]:
    """Beside the commonest label, and the label that most often follows the last utterance's."""
    vectorizer, reader, trained = run.vectorizer(), intents.load(run.out, run.size), response.load(run.out, run.size)
    asked = load("empathetic", run.datapath, split)
    learnt = load("empathetic", run.datapath, "train")[: response.TURNS]
    seen = response.known(vectorizer, reader, asked)
    before, after = pairs(vectorizer, reader, learnt)
    scores = trained.scores(seen)
    beside = {
        "majority": single.commonest(after, len(asked)),
        "bigram": follow(before, after, len(reader.labels))[seen.last.argmax(axis=1)],
    }
    told = Asked(TASK, seen.labels, len(reader.labels), seen.talks)
    shares = (softmax(scores / trained.temperature), softmax(scores))
    yield from single.rows(told, Guesses(trained.guesses(scores), *shares, beside=beside), MEASURES, KNOWN)


def pairs(vectorizer: Vectorizer, reader: Intents, asked: Sequence[Exchange]) -> tuple[Ints, Ints]:
    """The labels of the last utterances and of the replies to them, each (n,)."""
    before, after = (
        response.labelled(vectorizer, reader, texts).argmax(axis=1)
        for texts in ([turn.last for turn in asked], [turn.reply for turn in asked])
    )
    return before, after


def follow(before: Ints, after: Ints, labels: int) -> Ints:
    """The label that most often comes after each (labels,); after one that never occurs the commonest of all."""
    table = np.bincount(before * labels + after, minlength=labels**2).reshape(labels, labels)
    table[table.sum(axis=1) == 0] = np.bincount(after, minlength=labels)
    found: Ints = table.argmax(axis=1)
    return found
