"""The papers' scores beside ParlAI's own: `class EsconvTeacher(Scored, FixedDialogTeacher)` is all a teacher needs.

`parlai eval_model` then prints, from 0 to 1:
- `avg_bleu` and `bleu_corpus-1` to `-4`: over the whole part (ParlAI's own `bleu-4` is a mean of single replies)
- `rouge_l`, `rouge_l_esconv`, `distinct-1`, `distinct-2`
- `p@1` and `mrr` where an agent ranks candidates, `p@1,100` where these are a hundred
- `ses` where `--metrics` names it (it loads an encoder): `--metrics default,ses`

Each holds counts or sums, and never a mean, so that batches and workers add up to what one pass would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from parlai.core.metrics import AverageMetric, Metric

from agents.border import Message
from agents.metrics import bleu, diversity, ranking, rouge, ses

NAMED = "ses"
"""Only computed when asked for."""


class AvgBleu(Metric):  # type: ignore[misc]  # ParlAI has no types
    """The mean of BLEU-1 to -4 over all replies added up."""

    __slots__ = ("counts",)

    def __init__(self, counts: bleu.Counts) -> None:
        self.counts = counts

    def __add__(self, other: AvgBleu | None) -> AvgBleu:
        return self if other is None else type(self)(self.counts + other.counts)

    def value(self) -> float:
        return self.counts.average()


class CorpusBleu(Metric):  # type: ignore[misc]
    """BLEU up to one order over all replies added up."""

    __slots__ = ("counts", "order")

    def __init__(self, counts: bleu.Counts, order: int) -> None:
        self.counts, self.order = counts, order

    def __add__(self, other: CorpusBleu | None) -> CorpusBleu:
        return self if other is None else CorpusBleu(self.counts + other.counts, self.order)

    def value(self) -> float:
        return self.counts.bleu(self.order)


class Distinct(Metric):  # type: ignore[misc]
    """Different runs of tokens among all replies added up."""

    __slots__ = ("runs",)

    def __init__(self, runs: diversity.Runs) -> None:
        self.runs = runs

    def __add__(self, other: Distinct | None) -> Distinct:
        return self if other is None else Distinct(self.runs + other.runs)

    def value(self) -> float:
        return self.runs.distinct()


def of_text(guess: str, labels: Sequence[str], names: Sequence[str] = ()) -> Iterator[tuple[str, Metric]]:
    """The scores of one reply by name; those that take long only where `names` has them."""
    counts = bleu.count(guess, labels)
    yield "avg_bleu", AvgBleu(counts)
    for order in bleu.ORDERS:
        yield f"bleu_corpus-{order}", CorpusBleu(counts, order)
    yield "rouge_l", AverageMetric(rouge.rouge_l([guess], [labels])[0])
    yield "rouge_l_esconv", AverageMetric(rouge.rouge_l_esconv([guess], [labels])[0])
    for order in (1, 2):
        yield f"distinct-{order}", Distinct(diversity.runs(guess, order))
    if NAMED in names:
        yield "ses", AverageMetric(float(ses.ses([guess], [labels])[0]))


def of_ranking(ranked: Sequence[str], labels: Sequence[str]) -> Iterator[tuple[str, Metric]]:
    """The scores of one list of candidates, best first, for the label that stands highest in it."""
    found = min((ranking.listed(ranked, label) for label in labels), key=lambda place: int(place.above[0]))
    first = float(ranking.recall(found, 1)[0])
    yield "p@1", AverageMetric(first)
    yield "mrr", AverageMetric(float(ranking.reciprocal(found)[0]) if found.above[0] < len(ranked) else 0.0)
    if len(ranked) == ranking.HUNDRED:
        yield "p@1,100", AverageMetric(first)


class Scored:
    """Before a ParlAI teacher among the bases of a class: adds the papers' scores to its report."""

    opt: Mapping[str, Any]
    metrics: Any

    def custom_evaluation(
        self, teacher_action: Message, labels: Sequence[str] | None, model_response: Mapping[str, Any]
    ) -> None:
        """Called by ParlAI for each answer; one with neither words nor candidates counts for nothing."""
        if not labels:
            return
        names = str(self.opt.get("metrics") or "").split(",")
        text, ranked = model_response.get("text"), model_response.get("text_candidates")
        if text is not None:
            self._add(of_text(str(text), list(labels), names))
        if ranked:
            self._add(of_ranking(list(ranked), list(labels)))

    def _add(self, scores: Iterator[tuple[str, Metric]]) -> None:
        for name, metric in scores:
            self.metrics.add(name, metric)
