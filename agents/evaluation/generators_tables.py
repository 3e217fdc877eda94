"""A table of generators (`attune eval generate --table`): ours beside what a paper prints, and the orders in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.evaluation.generate import GIVEN, Generated, Likely, learnt, row
from agents.evaluation.generate import table as word_vectors
from agents.evaluation.generators import CORPORA, DECODING, Model, Result, Settings, drawn, results
from agents.evaluation.generators_figures import (
    ACC,
    AVG_BLEU,
    B_2,
    BIAS,
    BITS,
    EMOTION,
    EXTREMA,
    MACRO,
    PPL,
    R_L,
    SES,
    WEIGHTED,
    WORD,
    Scored,
    agrees,
    apart,
)
from agents.evaluation.published import GENERATED
from agents.statistics.sheet import Cell, Sheet
from agents.training.generators import labels
from agents.training.generators.inputs import UNCUT, WINDOW
from agents.training.generators.variants import Budget, Table, Variant, budget

COLUMNS = {
    "ed": (PPL, WORD, BITS, AVG_BLEU, B_2, R_L, EXTREMA, EMOTION),
    "esconv": (PPL, WORD, BITS, B_2, R_L, EXTREMA, ACC, MACRO, BIAS),
    "meed2": (PPL, WORD, BITS, B_2, R_L, SES, WEIGHTED),
}
BESIDE = {"ed": "Fine-tuned", "esconv": "Vanilla", "meed2": "Fine-tuned"}
"""The row that all others are compared with."""
ORDERED: Mapping[str, tuple[str, ...]] = {"ed": (PPL, AVG_BLEU), "esconv": (PPL, B_2), "meed2": (PPL, B_2)}
WINDOWS = {"ed": (WINDOW,), "esconv": (WINDOW, UNCUT), "meed2": (WINDOW,)}
UNTRAINED = "not trained"
TITLES = {
    "ed": "Generation, Table 2's right half (Rashkin et al. 2019)",
    "esconv": "Generation, Table 4 (Liu et al. 2021; DialoGPT / BlenderBot)",
    "meed2": "Generation, Tables 3 and 4 (Xie & Pu 2021)",
}
WHERE = {WINDOW: "in pieces of five utterances", UNCUT: "after the whole talk"}


@dataclass(frozen=True, slots=True)
class Beside:
    """A table's rows with one length of context, by name; None where a generator is not trained."""

    table: Table
    window: int
    rows: Mapping[str, Scored | None]
    variants: Sequence[Variant]
    printed: Generated


def measured(table: Table, settings: Settings, on: Model, *, compat: bool) -> list[Beside]:
    """The table on the replies that are asked for, with each length of context."""
    return [_measured(table, window, settings, on, compat=compat) for window in WINDOWS[table]]


def _measured(table: Table, window: int, settings: Settings, on: Model, *, compat: bool) -> Beside:
    items, of = drawn(table, settings)
    found = list(results(table, items, window, settings, on))
    given, read = [item.reply for item in items], learnt(CORPORA[table], settings.datapath)
    answers = [result.replies for _, _, result in found if result]
    vectors = word_vectors(settings.words, [*given, *(text for texts in answers for text in texts)])

    def scored(variant: Variant, name: str, result: Result) -> Scored:
        whole = sum(result.expected[1:], result.expected[0])
        likely = Likely(whole.per_token(), whole.per_word(), whole.bits_per_character())
        figures = row(name, result.replies, given, vectors, read, compat=compat, likely=likely)
        truth = labels.given(variant, items, settings.vectors) if result.chosen else ()
        return Scored(result, figures, items, truth)

    rows = {shown.name: scored(variant, shown.name, result) if result else None for variant, shown, result in found}
    figures = (row(GIVEN, given, given, vectors, read), *(one.figures for one in rows.values() if one))
    corpus, seed = CORPORA[table], settings.seed
    printed = Generated(
        corpus, settings.split, len(items), of, seed, vectors.source, comparable=vectors.comparable, rows=figures
    )
    return Beside(table, window, rows, list({variant.name: variant for variant, _, _ in found}.values()), printed)


def sheets(found: Beside) -> list[Sheet]:
    """The paper's table, and each row's order beside the one that learns nothing more."""
    return [_table(found), *([_orders(found)] if found.rows.get(BESIDE[found.table]) else [])]


def _table(found: Beside) -> Sheet:
    paper, names = GENERATED[found.table], COLUMNS[found.table]
    told = [name for name in names if any(name in one for one in paper.values())]
    columns = [column for name in names for column in ((f"{name}: paper", name) if name in told else (name,))]
    rows = []
    for name in dict.fromkeys((*found.rows, *paper)):
        scored = found.rows.get(name)
        cells = scored.cells(names) if scored else {PPL: UNTRAINED} if name in found.rows else {}
        own = [(_printed(paper.get(name, {}).get(each)), cells.get(each)) for each in names]
        rows.append((name, *(cell for each, pair in zip(names, own, strict=True) for cell in _pair(each, pair, told))))
    return Sheet(
        name=f"{found.table}-{found.window}",
        title=f"{TITLES[found.table]}, and ours, {WHERE[found.window]}: {_drawn(found)}",
        columns=("generator", *columns),
        rows=tuple(rows),
        note=_note(found, budget()),
        digits=2,
    )


def _pair(name: str, pair: tuple[str, Cell], told: Sequence[str]) -> tuple[Cell, ...]:
    return pair if name in told else pair[1:]


def _printed(values: Sequence[float] | None) -> str:
    return " / ".join(f"{value:.2f}" for value in values or ())


def _orders(found: Beside) -> Sheet:
    """Every other row's figure less that of the row it is beside."""
    base, paper = BESIDE[found.table], GENERATED[found.table]
    first, rows = found.rows[base], []
    for name, scored in found.rows.items():
        if name == base or scored is None or first is None:
            continue
        for measure in ORDERED[found.table]:
            pair = [paper.get(each, {}).get(measure, ()) for each in (name, base)]
            theirs = [one - other for one, other in zip(*pair, strict=False)]
            ours = apart(scored, first, measure)
            rows.append((name, measure, _printed(theirs), ours, agrees(theirs, ours)))
    return Sheet(
        name=f"{found.table}-{found.window}-orders",
        title=f"Less {base}'s figure, {WHERE[found.window]}: {_drawn(found)}",
        columns=("order", "measure", "paper", "ours", "as in the paper"),
        rows=tuple(rows),
        note="95 % intervals by drawing conversations; open: the interval holds both orders.",
        digits=2,
    )


def _drawn(found: Beside) -> str:
    one = found.printed
    return f"{one.contexts:,} of {one.of:,} replies of {one.corpus}'s {one.part} part, seed {one.seed}"


def _note(found: Beside, spent: Budget) -> str:
    stood: dict[str, list[str]] = {}
    for variant in found.variants:
        if variant.stand_in:
            stood.setdefault(variant.stand_in, []).append(variant.name)
    return "\n".join(
        [
            "The paper's figures are of its own test part and pieces of text; per cent but for perplexities and bias.",
            f"Ours: Gemma 3 270M, each generator with {spent}; PPL over all 262,144 pieces, in bfloat16.",
            f"Replies: {DECODING[found.table]}.",
            *(f"{', '.join(names)}: {what}." for what, names in stood.items()),
        ]
    )
