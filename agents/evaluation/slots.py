"""Spans of unseen lines, listed for a reader to judge whether each is grammatical and faithful, with counts.

Input is JSON, one object a line: `text`, with `id` and `why` where there are any; `trap` is true where no event,
clause, thing or feeling may be found, or the traps stand in a file of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from agents.metrics.intervals import proportion
from skills.slots import NAMES, Spans, spans

LONG = 5
"""Lines of so many words or more count for coverage."""
TELLING = ("event", "clause")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a person."""

    text: str
    trap: bool = False
    id: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """A line and what was found in it."""

    line: Line
    spans: Spans

    @property
    def fills(self) -> dict[str, str]:
        return {name: words for name in NAMES if (words := getattr(self.spans, name))}

    @property
    def covered(self) -> bool:
        """What happened is found, or a thing together with what is felt about it."""
        found = self.fills
        return not found.keys().isdisjoint(TELLING) or {"thing", "feeling"} <= found.keys()

    @property
    def caught(self) -> bool:
        """A trap that gave something to speak of."""
        return self.line.trap and not self.fills.keys().isdisjoint((*TELLING, "thing", "feeling"))


@dataclass(frozen=True, slots=True)
class Counts:
    """For each long line that is no trap whether it is `covered`, for each trap whether it `caught`, and all fills."""

    covered: tuple[bool, ...]
    caught: tuple[bool, ...]
    fills: dict[str, int]

    def table(self) -> str:
        kinds = ", ".join(f"{name} {count}" for name, count in self.fills.items())
        return (
            f"lines of {LONG} words or more: {len(self.covered)}, filled: {proportion(self.covered):.3f}\n"
            f"traps: {len(self.caught)}, caught: {sum(self.caught)}\nfills: {kinds}"
        )


def read(path: Path, *, traps: bool = False) -> list[Filled]:
    """The lines of a file with their spans; `traps` where all of them are."""
    lines = (msgspec.json.decode(row, type=Line) for row in path.read_text(encoding="utf8").splitlines() if row)
    found = (msgspec.structs.replace(line, trap=line.trap or traps) for line in lines)
    return [Filled(line, spans(line.text)) for line in found]


def both(lines: Path, traps: Path) -> list[Filled]:
    """Lines of one file, and traps of another, to be counted and listed."""
    return [*read(lines), *read(traps, traps=True)]


def count(found: Sequence[Filled]) -> Counts:
    long = (item for item in found if not item.line.trap and len(item.line.text.split()) >= LONG)
    return Counts(
        covered=tuple(item.covered for item in long),
        caught=tuple(item.caught for item in found if item.line.trap),
        fills={name: sum(name in item.fills for item in found) for name in NAMES},
    )


def to_judge(found: Sequence[Filled]) -> Iterator[str]:
    """One row for each fill, tab between: the line's id, trap or not, kind, words, and the line it was taken from."""
    for item in found:
        for name, words in item.fills.items():
            yield "\t".join((item.line.id, "trap" if item.line.trap else "", name, words, item.line.text))
