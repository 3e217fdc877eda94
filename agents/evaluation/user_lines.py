"""What is given back of 300 lines of people who never saw the bot, and of 60 traps, of which nothing may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.evaluation import slots
from agents.evaluation.care_report import Count, count
from agents.evaluation.care_sets import SETS, Text, read
from agents.evaluation.slots import Filled, Line
from skills.slots import spans


@dataclass(frozen=True, slots=True)
class Slots:
    """`filled` is of the lines long enough, `traps` of the traps; `fills` are all spans by kind."""

    filled: Count
    traps: Count
    fills: dict[str, int]


def lines() -> list[Filled]:
    """The lines and the traps with their spans."""
    said = read(SETS / "user_lines.jsonl", Text)
    traps = read(SETS / "user_traps.jsonl", Text)
    return [
        Filled(Line(row.text, trap, row.id), spans(row.text))
        for rows, trap in ((said, False), (traps, True))
        for row in rows
    ]


def figures(found: Sequence[Filled]) -> Slots:
    counts = slots.count(found)
    return Slots(count(counts.covered), count(counts.caught), counts.fills)
