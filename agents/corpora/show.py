"""Corpora on the terminal: dialogs coloured by who speaks, with their labels, and tables of counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from agents.corpora.catalogue import Corpus
from agents.corpora.check import Checked, Row
from agents.corpora.reading import PARTS
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

COLOURS = ("cyan", "yellow", "green", "magenta", "blue", "red")
"""By the order in which people first speak; the seventh has the first one's again."""


def talks(corpus: Corpus, datapath: Path, part: str) -> Iterator[Talk]:
    """The dialogs of a part. CorpusError for a corpus that is not to be shown."""
    if not hasattr(corpus.reader, "talks"):
        raise CorpusError(f"{corpus.title} is never shown: {corpus.note}")
    found: Iterator[Talk] = corpus.reader.talks(datapath, part)
    return found


def put(talk: Talk, console: Console) -> None:
    """Print one dialog: its name, what is noted of the whole of it, and its lines."""
    console.print(Text(talk.id, "bold"))
    for name, value in talk.about:
        _indented(console, Text(f"{name}: {value}", "dim"))
    roles = list(dict.fromkeys(line.role for line in talk.lines))
    for line in talk.lines:
        _indented(console, _line(line, COLOURS[roles.index(line.role) % len(COLOURS)]))
    console.print()


def _indented(console: Console, text: Text) -> None:
    """All lines of the text, where it is wrapped."""
    console.print(Padding(text, (0, 0, 0, 2), expand=False))


def _line(line: Line, colour: str) -> Text:
    notes = ", ".join(value for _, value in line.notes)
    return Text.assemble(
        (f"{line.role}: " if line.role else "", f"bold {colour}"), line.text, (f"  [{notes}]" if notes else "", "dim")
    )


def corpora(found: Iterator[Corpus], datapath: Path) -> Table:
    """One line a corpus: name, title, licence, and which of its parts are here."""
    table = Table("name", "corpus", "licence as stated", "here", box=None, pad_edge=False)
    for corpus in found:
        here = corpus.here(datapath)
        parts = " ".join(part if part in here else " " * len(part) for part in PARTS)
        table.add_row(corpus.name, corpus.title, corpus.licence, parts)
    return table


def counts(checked: Checked, console: Console) -> None:
    """Print a corpus' counts: by the paper, in the release and here, and below them why they differ."""
    console.print(Text.assemble((checked.corpus.name, "bold"), f"  {checked.corpus.title}, {checked.corpus.paper}"))
    if checked.rows:
        console.print(_table(checked.rows))
    for said in _remarks(checked):
        _indented(console, Text(said))
    console.print()


def _table(rows: tuple[Row, ...]) -> Table:
    table = Table("", "part", "unit", "paper", "release", "here", box=None, padding=(0, 2, 0, 0))
    for column in table.columns[3:]:
        column.justify = "right"
    for row in rows:
        numbers = (row.count.paper, row.count.release, row.found)
        shown = ("" if number is None else f"{number:,}" for number in numbers)
        table.add_row("✓" if row.right else "✗" if row.wrong else "?", row.part, row.unit, *shown)
    return table


def _remarks(checked: Checked) -> Iterator[str]:
    """What is wrong first, then why numbers differ, each reason once, and what else there is to know."""
    yield from (f"✗ {said}" for said in checked.damage)
    for row in checked.rows:
        if row.wrong:
            yield f"✗ {row.part}, {row.unit}: {row.count.here:,} are expected"
    reasons = defaultdict[str, list[str]](list)
    for row in checked.rows:
        if row.count.why:
            reasons[row.count.why].append(f"{row.part} {row.unit}")
    yield from (f"{', '.join(units)}: {why}" for why, units in reasons.items())
    if checked.corpus.note:
        yield checked.corpus.note
    if checked.missing:
        yield f"not here: {', '.join(checked.missing)}"
