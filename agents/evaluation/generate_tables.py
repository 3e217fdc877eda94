"""The tables of `attune eval generate`."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from agents.evaluation.generate import Generated
from agents.statistics.screen import put, screen

WIDTH = 130
"""Columns that the widest table needs."""


def show(found: Generated, *, markdown: bool = False) -> None:
    """How replies score; where they were asked for, perplexities and what ESConv's code prints."""
    console = screen(markdown=markdown, width=WIDTH)
    named = "" if found.comparable else ": no paper's figures compare with its Extrema"
    drawn = f"{found.contexts:,} of {found.of:,} contexts of {found.corpus}'s {found.part} part, seed {found.seed}"
    console.print(f"{drawn}; times 100 but for words. Extrema from {found.vectors}{named}\n", markup=False)
    put(console, *_tables(found), markdown=markdown)


def _tables(found: Generated) -> Iterator[Table]:
    yield _replies(found)
    if any(row.likely for row in found.rows):
        yield _perplexities(found)
    if any(row.published for row in found.rows):
        yield _published(found)


def _replies(found: Generated) -> Table:
    names = ("B-2", "B-4", "R-L", "Extrema", "D-1", "D-2", "D-1 adj.", "D-2 adj.", "words", "copies", "copied runs")
    table = Table("replies", *names, "silent", header_style="bold")
    for row in found.rows:
        bleu = (row.bleu[1], row.bleu[3]) if row.bleu else (None, None)
        shares = (*bleu, row.rouge_l, row.extrema, *row.distinct, *row.adjusted)
        copied = (row.copies.whole_share, row.copies.run_share)
        table.add_row(row.bot, *map(_share, shares), f"{row.length:.1f}", *map(_share, copied), str(row.silent))
    return table


def _perplexities(found: Generated) -> Table:
    table = Table("what people said", "PPL a token", "PPL a word", "bits a character", header_style="bold")
    for row in found.rows:
        if row.likely:
            figures = (row.likely.token, row.likely.word, row.likely.character)
            table.add_row(row.bot, *(f"{figure:.2f}" for figure in figures))
    return table


def _published(found: Generated) -> Table:
    names = ("length", "B-1", "B-2", "B-3", "B-4", "D-1", "D-2", "D-3", "F1", "R-L")
    table = Table("ESConv's code", *names, header_style="bold")
    for row in found.rows:
        if one := row.published:
            shares = (*one.bleu, *one.distinct, one.f1, one.rouge_l)
            table.add_row(row.bot, f"{one.length:.1f}", *map(_share, shares))
    return table


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f}"
