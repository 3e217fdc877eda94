"""Corpora on the terminal: dialogs coloured by who speaks, with their labels, and tables of counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from agents.corpora.catalogue import Corpus
from agents.corpora.check import Checked, Row
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
    """Print one dialog."""
    about = "; ".join(f"{name}: {value}" for name, value in talk.about)
    console.print(Text.assemble((talk.id, "bold"), ("  " + about, "dim")))
    roles = list(dict.fromkeys(line.role for line in talk.lines))
    for line in talk.lines:
        console.print(Padding(_line(line, COLOURS[roles.index(line.role) % len(COLOURS)]), (0, 0, 0, 2)))
    console.print()


def _line(line: Line, colour: str) -> Text:
    notes = ", ".join(value for _, value in line.notes)
    return Text.assemble(
        (f"{line.role}: " if line.role else "", f"bold {colour}"), line.text, (f"  [{notes}]" if notes else "", "dim")
    )


def parts_here(corpus: Corpus, datapath: Path) -> list[str]:
    """The parts of a corpus of which every file is below the data folder; none is opened."""
    return [part for part, files in corpus.parts.items() if all((datapath / file).is_file() for file in files)]


def counts(checked: Checked) -> Table:
    """A corpus' counts: by the paper, in the release, here, and why they differ or what was expected."""
    table = Table("", "part", "unit", "paper", "release", "here", "", box=None, pad_edge=False)
    for column in table.columns[3:6]:
        column.justify = "right"
    for row in checked.rows:
        paper, release = (f"{value:,}" if value is not None else "" for value in _published(row))
        table.add_row(f"{_mark(row)} {row.corpus}", row.part, row.unit, paper, release, f"{row.found:,}", _remark(row))
    if checked.missing:
        table.add_row(
            f"{'  ' if checked.rows else '✗ '}{checked.corpus}", ", ".join(checked.missing), "", "", "", "not here", ""
        )
    return table


def _published(row: Row) -> tuple[int | None, int | None]:
    return (None, None) if row.expected is None else (row.expected.paper, row.expected.release)


def _mark(row: Row) -> str:
    if row.expected is None:
        return "?"
    return "✗" if row.wrong else "✓"


def _remark(row: Row) -> str:
    if row.expected is None:
        return "nothing is expected of it yet"
    return f"expected {row.expected.here:,}" if row.wrong else row.expected.why
