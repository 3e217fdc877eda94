"""Words and word pairs that mark a strategy (Liu et al. 2021, Figure 3).

Log-odds ratio with an informative Dirichlet prior (Monroe, Colaresi & Quinn 2008, equations 16-22): one strategy's
messages against those of all others, the prior being the counts in all of them. Words and pairs are two vocabularies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.statistics.words import words

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One or two words; `ratio` is the log-odds ratio, `z` that over its standard deviation, `count` of this group."""

    text: str
    z: float
    ratio: float
    count: int


def log_odds(here: Floats, rest: Floats, prior: Floats) -> tuple[Floats, Floats]:
    """Log-odds ratio and z-score of each of V phrases from their counts here and elsewhere, all arrays (V,).

    `prior` are pseudo-counts above 0; they are added on both sides.
    """
    one, other = here + prior, rest + prior
    ratio = np.log(one / (one.sum() - one)) - np.log(other / (other.sum() - other))
    return ratio, ratio / np.sqrt(1 / one + 1 / other)


def grams(text: str, size: int) -> list[str]:
    """The runs of `size` words of a text."""
    row = words(text)
    return [" ".join(row[place : place + size]) for place in range(len(row) - size + 1)]


def marking(groups: Mapping[str, Sequence[str]], number: int) -> dict[str, tuple[Phrase, ...]]:
    """For each group of texts the `number` words and word pairs with the highest z-scores. Two groups at least."""
    sizes = [_scored(groups, size) for size in (1, 2)]
    return {
        name: tuple(sorted((*sizes[0][name], *sizes[1][name]), key=lambda phrase: (-phrase.z, phrase.text))[:number])
        for name in groups
    }


def _scored(groups: Mapping[str, Sequence[str]], size: int) -> dict[str, list[Phrase]]:
    counts = {name: Counter(gram for text in texts for gram in grams(text, size)) for name, texts in groups.items()}
    total = sum(counts.values(), Counter[str]())
    prior = np.array(list(total.values()), dtype=np.float64)
    found = {}
    for name, count in counts.items():
        here = np.array([count[gram] for gram in total], dtype=np.float64)
        ratio, z = log_odds(here, prior - here, prior)
        rows = zip(total, z.tolist(), ratio.tolist(), strict=True)
        found[name] = [Phrase(gram, score, odds, count[gram]) for gram, score, odds in rows if count[gram]]
    return found
