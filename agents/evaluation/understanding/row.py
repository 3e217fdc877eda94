"""One figure of one task, with what it must be seen beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.metrics.intervals import Interval
from agents.statistics.sheet import Cell, Sheet

COLUMNS = ("task", "measure", "shipped", "specialist", "beside", "known")
NOTE = (
    "shipped: heads on the one encoder of configs/default.toml; specialist: weights of its own; beside: counted here, "
    "on the same examples; known: as published, on the part that the paper names"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A measure of a task with its 95 % interval, in the measure's own unit (shares from 0 to 1).

    `shipped` is what runs in the bot, `specialist` a model with weights of its own; None where there is none. `beside`
    are baselines counted on the same examples, by name; `known` the published figure and whose it is.
    """

    task: str
    measure: str
    shipped: Interval | None
    specialist: Interval | None = None
    beside: tuple[tuple[str, float], ...] = ()
    known: str = ""


def sheet(split: str, rows: Sequence[Row]) -> Sheet:
    """All rows as one table."""
    cells = tuple(_cells(row) for row in rows)
    return Sheet("understanding", f"Understanding, {split} parts", COLUMNS, cells, NOTE, digits=3)


def _cells(row: Row) -> tuple[Cell, ...]:
    beside = ", ".join(f"{name} {value:.3f}" for name, value in row.beside)
    return (row.task, row.measure, row.shipped, row.specialist, beside, row.known)
