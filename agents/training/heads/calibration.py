"""`attune train context`: n-grams of talks, and how much n-grams count beside the encoder's head for the 32 emotions.

Those of talks learn from situations and from all that the one who tells says in a talk. How much they count are two
numbers, one for situations, one for what a person has said in a talk so far: where the n-grams alone would be as
sure as they are right (Guo et al. 2017), on talks that they have not seen, times `VOICE`. For the head
nothing can be fitted so: the encoder learnt the labels of all training talks, and on these it is right far more often
than elsewhere. It was made to be sure in measure together with the encoder, and is taken as it is.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np

from agents.corpora import empathetic
from agents.corpora.exchanges import Exchange, of_empathetic
from agents.training.common.fit import Ints, nll
from agents.training.common.run import Run
from agents.training.common.tables import emotions_of
from agents.training.heads.ngrams import EMOTION, Size, Texts, felt, fitted, parts
from skills.labels import EMOTIONS
from skills.models.feeling import NAME, TOLD
from skills.models.head import Floats
from skills.models.ngrams import Ngrams

log = logging.getLogger(__name__)
EARLIER = 4
"""Utterances that a listener has read, at most."""
VOICE = 0.5
"""What n-grams say counts by so much, for they are right less often than the head; of 1/4, 1/2 and 1."""
TALKS = Size(20_000, 4)
"""Features of the n-grams of talks: 760 KB."""
GRID = np.exp(np.linspace(np.log(0.5), np.log(20.0), 80))


def told(item: Exchange) -> str:
    """What the one who tells has said in the `EARLIER` utterances before a listener's reply, as one text."""
    return " ".join(text for listener, text in item.context[-EARLIER:] if not listener)


def sharpness(scores: Floats, labels: Ints) -> float:
    """By what scores (n, c) are to be multiplied so that their softmax has the least negative log-likelihood."""
    return float(min(GRID, key=lambda factor: nll(scores * factor, labels)))


def talked(dialogs: Sequence[empathetic.Dialog]) -> tuple[list[str], list[str]]:
    """Situations, then what the one who tells says in each talk as one text; and their emotions."""
    texts, emotions = felt(dialogs)
    said = [" ".join(said.text for said in talk.utterances if said.speaker == "speaker") for talk in dialogs]
    return [*texts, *said], [*emotions, *emotions]


def train(run: Run) -> None:
    """Fit and save `context`."""
    dialogs = empathetic.load(run.datapath, "train")
    learnt, asked = dialogs[1::2], dialogs[::2]
    replied = list(of_empathetic(asked))
    found = [
        _sharp(fitted(*felt(learnt), EMOTIONS, EMOTION, run.seed), *felt(asked)),
        _sharp(
            fitted(*talked(learnt), EMOTIONS, TALKS, run.seed), list(map(told, replied)), [one.label for one in replied]
        ),
    ]
    log.info("context: n-grams alone are as sure as they are right times %.2f for situations, %.2f for talks", *found)
    arrays, notes = parts({TOLD: fitted(*talked(dialogs), EMOTIONS, TALKS, run.seed)})
    run.save(NAME, {**arrays, "words": VOICE * np.array(found)}, notes | {"seed": str(run.seed)})


def _sharp(words: Ngrams, texts: Texts, emotions: Texts) -> float:
    return sharpness(words.scores(texts), emotions_of(emotions))
