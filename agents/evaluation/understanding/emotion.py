"""EmpatheticDialogues' 32 emotions: of situations, and from what a listener has read when it is their turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from agents.corpora import empathetic
from agents.corpora.empathetic import Dialog
from agents.corpora.exchanges import of_empathetic
from agents.evaluation.understanding import single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.common.tables import emotions_of
from agents.training.common.vectors import Vectorizer
from agents.training.heads.calibration import EARLIER, told
from skills.labels import EMOTIONS
from skills.models import feeling
from skills.models.feeling import Feeling
from skills.models.head import softmax

TASK = "emotion"
MEASURES = ("accuracy", "macro-F1")
SITUATIONS = ".43 fastText, .48 DeepMoji, test part (Rashkin et al. 2019, Table 9); .534 DistilBERT (its model card)"
CONTEXTS = ".405 CAB, .5725 STRIDE-ED with a large language model; test part"


def rows(run: Run, split: str) -> Iterator[Row]:
    """Both readers together, beside each of them alone and the commonest label."""
    vectorizer, reader = run.vectorizer(), feeling.load(run.out, size=run.size)
    dialogs, learnt = (empathetic.load(run.datapath, part) for part in (split, "train"))
    known = emotions_of([dialog.emotion for dialog in learnt])
    for asked, guesses, published in (
        (*situations(vectorizer, reader, dialogs, known), SITUATIONS),
        (*contexts(vectorizer, reader, dialogs, known), CONTEXTS),
    ):
        yield from single.rows(asked, guesses, MEASURES, {"accuracy": published})


def situations(
    vectorizer: Vectorizer, reader: Feeling, dialogs: Sequence[Dialog], known: Ints
) -> tuple[Asked, Guesses]:
    """Each talk's situation, as it was described before the talk."""
    texts = [dialog.situation for dialog in dialogs]
    vectors = vectorizer([vectorizer.words.utterance(text) for text in texts])
    meant, said = reader.head.scores(vectors), reader.words.scores(texts)
    beside = {
        "majority": single.commonest(known, len(texts)),
        "n-grams": said.argmax(axis=1),
        "encoder": meant.argmax(axis=1),
    }
    shares = reader.of_texts(vectors, texts)
    asked = Asked(TASK, emotions_of([dialog.emotion for dialog in dialogs]), len(EMOTIONS), None, "situations: ")
    return asked, Guesses(shares.argmax(axis=1), shares, softmax(meant + said), beside=beside)


def contexts(vectorizer: Vectorizer, reader: Feeling, dialogs: Sequence[Dialog], known: Ints) -> tuple[Asked, Guesses]:
    """Every listener's turn, of up to four utterances before it."""
    seen = list(of_empathetic(dialogs))
    context = vectorizer([vectorizer.words.context(turn.context[-EARLIER:]) for turn in seen])
    last = vectorizer([vectorizer.words.utterance(turn.last) for turn in seen])
    words = [told(turn) for turn in seen]
    apart, whole, said = reader.head.scores(last), reader.head.scores(context), reader.told.scores(words)
    beside = {
        "majority": single.commonest(known, len(seen)),
        "n-grams of the speaker's words": said.argmax(axis=1),
        "encoder, last utterance": apart.argmax(axis=1),
        "encoder, context": whole.argmax(axis=1),
        "mean of both shares": (softmax(apart) + softmax(whole)).argmax(axis=1),
    }
    shares = reader.of_talks(last, context, words)
    truth, talks = emotions_of([turn.label for turn in seen]), np.array([turn.talk for turn in seen])
    asked = Asked(TASK, truth, len(EMOTIONS), talks, "contexts: ")
    return asked, Guesses(shares.argmax(axis=1), shares, softmax(whole + said), beside=beside)
