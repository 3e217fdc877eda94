"""The corpora that emotion in conversation is learnt from and measured on, and how the field compares systems on each.

Shapes: n utterances of a part, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.corpora import dailydialog, meld
from agents.metrics.classification import weighted_f1
from agents.training.common.fit import Ints

LABELS = meld.EMOTIONS
NEUTRAL = LABELS.index("neutral")
ALIKE = {"no emotion": "neutral", "happiness": "joy"}
"""DailyDialog's names of MELD's labels; the others are called the same."""


@dataclass(frozen=True, slots=True)
class Part:
    """The utterances of a part in their order: text, number of the talk, speaker, and label, -1 where there is none."""

    texts: tuple[str, ...]
    talks: Ints
    speakers: tuple[str, ...]
    labels: Ints

    def runs(self) -> Iterator[slice]:
        """Where each talk stands."""
        borders = [0, *(np.flatnonzero(np.diff(self.talks)) + 1), len(self.talks)]
        yield from map(slice, borders, borders[1:])


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus, how a part of it is read, and the measure by which the field compares systems on it."""

    name: str
    read: Callable[[Path, str], Part]
    measure: Callable[[Ints, Ints], float]
    called: str


def series(datapath: Path, part: str) -> Part:
    """MELD's utterances."""
    said = [(talk.id, item) for talk in meld.load(datapath, part) for item in talk.utterances]
    return Part(
        tuple(item.text for _, item in said),
        np.array([talk for talk, _ in said]),
        tuple(item.speaker for _, item in said),
        np.array([LABELS.index(item.emotion) for _, item in said]),
    )


def daily(datapath: Path, part: str) -> Part:
    """DailyDialog's utterances; two people take turns."""
    talks = dailydialog.load(datapath, part)
    said = [(talk.line, "AB"[place % 2], item) for talk in talks for place, item in enumerate(talk.utterances)]
    names = [item.emotion and ALIKE.get(item.emotion, item.emotion) for _, _, item in said]
    return Part(
        tuple(item.text for _, _, item in said),
        np.array([line for line, _, _ in said]),
        tuple(who for _, who, _ in said),
        np.array([LABELS.index(name) if name else -1 for name in names]),
    )


def all_f1(truth: Ints, guess: Ints) -> float:
    """The mean of the labels' F1, weighed by how often each is there: MELD's measure."""
    return weighted_f1(truth, guess, len(LABELS))


def felt_f1(truth: Ints, guess: Ints) -> float:
    """F1 of all labels but the neutral one, counted together: DailyDialog's measure, where 83 of 100 are neutral."""
    right = int(((truth == guess) & (truth != NEUTRAL)).sum())
    return 2 * right / max(int((truth != NEUTRAL).sum() + (guess != NEUTRAL).sum()), 1)


CORPORA = (
    Corpus("meld", series, all_f1, "weighted F1"),
    Corpus("dailydialog", daily, felt_f1, "micro-F1 without neutral"),
)
