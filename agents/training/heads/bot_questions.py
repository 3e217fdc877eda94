"""The head of questions about the bot (`skills.bot_questions`), from lines written for this project.

`bot_questions.jsonl` has what people ask a chat program about itself, and what is near it in words and asks nothing;
against them stand calm lines of the guard, what people say in the written dialogues and what they say in talks with a
bot. Lines set aside are by a writer, or of talks, of whom nothing is learnt. Shapes: n lines, d the encoder's width.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora import written
from agents.corpora.reading import refuse
from agents.training.common.fit import Table
from agents.training.common.regression import regress
from agents.training.common.run import Run
from agents.training.contexts import load
from agents.training.heads import danger
from agents.training.selection.material import LABELS as LABELLED
from agents.training.selection.material import Labelled
from skills.bot_questions import BAR, FREE, LABELS, NAME, NONE, BotQuestions, read
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models.encoder import BATCH
from skills.models.head import Floats, Head
from skills.models.served import PUBLISHED
from skills.sizes import BASE, SMALL

log = logging.getLogger(__name__)
FILE = Path(__file__).with_name("bot_questions.jsonl")
MEASURE = "its log: lines set aside, and writers left out"
PENALTY = 3e-4
"""Of each column, chosen with writers left out."""
OFTEN = 3
"""How often a written line counts beside one of ordinary talk."""
CALM, SAID = 3000, 4000
"""Lines of the guard and of the written dialogues that stand against the questions."""
OF_THE_BOT = frozenset(
    {
        "they ask about you (a program)",
        "they ask whether you remember, or are still there",
        "they ask whether you are real or understand at all",
        "they ask what you can do or help with",
        "they mock you or try you out",
    }
)
"""Kinds of messages to a bot that may ask it of itself: what nobody has read of these stands against nothing."""
LONGEST = 300
"""Characters of those, at most: what one asks a program about itself is short."""
ORDINARY = "talk"
"""The writer of ordinary talk."""
BARS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
MOST_FALSE = {BASE.name: 0.015, SMALL.name: 0.02}
"""So many of the lines that ask nothing, none of them learnt, may be taken for a question, which sets the bar.

With the small encoder's vectors little is heard where fewer may be.
"""
TALKS = "talks set aside"
"""The writers of what an earlier head took for questions in talks with a bot: it says nothing of other talk."""
LEFT_OUT = ("1", "2", "3")
"""Writers each of whom is heard once by a head that learnt nothing of theirs."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message, who wrote it, and which of LABELS it asks. `aside`: it is never learnt."""

    writer: str
    kind: str
    text: str
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """Of so many questions so many are heard, some of these as another kind; and others that are taken for one."""

    questions: int
    known: int
    wrong: int
    others: int
    false: int

    def __str__(self) -> str:
        return (
            f"{self.known / self.questions:.3f} of {self.questions} questions heard, "
            f"{self.wrong / max(1, self.known):.3f} of these as another kind; "
            f"{self.false / self.others:.3f} of {self.others} others taken for one"
        )


@dataclass(frozen=True, slots=True)
class Unseen:
    """Lines of which a head has learnt none, with their features (n, 2 d)."""

    head: Head
    encoder: ConversationEncoder
    lines: Sequence[Line]
    features: Floats

    def heard(self, bar: float) -> Heard:
        """What is heard in them with this bar."""
        questions = BotQuestions(with_bar(self.head, bar), self.encoder)
        found = [
            (line.kind, questions.kind(line.text, own)) for line, own in zip(self.lines, self.features, strict=True)
        ]
        asked = [(wanted, kind) for wanted, kind in found if wanted != NONE]
        known = [wanted == kind for wanted, kind in asked if kind]
        false = sum(bool(kind) for wanted, kind in found if wanted == NONE)
        return Heard(len(asked), len(known), known.count(False), len(found) - len(asked), false)


