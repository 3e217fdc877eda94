"""The turn classifier of curation: is the boundary between two lines inside an utterance, or between two?

DailyDialog and EmpatheticDialogues are cut as subtitles are: into sentences, and these into rows of at most 42
characters. Both cuts are learnt from. Logistic regression on hashed features (agents/curation/boundary.py).
"""

from __future__ import annotations

import logging
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from agents.corpora import dailydialog, empathetic, meld
from agents.curation.boundary import BUCKETS, NAME, Boundary, buckets, ending, opening
from agents.metrics.intervals import Interval, ratio
from agents.training.common.run import Run

log = logging.getLogger(__name__)
ROW = 42
"""Characters of a row of a subtitle."""
SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+(?=\S)")
STRENGTH = 0.1
"""Inverse strength of the regularisation; from 0.03 to 0.3 the validation parts hardly differ."""
PAPER = "an SVM, on other data: 0.7669 (Xie & Pu 2021)"

Cut = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two adjacent lines of talk number `talk`; `new` where the second is said by the other person."""

    talk: int
    before: str
    after: str
    new: bool


def sentences(text: str) -> list[str]:
    """The text cut after each sentence."""
    return [part for part in SENTENCE.split(text) if part.strip()]


def rows(text: str) -> list[str]:
    """The sentences, each cut into rows of at most `ROW` characters."""
    return [row for sentence in sentences(text) for row in textwrap.wrap(sentence, ROW)]


def pairs(talks: Iterable[Sequence[str]], cut: Cut) -> Iterator[Pair]:
    """Every two adjacent lines of each talk, a sequence of utterances by turns."""
    for number, talk in enumerate(talks):
        lines = [(line, place == 0) for said in talk for place, line in enumerate(cut(said))]
        for (before, _), (after, new) in pairwise(lines):
            yield Pair(number, before, after, new)


def talks(run: Run, part: str) -> list[tuple[str, ...]]:
    """The utterances of the talks of both corpora."""
    corpora = (dailydialog, empathetic)
    return [
        tuple(said.text for said in talk.utterances) for corpus in corpora for talk in corpus.load(run.datapath, part)
    ]


def series(run: Run) -> Iterator[Pair]:
    """Two adjacent sentences of MELD's validation part, where one speaker may have several utterances in a row."""
    for talk in meld.load(run.datapath, "valid"):
        lines = [(said.speaker, line) for said in talk.utterances for line in sentences(said.text)]
        for (who, before), (next_, after) in pairwise(lines):
            yield Pair(talk.id, before, after, who != next_)


def learn(known: Sequence[Pair]) -> Boundary:
    """The weights of least loss over the pairs."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression

    found = [buckets(pair.before, pair.after) for pair in known]
    ends = np.cumsum([0, *map(len, found)])
    places = np.concatenate([np.array(row, np.int32) for row in found])
    matrix = csr_matrix((np.ones(len(places), np.float32), places, ends), shape=(len(known), BUCKETS))
    fitted = LogisticRegression(C=STRENGTH, max_iter=300, tol=1e-3).fit(matrix, [pair.new for pair in known])
    weights = fitted.coef_[0].astype(np.float16).astype(float)  # as they will be shipped
    return Boundary(weights.tolist(), float(np.float16(fitted.intercept_[0])))


def punctuation(before: str, after: str) -> bool:
    """The baseline: another speaker begins wherever a sentence ended, by its mark or by the next line's capital."""
    return ending(before) in {".", "!", "?", "…"} or (ending(before) == "" and opening(after) == "upper")


def accuracy(known: Sequence[Pair], new: Callable[[str, str], bool]) -> Interval:
    """The share of boundaries told rightly, with its interval over talks."""
    numbers: NDArray[np.int64] = np.array([pair.talk for pair in known])
    right = np.bincount(numbers, [new(pair.before, pair.after) == pair.new for pair in known])
    return ratio(right, np.bincount(numbers))


def train(run: Run) -> None:
    """Learn and save `turns`, and say how often it is right on the validation parts, beside two baselines."""
    known = talks(run, "train")
    boundary = learn([pair for cut in (sentences, rows) for pair in pairs(known, cut)])
    held = talks(run, "valid")
    ways: dict[str, Callable[[str, str], bool]] = {
        "the classifier": boundary.new,
        "always another speaker": lambda before, after: True,
        "punctuation alone": punctuation,
    }
    asked_of = {"sentences": list(pairs(held, sentences)), f"rows of {ROW} characters": list(pairs(held, rows))}
    if (run.datapath / "meld").is_dir():
        asked_of["sentences of a television series (MELD, not learnt from)"] = list(series(run))
    for name, asked in asked_of.items():
        log.info("%s, %d boundaries; beside: %s", name, len(asked), PAPER)
        for way, new in ways.items():
            log.info("  %s: %s", way, format(accuracy(asked, new), ".3f"))
    run.save(NAME, {"weights": np.array(boundary.weights), "bias": np.array([boundary.bias])}, {"seed": str(run.seed)})
