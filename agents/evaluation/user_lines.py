"""What is given back of 300 lines of people who never saw the bot, and of 60 traps, of which nothing may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.evaluation.care_report import Count, count
from agents.evaluation.care_sets import SETS, Text, read
from skills.intent import acts
from skills.mode import follow
from skills.situation import given
from skills.slots import NAMES, Spans, spans

LONG = 5
"""Lines of so many words or more count for coverage."""
TELLING = ("event", "clause")


@dataclass(frozen=True, slots=True)
class Filled:
    """A line, what was found in it, and what of that a reply may give back in a first turn."""

    text: str
    trap: bool
    id: str
    spans: Spans
    given: dict[str, str]

    @property
    def fills(self) -> dict[str, str]:
        return {name: words for name in NAMES if (words := getattr(self.spans, name))}

    @property
    def caught(self) -> bool:
        """A trap that gave something to speak of."""
        return self.trap and not self.fills.keys().isdisjoint((*TELLING, "thing", "feeling"))


@dataclass(frozen=True, slots=True)
class Slots:
    """`filled` and `given` are of the lines long enough, `traps` of the traps; `fills` are all spans by kind."""

    filled: Count
    given: Count
    traps: Count
    fills: dict[str, int]


def lines() -> list[Filled]:
    """The lines and the traps with their spans."""
    files = {"user_lines.jsonl": False, "user_traps.jsonl": True}
    return [filled(row.text, trap=trap, id_=row.id) for file, trap in files.items() for row in read(SETS / file, Text)]


def filled(text: str, *, trap: bool = False, id_: str = "") -> Filled:
    found, heard = spans(text), acts(text)
    return Filled(text, trap, id_, found, given(found, heard, follow(None, heard, None)))


def figures(found: Sequence[Filled]) -> Slots:
    long = [row for row in found if not row.trap and len(row.text.split()) >= LONG]
    return Slots(
        filled=count(covers(row.fills) for row in long),
        given=count(covers(row.given) for row in long),
        traps=count(row.caught for row in found if row.trap),
        fills={name: sum(name in row.fills for row in found) for name in NAMES},
    )


def covers(fills: dict[str, str]) -> bool:
    """What happened is found, or a thing together with what is felt about it."""
    return not fills.keys().isdisjoint(TELLING) or {"thing", "feeling"} <= fills.keys()


def to_judge(found: Sequence[Filled]) -> Iterator[str]:
    """One row for each span, tab between: the line's id, trap or not, kind, words, and the line it was taken from."""
    for row in found:
        for name, words in row.fills.items():
            yield "\t".join((row.id, "trap" if row.trap else "", name, words, row.text))