def train(run: Run) -> None:
    """Fit and save the head, and log how it does on lines that it has not learnt."""
    encoder, rows = shared_text_encoder(run.adapter, run.size), lines()
    aside, learnt = [row for row in rows if row.aside], [row for row in rows if not row.aside]
    learnt += ordinary({row.text for row in rows}, run.seed)
    features = vectors([row.text for row in learnt], encoder)
    made = fitted(learnt, features)
    of_talks, others = ([row for row in aside if (row.writer == TALKS) == wanted] for wanted in (True, False))
    unseen = {
        name: Unseen(made, encoder, own, vectors([row.text for row in own], encoder))
        for name, own in (("set aside", others), (TALKS, of_talks))
    }
    for writer in LEFT_OUT:
        own = np.array([row.writer == writer for row in learnt])
        without = fitted([row for row in learnt if row.writer != writer], features[~own])
        theirs = [row for row in learnt if row.writer == writer]
        unseen[f"writer {writer} left out"] = Unseen(without, encoder, theirs, features[own])
    bar = lowest_bar([one for name, one in unseen.items() if name != TALKS], MOST_FALSE[run.size.name])
    for name, one in unseen.items():
        log.info("bar %.2f, %s: %s", bar, name, one.heard(bar))
    run.save_head(FREE if run.adapter == PUBLISHED else NAME, with_bar(made, bar))


def lines(path: Path = FILE) -> list[Line]:
    """The lines of the file, each once. CorpusError names what is wrong with one."""
    found: dict[str, Line] = {}
    for number, text in enumerate(path.read_text(encoding="utf8").splitlines(), 1):
        try:
            line = msgspec.json.decode(text, type=Line)
        except msgspec.DecodeError as error:
            refuse(path, number, f"this is no line: {error}")
        if line.kind not in LABELS:
            refuse(path, number, f"{line.kind!r} is no kind (choose from {', '.join(LABELS)})")
        if found.setdefault(line.text.lower(), line) is not line:
            refuse(path, number, f"{line.text!r} stands there twice")
    return list(found.values())


def ordinary(known: Collection[str], seed: int) -> list[Line]:
    """What people say that asks the bot nothing, drawn by the seed; what does ask it is `known`, with its kind."""
    calm = {line.text for line in danger.lines() if not line.level}
    said = {one.text for talk in written.read() for one in talk.utterances if one.speaker == "person"}
    draw, found = random.Random(seed), []
    told = {
        row.context[-1].text for row in load(LABELLED, Labelled) if row.context and OF_THE_BOT.isdisjoint(row.kinds)
    }
    for texts, count in ((calm, CALM), (said, SAID), (told, len(told))):
        short = sorted(text for text in texts if len(text) < LONGEST)
        found += [
            Line(ORDINARY, NONE, text) for text in draw.sample(short, min(count, len(short))) if text not in known
        ]
    return found


def vectors(texts: Sequence[str], encoder: ConversationEncoder) -> Floats:
    """The features (n, 2 d) of texts, read in batches of like length."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    found = np.empty((len(texts), 2 * encoder.text_encoder.size.width), np.float32)
    for start in tqdm(range(0, len(order), BATCH), unit="batch", desc="encoding"):
        places = order[start : start + BATCH]
        found[places] = read([texts[place] for place in places], encoder)
    return found


def fitted(rows: Sequence[Line], features: Floats) -> Head:
    """The head of `rows`, whose features (n, 2 d) are given."""
    often = np.array([1 if row.writer == ORDINARY else OFTEN for row in rows])
    places = np.repeat(np.arange(len(rows)), often)
    labels = np.array([LABELS.index(row.kind) for row in rows])
    table = Table(features[places], labels[places], places)
    return Head((regress(table, len(LABELS), np.full(features.shape[1], PENALTY)),), LABELS, 1.0, {})


def with_bar(head: Head, bar: float) -> Head:
    return replace(head, extra={BAR: np.array([bar], np.float32)})


def lowest_bar(unseen: Sequence[Unseen], most: float) -> float:
    """The lowest of BARS at which a share of at most `most` of all lines that ask nothing is taken for a question."""
    for bar in BARS:
        found = [one.heard(bar) for one in unseen]
        if sum(one.false for one in found) <= most * sum(one.others for one in found):
            return bar
    return BARS[-1]
