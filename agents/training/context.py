"""`attune train context`: how much n-grams count beside the encoder's head where the 32 emotions are read.

Two numbers, one for situations, one for what a person has said in a talk so far: where the n-grams alone would be as
sure as they are right (Guo et al. 2017), on talks whose situations they have not seen, times `VOICE`. For the head
nothing can be fitted so: the encoder learnt the labels of all training talks, and on these it is right far more often
than elsewhere. It was made to be sure in measure together with the encoder, and is taken as it is.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from agents.corpora import empathetic
from agents.training.fit import Ints, nll
from agents.training.ngrams import EMOTION, felt, fitted
from agents.training.run import Run
from agents.training.tables import emotions_of
from skills.labels import EMOTIONS
from skills.models.encoder import Piece
from skills.models.feeling import NAME
from skills.models.head import Floats

log = logging.getLogger(__name__)
EARLIER = 4
"""Utterances that a listener has read, at most."""
VOICE = 0.5
"""What n-grams say counts by so much, for they are right less often than the head; of 1/4, 1/2 and 1."""
GRID = np.exp(np.linspace(np.log(0.5), np.log(20.0), 80))


@dataclass(frozen=True, slots=True)
class Turn:
    """A listener's turn of talk number `talk`: the last utterances before it, the newest last, and the reply given."""

    talk: int
    emotion: str
    context: tuple[Piece, ...]
    reply: str

    @property
    def last(self) -> str:
        return self.context[-1][1]

    @property
    def told(self) -> str:
        """What the one who tells has said, as one text."""
        return " ".join(text for listener, text in self.context if not listener)


def turns(dialogs: Sequence[empathetic.Dialog]) -> Iterator[Turn]:
    """Every listener's turn, with up to `EARLIER` utterances before it."""
    for talk, dialog in enumerate(dialogs):
        pieces = [(said.speaker == "listener", said.text) for said in dialog.utterances]
        for place in range(1, len(pieces), 2):
            context = tuple(pieces[max(0, place - EARLIER) : place])
            yield Turn(talk, dialog.emotion, context, pieces[place][1])


def sharpness(scores: Floats, labels: Ints) -> float:
    """By what scores (n, c) are to be multiplied so that their softmax has the least negative log-likelihood."""
    return float(min(GRID, key=lambda factor: nll(scores * factor, labels)))


def train(run: Run) -> None:
    """Fit and save `context`."""
    dialogs = empathetic.load(run.datapath, "train")
    learnt, asked = dialogs[1::2], dialogs[::2]
    words = fitted(*felt(learnt), EMOTIONS, EMOTION, run.seed)
    told = list(turns(asked))
    found = [
        sharpness(words.scores([talk.situation for talk in asked]), emotions_of([talk.emotion for talk in asked])),
        sharpness(words.scores([turn.told for turn in told]), emotions_of([turn.emotion for turn in told])),
    ]
    log.info("context: n-grams alone are as sure as they are right times %.2f for situations, %.2f for talks", *found)
    run.save(NAME, {"words": VOICE * np.array(found)}, {"seed": str(run.seed)})
