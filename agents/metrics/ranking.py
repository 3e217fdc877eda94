"""Choosing the given reply among others: recall@k, mean reciprocal rank, and P@1,100 by its three protocols.

P@1,100 (Rashkin et al. 2019, Table 2) is the share of contexts whose own reply scores highest among a hundred.
Which hundred, the paper does not say; its code (`retrieval_train.py`, `validate`) prints two, and ParlAI knows a third:

1. shuffled, our headline: examples are shuffled by a seed and cut into hundreds, each ranking its own replies;
2. unshuffled: the same in the file's order, where replies of one conversation compete; harder;
3. inline: the candidates that the csv brings along in a column of its own.

A remainder of fewer than a hundred is left out (the published code leaves its last group out even when it is full).
Where candidates tie with the right one, each order of them is taken as equally likely: a scorer that cannot tell them
apart has 1 in 100, and a reply that stands twice in a hundred, word for word, scores half.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.metrics import checks
from agents.metrics.intervals import Interval, ratio

Ints = NDArray[np.intp]
Floats = NDArray[np.float64]
HUNDRED = 100

Scorer = Callable[[Ints], ArrayLike]
"""Rows of one group (g,) to scores (g, g): how well each row's context (first axis) fits each row's reply."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where right answers stand: candidates that score higher (n,), and those that score the same, itself too (n,)."""

    above: Ints
    tied: Ints


def places(scores: ArrayLike, right: ArrayLike) -> Places:
    """From scores (n, c), higher is better, and each row's right column (n,). ValueError names a NaN's place."""
    table, columns = checks.finite(scores, "scores"), np.asarray(right, dtype=np.intp)
    if table.ndim != 2 or not table.size:
        raise ValueError(f"scores must be a table with rows and columns, and their shape is {table.shape}")
    checks.alike(table, columns, "rows of scores", "right answers")
    outside = np.flatnonzero((columns < 0) | (columns >= table.shape[1]))
    if len(outside):
        row = int(outside[0])
        raise ValueError(f"right[{row}] is {columns[row]}, and there are {table.shape[1]} candidates")
    own = np.take_along_axis(table, columns[:, None], axis=1)
    return Places((table > own).sum(axis=1), (table == own).sum(axis=1))


def recall(found: Places, k: int) -> Floats:
    """Recall@k of each row (n,), 0 to 1: the chance that the right answer is among the first k. P@1 is k = 1."""
    if k < 1:
        raise ValueError(f"k must be at least 1, and is {k}")
    return np.asarray(np.clip(k - found.above, 0, found.tied) / found.tied)


def reciprocal(found: Places) -> Floats:
    """1 / rank of each row (n,), above 0 up to 1: its mean over the ranks that ties allow. MRR is the mean."""
    last = found.above + found.tied
    sums = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, last.max(initial=0) + 1))])
    return np.asarray((sums[last] - sums[found.above]) / found.tied)


def groups(examples: int, seed: int | None = 0, size: int = HUNDRED) -> Ints:
    """Rows (groups, size) that are ranked together; a seed of None keeps the file's order (protocol 2)."""
    if examples < size:
        raise ValueError(f"{examples} examples do not fill one group of {size}")
    order = np.arange(examples) if seed is None else np.random.default_rng(seed).permutation(examples)
    return np.asarray(order[: examples // size * size].reshape(-1, size))


def in_groups(score: Scorer, rows: Ints) -> Places:
    """Protocols 1 and 2: the places of `rows` (groups, size), flat in their order; one group is scored at a time."""
    own = np.arange(rows.shape[1])
    found = [places(score(group), own) for group in rows]
    return Places(np.concatenate([part.above for part in found]), np.concatenate([part.tied for part in found]))


def p_at_1(score: Scorer, examples: int, seed: int | None = 0, size: int = HUNDRED) -> Interval:
    """P@1,100 by protocol 1, or 2 where `seed` is None: 0 to 1, with the interval over groups."""
    hits = recall(in_groups(score, groups(examples, seed, size)), 1).reshape(-1, size)
    return ratio(hits.sum(axis=1), np.full(len(hits), size))


def inline(
    score: Callable[[int, Sequence[str]], ArrayLike], labels: Sequence[str], candidates: Sequence[Sequence[str]]
) -> Places:
    """Protocol 3: `score` gives an example's number and candidates (c,) scores; equal texts share the best of theirs.

    ValueError names an example whose reply is not among its candidates.
    """
    checks.alike(labels, candidates, "labels", "lists of candidates")
    found = []
    for number, (label, several) in enumerate(zip(labels, candidates, strict=True)):
        same = np.array([text == label for text in several], dtype=bool)
        if not same.any():
            raise ValueError(f"candidates[{number}] do not hold the right reply")
        values = checks.finite(score(number, several), f"scores of example {number}")
        checks.alike(values, several, "scores", "candidates")
        values = np.where(same, values[same].max(), values)
        found.append(places(values[None], [int(same.argmax())]))
    return Places(np.concatenate([part.above for part in found]), np.concatenate([part.tied for part in found]))


def listed(ranked: Sequence[str], label: str) -> Places:
    """From one list of candidates, best first, as agents hand it out; copies of the label tie. (1,) each.

    Where the label is missing it is past the end: no recall at any k up to the list's length.
    """
    copies = list(ranked).count(label)
    return Places(np.array([list(ranked).index(label) if copies else len(ranked)]), np.array([max(copies, 1)]))
