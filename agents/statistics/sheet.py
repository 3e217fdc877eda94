"""A table of figures and, where it has one, its picture: what every count here ends in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agents.metrics.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

Cell = str | int | float | Interval | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cells below `columns`. `draw` draws the picture on an empty figure of `size` inches.

    `title` says the corpus part and how much was counted; `note` how, where the columns do not say it.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    digits: int = 1
    draw: Callable[[Figure], None] | None = None
    size: tuple[float, float] = (7.0, 3.5)


def table(sheet: Sheet) -> Table:
    """The sheet as the terminal shows it."""
    from rich.table import Table

    found = Table(box=None, header_style="bold")
    for place, column in enumerate(sheet.columns):
        words = all(isinstance(row[place], str) for row in sheet.rows)
        found.add_column(column, justify="left" if words else "right")
    for row in sheet.rows:
        found.add_row(*(shown(cell, sheet.digits) for cell in row))
    return found


def shown(cell: Cell, digits: int) -> str:
    """A cell as people read it; nothing where there is no figure."""
    if cell is None:
        return ""
    if isinstance(cell, int):
        return f"{cell:,}"
    return cell if isinstance(cell, str) else f"{cell:.{digits}f}"


def flat(sheet: Sheet) -> Iterable[tuple[Cell, ...]]:
    """Header and rows of plain cells: a column of intervals becomes three, its figure, `low` and `high`."""
    wide = [any(isinstance(row[place], Interval) for row in sheet.rows) for place in range(len(sheet.columns))]
    yield tuple(
        name
        for column, spread in zip(sheet.columns, wide, strict=True)
        for name in ((column, f"{column} low", f"{column} high") if spread else (column,))
    )
    for row in sheet.rows:
        yield tuple(part for cell, spread in zip(row, wide, strict=True) for part in _parts(cell, spread=spread))


def _parts(cell: Cell, *, spread: bool) -> tuple[Cell, ...]:
    if isinstance(cell, Interval):
        return cell.value, cell.low, cell.high
    return (cell, None, None) if spread else (cell,)


def plain(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON takes it: a row is an object, an interval one of value, low and high."""
    rows = [dict(zip(sheet.columns, map(_plain, row), strict=True)) for row in sheet.rows]
    return {"title": sheet.title, "note": sheet.note, "rows": rows}


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Interval):
        return {"value": _plain(cell.value), "low": _plain(cell.low), "high": _plain(cell.high)}
    return None if cell != cell else cell  # noqa: PLR0124  # JSON has no NaN
