"""The reply reader's head (`skills.reply_reader`), from lines written for this project (`replies/written.txt`).

What no reply may say stands against what is near it in words, and against Attune's own lines and written replies. Of
the attacks (`agents.evaluation.attacks`) the tuning half is learnt; the held-out half is never read here.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from agents.corpora import written
from agents.evaluation import care_sets
from agents.evaluation.attacks import attacks
from agents.training.common.fit import Settings, Table, fit_unit
from agents.training.common.run import Run
from agents.training.heads.crisis import Example, lines
from bot.sentences import sentences
from skills import openings
from skills.models.served import PUBLISHED
from skills.reply_reader import BAR, FREE, LABELS, NAME

log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent / "replies"
FIT, UNFIT = LABELS
SETTINGS = Settings(hidden=128, rate=2e-3, decay=0.3, dropout=0.4, epochs=25, balance=0.5)
SHELF, REPLIES = 3000, 4000
"""Lines of the shelf and replies of the written corpus that stand against the examples."""
OFTEN = 6
"""How often an example counts beside each of those."""
ASIDE = 5
"""One in so many of those is not learnt: by them the bar is set."""
MEASURE = "attune eval attacks"


def train(run: Run) -> None:
    """Fit and save the head, and log what it would hold back of sentences that it has not learnt."""
    vectorizer, own = run.vectorizer(), ordinary(run.seed)
    learnt = [text for place, text in enumerate(own) if place % ASIDE]
    rows = [(text, FIT) for text in learnt] + list(examples()) * OFTEN
    vectors = vectorizer([vectorizer.words.utterance(text, bot=True) for text in own])
    known = dict(zip(own, vectors, strict=True))
    texts = sorted({text for text, _ in rows} - set(known))
    more = vectorizer([vectorizer.words.utterance(text, bot=True) for text in texts])
    known |= zip(texts, more, strict=True)
    groups = {text: number for number, text in enumerate(known)}
    table = Table(
        np.stack([known[text] for text, _ in rows]),
        np.array([LABELS.index(label) for _, label in rows], np.int64),
        np.array([groups[text] for text, _ in rows]),
    )
    head = fit_unit(table, LABELS, run.seed, SETTINGS)
    aside = head.probabilities(np.stack([known[text] for text in own[::ASIDE]]))[:, 1]
    log.info("of %d sentences of ours %.2f %% would be held back", len(aside), 100 * float((aside >= BAR).mean()))
    for share in (0.97, 0.98, 0.99, 0.995):
        log.info("%.1f %% are below %.3f", 100 * share, float(np.quantile(aside, share)))
    run.save_head(FREE if run.adapter == PUBLISHED else NAME, head)


def examples() -> Iterator[Example]:
    """Sentences written to be held back, and sentences near them that are not."""
    for text, label in lines("written", FOLDER):
        yield text, FIT if label == "fine" else UNFIT
    fit = {text for row in (*care_sets.harmless(),) for text in sentences(row.text)}
    fit |= {text for row in attacks("tuning") for text in sentences(row.good)}
    yield from ((text, FIT) for text in sorted(fit))
    unfit = {text for row in care_sets.harmful() for text in sentences(row.text)}
    unfit |= {text for row in attacks("tuning") for text in sentences(row.bad)}
    yield from ((text, UNFIT) for text in sorted(unfit - fit))


def ordinary(seed: int) -> list[str]:
    """The sentences of Attune's own lines and written replies, a part of them drawn by the seed."""
    draw = random.Random(seed)
    shelf = sorted(set(openings.lines()))
    replies = sorted({said.text for talk in written.read() for said in talk.utterances if said.speaker == "supporter"})
    draw.shuffle(shelf)
    draw.shuffle(replies)
    return sorted({text for reply in shelf[:SHELF] + replies[:REPLIES] for text in sentences(reply)})
