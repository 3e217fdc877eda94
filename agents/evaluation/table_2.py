"""Table 2's left half: the paper's retrieval models, ours beside its own figures (Rashkin et al. 2019)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.exchanges import Exchange
from agents.evaluation.banks import banks
from agents.evaluation.prepend import Prepended
from agents.evaluation.published import TABLE_2, Retrieval
from agents.evaluation.retrieval import read
from agents.evaluation.vector_cache import Vectors
from agents.metrics import ranking
from agents.metrics.intervals import Interval
from agents.statistics.sheet import Sheet
from agents.training.papers.variants import Budget, Variant
from skills.models.ngrams import Ngrams

UNTRAINED = "not trained"
PUBLISHED, SHIPPED, OWN = "published", "default", "own"
"""Whose weights a figure is of."""
REDDIT = {"ED+ESConv": "ED+DD+R"}
"""The paper's candidate set beside which ours stands."""

Encoders = Callable[[Variant, str], Vectors | None]
"""By whose weights: the published or the shipped encoder, or the variant's own, None where that is not trained."""
Classifiers = Callable[[str], Ngrams]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Whose replies are looked for, where the training parts lie, and the n-gram classifier of each kind of labels."""

    asked: Sequence[Exchange]
    datapath: Path
    classifiers: Classifiers


@dataclass(frozen=True, slots=True)
class Row:
    """One model with one candidate set: P@1,100 and AVG BLEU (0 to 1) by whose weights they are of.

    `untrained`: it learns, and has no weights of its own yet.
    """

    variant: Variant
    candidates: str
    paper: Retrieval
    p_at_1: dict[str, Interval]
    bleu: dict[str, Interval]
    untrained: bool = False


def rows(variants: Sequence[Variant], corpus: Corpus, encoders: Encoders, *, bleu: bool = True) -> Iterator[Row]:
    """Each model with each of its candidate sets: P@1,100, and with `bleu` that of the reply it retrieves.

    Labels put before the inputs of encoders that were not trained with them are measured by P@1,100 alone.
    """
    for variant in variants:
        hits: dict[str, Interval] = {}
        bleus: dict[str, dict[str, Interval]] = {name: {} for name in variant.sets}
        untrained = False
        for whose in (*variant.measured, *([OWN] if variant.learns else [])):
            vectors = encoders(variant, whose)
            if vectors is None:
                untrained = untrained or whose == OWN
                continue
            inputs = _inputs(variant, vectors, corpus.classifiers)
            found = read(corpus.asked, inputs)
            hits[whose] = ranking.p_at_1(found.score, len(corpus.asked))
            sets = variant.sets if bleu and (whose == OWN or not variant.prepend) else ()
            for bank in banks(corpus.datapath, sets, corpus.asked, inputs):
                bleus[bank.name][whose] = bank.bleu
        for candidates in variant.sets:
            paper = TABLE_2.get((variant.name, REDDIT.get(candidates, candidates)), Retrieval())
            first = hits if candidates == variant.sets[0] else {}
            yield Row(variant, candidates, paper, first, bleus[candidates], untrained)


def _inputs(variant: Variant, vectors: Vectors, classifiers: Classifiers) -> Vectors:
    if variant.prepend is None:
        return vectors
    return Prepended(vectors, classifiers(variant.prepend.labels), variant.prepend)


def sheet(found: Sequence[Row], split: str, spent: Budget) -> Sheet:
    """Ours beside the paper's, in per cent."""
    return Sheet(
        name="table-2",
        title=f"Retrieval, Table 2's left half (Rashkin et al. 2019, test part), and ours ({split} part)",
        columns=(
            *("model", "candidates", "P@1,100: paper", "published encoder", "shipped encoder", "own weights"),
            *("AVG BLEU: paper", "published", "shipped", "own"),
        ),
        rows=tuple(_cells(row) for row in found),
        note=_note(found, spent),
        digits=2,
    )


def _cells(row: Row) -> tuple[str | float | Interval | None, ...]:
    own = UNTRAINED if row.untrained else None
    hits, bleus = (
        [found[whose].percent() if whose in found else None for whose in (PUBLISHED, SHIPPED, OWN)]
        for found in (row.p_at_1, row.bleu)
    )
    return (
        *(row.variant.name, row.candidates, row.paper.p_at_1, *hits[:2]),
        hits[2] or (own if row.candidates == row.variant.sets[0] else None),
        *(row.paper.bleu, *bleus[:2], bleus[2] or own),
    )


def _note(found: Sequence[Row], spent: Budget) -> str:
    stood = {row.variant.name: row.variant.stand_in for row in found if row.variant.stand_in}
    groups: dict[str, list[str]] = {}
    for name, what in stood.items():
        groups.setdefault(what, []).append(name)
    lines = [
        "The shipped encoder was not trained with the labels that are put before its inputs.",
        "Candidates are the training parts, unfiltered; of Reddit there is nothing, and ESConv stands in its place.",
        f"Own weights: each from Base (the shipped encoder) with {spent}.",
        *(f"{', '.join(names)}: {what}." for what, names in groups.items()),
    ]
    return "\n".join(lines)
