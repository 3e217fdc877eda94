"""Tables of figures: read out of a command's Markdown, kept as numbers, written into a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

PIPE = re.compile(r"(?<!\\)\|")
INTERVAL = re.compile(r"(-?\d[\d,]*(?:\.\d+)?) \[(-?\d[\d,]*(?:\.\d+)?), (-?\d[\d,]*(?:\.\d+)?)\]")
SHARE = re.compile(r"(\d+)/(\d+)")


class Number(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A figure with `digits` after the point; with its 95 % interval, or how many it is of, where it has one."""

    value: int | float
    digits: int = 0
    low: float | None = None
    high: float | None = None
    of: int | None = None

    def __str__(self) -> str:
        if self.of is not None:
            return f"{self.value:.0f}/{self.of}"
        if self.low is None or self.high is None:
            return f"{self.value:,.{self.digits}f}"
        return "{0:,.{3}f} [{1:,.{3}f}, {2:,.{3}f}]".format(self.value, self.low, self.high, self.digits)


Cell = str | Number


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`title` stands above the table. Its name is what its first column is called."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def name(self) -> str:
        return self.head[0]

    def markdown(self) -> str:
        """The table as a page has it."""
        rows = (tuple(str(cell) for cell in row) for row in self.rows)
        lines = [_line(self.head), "|" + "---|" * len(self.head), *map(_line, rows)]
        return "\n".join([*([self.title, ""] if self.title else []), *lines])


def read(markdown: str) -> tuple[Table, ...]:
    """Every table of a text; its title is the last line of words before it, where no other table stands between."""
    return tuple(_read(markdown))


def cell(text: str) -> Cell:
    """A figure with its interval, a share as `7/9`, or else words as they are."""
    if found := INTERVAL.fullmatch(text):
        digits = len(found[1].partition(".")[2])
        value, low, high = (float(part.replace(",", "")) for part in found.groups())
        return Number(value, digits, low, high)
    if found := SHARE.fullmatch(text):
        return Number(int(found[1]), of=int(found[2]))
    return text


def _read(markdown: str) -> Iterator[Table]:
    title, rows = "", list[tuple[str, ...]]()
    for line in [*markdown.splitlines(), ""]:
        if line.lstrip().startswith("|"):
            rows.append(_cells(line))
            continue
        if len(rows) > 1:
            yield Table(title, rows[0], tuple(tuple(map(cell, row)) for row in rows[2:]))
            title = ""
        rows = []
        title = line.strip() or title


def _cells(line: str) -> tuple[str, ...]:
    parts = PIPE.split(line.strip().removeprefix("|").removesuffix("|"))
    return tuple(part.strip().replace("\\|", "|") for part in parts)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |"
