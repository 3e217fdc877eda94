"""`attune train context`: how much n-grams count beside the encoder's head where the 32 emotions are read.

Two numbers, one for situations, one for what a person has said in a talk so far: where the n-grams alone would be as
sure as they are right (Guo et al. 2017), on talks whose situations they have not seen, times `VOICE`. For the head
nothing can be fitted so: the encoder learnt the labels of all training talks, and on these it is right far more often
than elsewhere. It was made to be sure in measure together with the encoder, and is taken as it is.
"""

from __future__ import annotations

import logging

import numpy as np

from agents.corpora import empathetic
from agents.corpora.exchanges import Exchange, of_empathetic
from agents.training.common.fit import Ints, nll
from agents.training.common.run import Run
from agents.training.common.tables import emotions_of
from agents.training.heads.ngrams import EMOTION, felt, fitted
from skills.labels import EMOTIONS
from skills.models.feeling import NAME
from skills.models.head import Floats

log = logging.getLogger(__name__)
EARLIER = 4
"""Utterances that a listener has read, at most."""
VOICE = 0.5
"""What n-grams say counts by so much, for they are right less often than the head; of 1/4, 1/2 and 1."""
GRID = np.exp(np.linspace(np.log(0.5), np.log(20.0), 80))


def told(item: Exchange) -> str:
    """What the one who tells has said in the `EARLIER` utterances before a listener's reply, as one text."""
    return " ".join(text for listener, text in item.context[-EARLIER:] if not listener)


def sharpness(scores: Floats, labels: Ints) -> float:
    """By what scores (n, c) are to be multiplied so that their softmax has the least negative log-likelihood."""
    return float(min(GRID, key=lambda factor: nll(scores * factor, labels)))


def train(run: Run) -> None:
    """Fit and save `context`."""
    dialogs = empathetic.load(run.datapath, "train")
    learnt, asked = dialogs[1::2], dialogs[::2]
    words = fitted(*felt(learnt), EMOTIONS, EMOTION, run.seed)
    replied = list(of_empathetic(asked))
    found = [
        sharpness(words.scores([talk.situation for talk in asked]), emotions_of([talk.emotion for talk in asked])),
        sharpness(words.scores([told(item) for item in replied]), emotions_of([item.label for item in replied])),
    ]
    log.info("context: n-grams alone are as sure as they are right times %.2f for situations, %.2f for talks", *found)
    run.save(NAME, {"words": VOICE * np.array(found)}, {"seed": str(run.seed)})
