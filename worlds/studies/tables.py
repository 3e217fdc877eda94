"""A table of a study, as it is printed and as the report draws it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as they are printed; `note` says how to read them."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

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
