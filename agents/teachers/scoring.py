"""The papers' scores beside ParlAI's own: `class EsconvTeacher(Scored, FixedDialogTeacher)` is all a teacher needs.

`parlai eval_model` then prints of replies, from 0 to 1:
- `avg_bleu` and `bleu_corpus-1` to `-4`: over the whole part (ParlAI's own `bleu-4` is a mean of single replies)
- `rouge_l`, `rouge_l_esconv`, `distinct-1`, `distinct-2`
- `ses` where `--metrics` names it (it loads an encoder): `--metrics default,ses`

Of labels, where the teacher has `classes` (agents/metrics/classification.py), instead of these:
- `label_accuracy`, `label_macro_f1`, `label_weighted_f1`, and `label_micro_f1` where there are several labels
- `label_positive_f1`: the micro F1 of the teacher's `positive` classes alone
- `label_unknown`: how many answers are no class; each is wrong

Of answers that are words of a text, those of `of_span`. And `p@1` and `mrr` where an agent ranks candidates, `p@1,100`
where these are a hundred.

Each holds counts or sums, and never a mean, so that batches and workers add up to what one pass would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from parlai.core.metrics import AverageMetric, Metric, SumMetric

from agents.border import Message
from agents.metrics import bleu, classification, diversity, ranking, rouge, ses, squad
from agents.metrics.tokens import Tokenize, cased, characters, lowered

Scores = Iterator[tuple[str, Metric]]
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


class OfLabels(Metric):  # type: ignore[misc]
    """One figure of a classification.Report, say "macro.f1", over all answers added up."""

    __slots__ = ("counts", "figure")

    def __init__(self, counts: classification.Counts, figure: str) -> None:
        self.counts, self.figure = counts, figure

    def __add__(self, other: OfLabels | None) -> OfLabels:
        return self if other is None else OfLabels(self.counts + other.counts, self.figure)

    def value(self) -> float:
        return float(attrgetter(self.figure)(self.counts.report()))


def of_text(guess: str, labels: Sequence[str], names: Sequence[str] = ()) -> Scores:
    """The scores of one reply by name; those that take long only where `names` has them."""
    yield from of_tokens(guess, labels, cased, lowered)
    yield "rouge_l", AverageMetric(rouge.rouge_l([guess], [labels])[0])
    if NAMED in names:
        yield "ses", AverageMetric(float(ses.ses([guess], [labels])[0]))


def of_characters(guess: str, labels: Sequence[str]) -> Scores:
    """The scores of one Chinese reply, by character; `rouge_l` and `ses` know English alone."""
    return of_tokens(guess, labels, characters, characters)


def of_tokens(guess: str, labels: Sequence[str], cut: Tokenize, folded: Tokenize) -> Scores:
    """The scores that compare tokens: BLEU as `cut` makes them, the others without regard to case."""
    counts = bleu.count(guess, labels, cut)
    yield "avg_bleu", AvgBleu(counts)
    for order in bleu.ORDERS:
        yield f"bleu_corpus-{order}", CorpusBleu(counts, order)
    yield "rouge_l_esconv", AverageMetric(rouge.rouge_l_esconv([guess], [labels], tokenize=folded)[0])
    for order in (1, 2):
        yield f"distinct-{order}", Distinct(diversity.runs(guess, order, folded))


def of_labels(guess: set[str], labels: set[str], classes: Sequence[str], positive: Sequence[str] = ()) -> Scores:
    """The scores of one answer, the classes it names (none for an unknown answer), for those that are right."""
    counts = classification.counts([labels], [guess], classes)
    yield "label_accuracy", OfLabels(counts, "accuracy")
    yield "label_macro_f1", OfLabels(counts, "macro.f1")
    yield "label_weighted_f1", OfLabels(counts, "weighted.f1")
    yield "label_unknown", SumMetric(int(not guess))
    if positive:
        only = set(positive)
        counts = classification.counts([labels & only], [guess & only], positive)
        yield "label_positive_f1", OfLabels(counts, "micro.f1")


def of_sets(guess: set[str], labels: set[str], classes: Sequence[str]) -> Scores:
    """The same where several may be right: `label_accuracy` is the share of answers that name all and no others."""
    yield from of_labels(guess, labels, classes)
    yield "label_micro_f1", OfLabels(classification.counts([labels], [guess], classes), "micro.f1")


def of_span(answer: str, labels: Sequence[str], nothing: str) -> Scores:
    """The scores of one answer that is words of a text, or `nothing` (Poria et al. 2021, section 6.2).

    `span_em` and `span_f1` (the paper's F1) are of all examples, those named positive (EM and F1 Pos) of examples with
    words to be found, and `span_f1_negative` (F1 Neg) is the F1 of saying that there are none.
    """
    guess, *right = ("" if text.strip() == nothing else text for text in (answer, *labels))
    exact = AverageMetric(squad.exact([guess], [right])[0])
    shared = AverageMetric(squad.token_f1([guess], [right])[0])
    yield "span_em", exact
    yield "span_f1", shared
    if all(right):
        yield "span_em_positive", exact
        yield "span_f1_positive", shared
    said, there = (set[str]() if text else {nothing} for text in (guess, right[0]))
    yield "span_f1_negative", OfLabels(classification.counts([there], [said], [nothing]), "micro.f1")


def named(parts: Sequence[str], classes: Sequence[str]) -> set[str]:
    """The classes that the parts of an answer name, in whatever case; none at all if one of them is no class."""
    known = {name.casefold(): name for name in classes}
    said = {part.strip().casefold() for part in parts}
    return {known[part] for part in said} if said <= known.keys() else set()


def of_ranking(ranked: Sequence[str], labels: Sequence[str]) -> Scores:
    """The scores of one list of candidates, best first, for the label that stands highest in it."""
    found = min((ranking.listed(ranked, label) for label in labels), key=lambda place: int(place.above[0]))
    first = float(ranking.recall(found, 1)[0])
    yield "p@1", AverageMetric(first)
    yield "mrr", AverageMetric(float(ranking.reciprocal(found)[0]) if found.above[0] < len(ranked) else 0.0)
    if len(ranked) == ranking.HUNDRED:
        yield "p@1,100", AverageMetric(first)


class Scored:
    """Before a ParlAI teacher among the bases of a class: adds the papers' scores to its report.

    A teacher whose labels are classes names them in `classes`; `several` says that an answer may name more than one,
    with ", " between. Those of which the paper gives one F1, without the others, are `positive`.
    """

    classes: Sequence[str] = ()
    positive: Sequence[str] = ()
    several = False
    opt: Mapping[str, Any]
    metrics: Any

    def custom_evaluation(
        self, teacher_action: Message, labels: Sequence[str] | None, model_response: Mapping[str, Any]
    ) -> None:
        """Called by ParlAI for each answer; one with neither words nor candidates counts for nothing."""
        if not labels:
            return
        text, ranked = model_response.get("text"), model_response.get("text_candidates")
        if text is not None:
            self._add(self.scores(str(text), list(labels)))
        if ranked:
            self._add(of_ranking(list(ranked), list(labels)))

    def scores(self, answer: str, labels: Sequence[str]) -> Scores:
        """The scores of one answer by name; a teacher whose paper has others says so here."""
        if self.several:
            return of_sets(named(answer.split(","), self.classes), set(labels), self.classes)
        if self.classes:
            return of_labels(named([answer], self.classes), set(labels), self.classes, self.positive)
        return of_text(answer, labels, str(self.opt.get("metrics") or "").split(","))

    def _add(self, scores: Scores) -> None:
        for name, metric in scores:
            self.metrics.add(name, metric)
