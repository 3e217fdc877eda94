"""Distinct-n (Li et al. 2016): how many different runs of n tokens all replies hold together.

The paper divides by the number of tokens; most code since, ESConv's and ParlAI's among it, by the number of runs. For
n = 1 they are the same; for n = 2 the former is a little lower. ESConv's code also leaves out each reply's last run
(`agents/metrics/esconv.py`). Either falls as replies get longer or more; Liu et al. (2022) divide by what as many runs
drawn at random would hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import expm1, log1p
from typing import Literal

from agents.metrics.tokens import Tokenize, grams, lowered

VOCABULARY = 30_522
"""How many kinds of runs there may be: the size of BERT's vocabulary, as in Liu et al. 2022, section 3."""
Per = Literal["runs", "tokens"]


@dataclass(frozen=True, slots=True)
class Runs:
    """The different runs seen, how many there were, and the tokens. Parts add up to the whole."""

    different: frozenset[tuple[str, ...]] = frozenset()
    runs: int = 0
    tokens: int = 0

    def __add__(self, other: Runs) -> Runs:
        return Runs(self.different | other.different, self.runs + other.runs, self.tokens + other.tokens)

    def distinct(self, per: Per = "runs") -> float:
        """From 0 to 1; 0 where there was no run."""
        whole = self.tokens if per == "tokens" else self.runs
        return len(self.different) / whole if whole else 0.0

    def adjusted(self, vocabulary: int = VOCABULARY) -> float:
        """Expectation-adjusted Distinct: N / (V (1 - ((V - 1) / V)^C)) of N different runs among C, V = `vocabulary`.

        From 0 upwards; about 1 where runs are as different as if drawn evenly from V. 0 where there was no run.
        """
        if vocabulary < 2:
            raise ValueError(f"a vocabulary holds at least two kinds of runs, and not {vocabulary}")
        expected = -vocabulary * expm1(self.runs * log1p(-1 / vocabulary))
        return len(self.different) / expected if self.runs else 0.0


def runs(text: str, n: int, tokenize: Tokenize = lowered) -> Runs:
    """The runs of one reply."""
    if n < 1:
        raise ValueError(f"runs have at least one token, and not {n}")
    tokens = tokenize(text)
    found = grams(tokens, n)
    return Runs(frozenset(found), len(found), len(tokens))


def distinct(texts: Sequence[str], n: int, per: Per = "runs", tokenize: Tokenize = lowered) -> float:
    """Distinct-n of all replies together, 0 to 1. It falls with their number: compare equally many."""
    return pooled(texts, n, tokenize).distinct(per)


def pooled(texts: Sequence[str], n: int, tokenize: Tokenize = lowered) -> Runs:
    """The runs of all replies together. ValueError where there are none."""
    if isinstance(texts, str):
        raise ValueError("a list of replies is expected, and this is one string")
    if not texts:
        raise ValueError("there are no replies")
    found = [runs(text, n, tokenize) for text in texts]
    different = frozenset().union(*(part.different for part in found))
    return Runs(different, sum(part.runs for part in found), sum(part.tokens for part in found))
