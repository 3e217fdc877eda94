"""Distinct-n (Li et al. 2016): how many different runs of n tokens all replies hold together.

The paper divides by the number of tokens; most code since, ESConv's and ParlAI's among it, by the number of runs. For
n = 1 they are the same; for n = 2 the former is a little lower. ESConv's code also leaves out each reply's last run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.metrics.tokens import Tokenize, grams, lowered

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


def runs(text: str, n: int, tokenize: Tokenize = lowered) -> Runs:
    """The runs of one reply."""
    if n < 1:
        raise ValueError(f"runs have at least one token, and not {n}")
    tokens = tokenize(text)
    found = grams(tokens, n)
    return Runs(frozenset(found), len(found), len(tokens))


def distinct(texts: Sequence[str], n: int, per: Per = "runs", tokenize: Tokenize = lowered) -> float:
    """Distinct-n of all replies together, 0 to 1. It falls with their number: compare equally many."""
    if isinstance(texts, str):
        raise ValueError("a list of replies is expected, and this is one string")
    if not texts:
        raise ValueError("there are no replies")
    found = [runs(text, n, tokenize) for text in texts]
    different = frozenset().union(*(part.different for part in found))
    return Runs(different, sum(part.runs for part in found), sum(part.tokens for part in found)).distinct(per)
