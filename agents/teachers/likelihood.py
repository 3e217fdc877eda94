"""Perplexity and token accuracy for ParlAI's report, each a sum, so that batches and workers add up."""

from __future__ import annotations

from collections.abc import Iterator
from operator import methodcaller

from parlai.core.metrics import AverageMetric, Metric

from agents.likelihood import Expected
from agents.metrics.perplexity import Likelihood

FIGURES = {"ppl": "per_token", "ppl_word": "per_word", "bits_per_character": "bits_per_character"}
"""The figures of a Likelihood by their names in the report."""


class OfLikelihood(Metric):  # type: ignore[misc]  # ParlAI has no types
    """One figure of a perplexity.Likelihood, say "per_token", over all replies added up."""

    __slots__ = ("figure", "likelihood")

    def __init__(self, likelihood: Likelihood, figure: str) -> None:
        self.likelihood, self.figure = likelihood, figure

    def __add__(self, other: OfLikelihood | None) -> OfLikelihood:
        return self if other is None else type(self)(self.likelihood + other.likelihood, self.figure)

    def value(self) -> float:
        return float(methodcaller(self.figure)(self.likelihood))


def of_reply(found: Expected) -> Iterator[tuple[str, Metric]]:
    """The scores of one reply that was given, by name."""
    for name, figure in FIGURES.items():
        yield name, OfLikelihood(found.likelihood, figure)
    yield "token_acc", AverageMetric(found.right, found.likelihood.tokens)
