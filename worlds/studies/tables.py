"""A table of a study, as it is printed and as the report draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from worlds.studies.meeting import TWO, Meeting

NOTHING = "–"
"""Stands where there is nothing to count."""
SMALLEST = 0.001
"""Of p, what is printed."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as they are printed; `note` says how to read them. `shades` are colours of as many cells of each row, from

    the second column on, for a picture of them.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    shades: tuple[tuple[str, ...], ...] = ()

    def lines(self) -> Iterator[str]:
        """As text, the first column to the left and all others to the right."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        yield self.title
        for row in (self.head, *self.rows):
            first, *others = (
                cell.ljust(width) if not at else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield "  ".join((first, *others)).rstrip()
        if self.note:
            yield self.note


def p_value(p: float) -> str:
    """As papers print it: never as nothing at all."""
    return f"{p:.3f}" if p >= SMALLEST else f"<{SMALLEST}"


def of_rooms(rooms: Sequence[Meeting]) -> list[tuple[str, str]]:
    """Rows: how many met, waited for nobody, left and were reported."""
    met = [len(room.seats) == TWO for room in rooms]
    return [
        ("rooms with two people", str(sum(met))),
        ("rooms in which nobody came", str(len(met) - sum(met))),
        ("rooms that somebody left", str(sum(bool(room.left) and two for room, two in zip(rooms, met, strict=True)))),
        ("people reported by their partner", str(sum(bool(room.reported) for room in rooms))),
    ]


def of_talks(talks: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Rows: how many talks there are, and how long they and their utterances are."""
    said = [text for talk in talks for text in talk]
    rows = [("whole talks", str(len(talks)))]
    if said:
        rows.append(("utterances a talk, mean", f"{len(said) / len(talks):.2f}"))
        rows.append(("words an utterance, mean", f"{mean(len(text.split()) for text in said):.1f}"))
    return rows
