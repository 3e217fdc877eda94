"""Tables on the terminal, or as a page of Markdown takes them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

from agents.statistics.sheet import Sheet, table

PAGE = 2000
"""Columns of a page of Markdown, so that no row is broken."""


def screen(*, markdown: bool, width: int = 0) -> Console:
    """A console at least `width` columns wide."""
    console = Console(highlight=False, width=PAGE if markdown else None)
    console.width = max(console.width, width)
    return console


def put(console: Console, *tables: Table, markdown: bool) -> None:
    """The tables one below the other, as a page takes them or as eyes do."""
    for found in tables:
        found.box = MARKDOWN if markdown else None
        console.print(found, "")


def show(sheets: Sequence[Sheet], *, markdown: bool, width: int) -> None:
    """Each sheet's title, its table, and how it was counted."""
    console = screen(markdown=markdown, width=width)
    for sheet in sheets:
        console.print(sheet.title, style="bold", markup=False)
        put(console, table(sheet), markdown=markdown)
        console.print(f"{sheet.note}\n", style="dim", markup=False)
