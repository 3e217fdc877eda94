"""The tables of `attune eval replies`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from agents.evaluation.care_tables import cells
from agents.evaluation.contrast_set import ContrastSet
from agents.evaluation.judged import Figure
from agents.evaluation.refusing import Refusing
from agents.evaluation.replies import Replies
from agents.evaluation.replies_report import Habits
from agents.evaluation.talk_report import Violation
from agents.statistics.screen import put, screen

FEW = 8
"""So many places of a violation are named; --json names all."""


def show(found: Replies, *, markdown: bool = False) -> None:
    """Pairs; where corpora were read, habits, refusals and what the judge says; at last every mistake in the pairs."""
    console = screen(markdown=markdown)
    console.print(f"{found.bot}; 95 % intervals\n")
    put(console, _contrast_set(found.contrast_set), markdown=markdown)
    if found.habits and found.refusing:
        put(console, _violations(found.habits, found.refusing), _habits(found.habits), markdown=markdown)
    if found.judged:
        put(console, _judged(found.judged), markdown=markdown)
    for row in found.contrast_set.mistakes:
        console.print(f"{row.id} {row.valence}: {row.said}\n    {row.reply}", markup=False)


def _contrast_set(found: ContrastSet) -> Table:
    table = Table("replies of the wrong valence", "count", "%", header_style="bold")
    rows = {"all lines": found.wrong, "held-out half": found.held_out, "other half": found.tuned}
    named = {f"  {name}": count for name, count in (found.by_contrast | found.by_valence).items()}
    for name, count in (rows | named | {"pairs with one": found.pairs}).items():
        table.add_row(name, *cells(count))
    return table


def _violations(habits: Habits, refusing: Refusing) -> Table:
    table = Table("must not happen", "count", "% of turns", "% of talks", "where (talk.turn)", header_style="bold")

    def row(name: str, found: Violation) -> None:
        places = " ".join(f"{talk}.{turn}" for talk, turn in found.places[:FEW])
        table.add_row(
            name, str(len(found.places)), f"{found.share.percent():.2f}", f"{found.talks.percent():.2f}", places
        )

    row("a reply said before", habits.replies_again)
    row("a suggestion before the trouble is told or advice asked for, by labels", habits.early_by_label)
    row("the same, by the texts alone", habits.early_by_text)
    row(f"a suggestion after one of {refusing.refusals} refusals", refusing.again)
    return table


def _habits(found: Habits) -> Table:
    table = Table(f"{found.talks} talks, {found.replies} replies", "count", "value", header_style="bold")
    table.add_row("commonest first three words, %", *cells(found.top))
    for opener, count in found.openers.items():
        table.add_row(f"  {opener}", str(count))
    table.add_row('talks with "sorry to hear" more than once, %', *cells(found.sorry))
    table.add_row("  the most in one talk", str(found.most_sorry))
    table.add_row("words of the reply by words of the turn: rank correlation", "", f"{found.length:.3f}")
    for name, mean in found.words.items():
        table.add_row(f"  words of replies to {name} words", "", f"{mean:.1f}")
    return table


def _judged(found: Sequence[Figure]) -> Table:
    table = Table("beside people's replies", "ours", "people's", "gap", "of", header_style="bold")
    for figure in found:
        gap = f"{figure.gap:.3f}" if figure.gap else ""
        table.add_row(figure.measure, f"{figure.ours:.3f}", f"{figure.gold:.3f}", gap, figure.of)
    return table
