"""Perplexity: how many tokens, or words, a model hesitates between on average (Jelinek et al. 1977).

exp(summed negative log-likelihood / count). Per-token values of models with different vocabularies cannot be compared;
per word and in bits per character they can, provided that the likelihood covers the same text: the end-of-reply token
is counted in `nats` and in `tokens` or in neither, and belongs to no word.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Summed negative log-likelihood in nats, and what it was summed over. Batches add up.

    ValueError where the sum is negative or no number, or a count is negative. A count that is 0 was not taken.
    """

    nats: float = 0.0
    tokens: int = 0
    words: int = 0
    characters: int = 0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.nats) and self.nats >= 0):
            raise ValueError(f"a summed negative log-likelihood is finite and not below 0, and this is {self.nats}")
        for unit in ("tokens", "words", "characters"):
            if getattr(self, unit) < 0:
                raise ValueError(f"{unit} cannot be {getattr(self, unit)}")

    def __add__(self, other: Likelihood) -> Likelihood:
        return Likelihood(
            self.nats + other.nats,
            self.tokens + other.tokens,
            self.words + other.words,
            self.characters + other.characters,
        )

    def per_token(self) -> float:
        """exp(nats / tokens), from 1 upwards: what the papers print as PPL."""
        return math.exp(self._over("tokens"))

    def per_word(self) -> float:
        """exp(nats / words), from 1 upwards."""
        return math.exp(self._over("words"))

    def bits_per_character(self) -> float:
        """nats / (ln 2 * characters), from 0 upwards."""
        return self._over("characters") / math.log(2)

    def _over(self, unit: str) -> float:
        count: int = getattr(self, unit)
        if not count:
            raise ValueError(f"no {unit} were counted: there is nothing to divide by")
        return self.nats / count
