"""What the ranker learns from: contexts with replies and how readers marked them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from agents.verdicts import report
from agents.verdicts.item import Item
from agents.verdicts.verdict import MARKS, Verdict
from skills.models.encoder import Piece, Tokens, Words
from skills.models.ranker import context_tokens, reply_tokens

UNEVEN = 6
"""Tokens by which contexts of like length, which share a step, may differ by chance."""


@dataclass(frozen=True, slots=True)
class Example:
    """A context, k replies, and what shares of their readers called each good, passable and bad (k, 3)."""

    context: Tokens
    replies: tuple[Tokens, ...]
    shares: NDArray[np.float32]


def judged(items: Mapping[str, Item], verdicts: Sequence[Verdict], words: Words, part: str) -> list[Example]:
    """Items of a part that readers marked."""
    return list(_judged((row for row in report.rows(items, verdicts) if row.part == part), words))


def _judged(rows: Iterable[report.Row], words: Words) -> Iterator[Example]:
    for _, own in groupby(rows, key=lambda row: row.item):
        found = list(own)
        shares = [[row.marks.count(mark) / len(row.marks) for mark in MARKS] for row in found]
        pieces = [(said.speaker == "supporter", said.text) for said in found[0].context]
        yield example(words, pieces, [row.text for row in found], np.array(shares, np.float32))


def example(words: Words, pieces: Sequence[Piece], texts: Sequence[str], shares: NDArray[np.float32]) -> Example:
    return Example(context_tokens(words, pieces), tuple(reply_tokens(words, text) for text in texts), shares)


def batches(examples: Sequence[Example], size: int, rng: random.Random) -> list[list[Example]]:
    """All examples once, `size` at a time: of a batch each has as many replies, and contexts are of like length."""
    order = sorted(examples, key=lambda one: (len(one.replies), len(one.context.ids) + rng.random() * UNEVEN))
    cut: list[list[Example]] = []
    for _, alike in groupby(order, key=lambda one: len(one.replies)):
        own = list(alike)
        cut += [own[start : start + size] for start in range(0, len(own), size)]
    rng.shuffle(cut)
    return cut
