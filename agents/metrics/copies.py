"""Copies of training text: how many replies say what a model has read, as a whole or in a long run of words.

Case, marks and white space count for nothing. Short replies ("Thank you!") are copies by chance: `whole` is to be read
beside the same figure of people's replies; a run of eight words seldom is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.metrics.tokens import grams
from skills.models.tidy import words

RUN = 8
"""Words in a row that stand in a training text."""


@dataclass(frozen=True, slots=True)
class Training:
    """What a model has read: the hashes of whole texts and of their runs of `n` words."""

    whole: frozenset[int]
    runs: frozenset[int]
    n: int = RUN


@dataclass(frozen=True, slots=True)
class Copies:
    """How many `replies` are a training text as a `whole`, and how many have a `run` of one (whole ones may too)."""

    replies: int
    whole: int
    run: int

    @property
    def whole_share(self) -> float:
        """From 0 to 1."""
        return self.whole / self.replies

    @property
    def run_share(self) -> float:
        """From 0 to 1."""
        return self.run / self.replies


def training(texts: Iterable[str], n: int = RUN) -> Training:
    """Read the training texts once, in whatever order."""
    if n < 2:
        raise ValueError(f"a run has at least two words, and not {n}")
    whole, runs = set[int](), set[int]()
    for text in texts:
        said = words(text)
        whole.add(hash(tuple(said)))
        runs.update(map(hash, grams(said, n)))
    return Training(frozenset(whole), frozenset(runs), n)


def copies(replies: Sequence[str], read: Training) -> Copies:
    """Count the replies that copy. One without a word copies nothing. ValueError where there are no replies."""
    if isinstance(replies, str) or not replies:
        raise ValueError("a list of replies is expected, and this is one string" if replies else "there are no replies")
    said = [words(text) for text in replies]
    return Copies(
        replies=len(said),
        whole=sum(bool(tokens) and hash(tuple(tokens)) in read.whole for tokens in said),
        run=sum(any(hash(run) in read.runs for run in grams(tokens, read.n)) for tokens in said),
    )
