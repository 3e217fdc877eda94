"""What the selection learns from: contexts with the lines that readers chose there out of all general ones, with the

kinds of their last message, and with what readers said of lines that were proposed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np

from agents.corpora.reading import refuse
from agents.training.contexts import Row, load, pieces, set_aside
from agents.verdicts.rounds import SHELF, Round, rounds, told
from agents.verdicts.verdict import MARKS
from skills.models.encoder import Piece
from skills.models.layers import Floats

CHOICES, LABELS = (Path(__file__).with_name(name) for name in ("choices.jsonl", "kinds.jsonl"))
FIRST, PASSABLE = 1.3, 0.4
"""What the first choice and a passable one count beside the others."""
COUNTED = (3, 2, 2, 1)
"""What a message's first, second, third and fourth kind count."""


class Chosen(Row, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The lines that would be good in a context, the best first, and those that are passable where few are good."""

    good: tuple[str, ...] = ()
    passable: tuple[str, ...] = ()


class Labelled(Row, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Kinds of a context's last message, what matters most first."""

    kinds: tuple[str, ...]


@dataclass(slots=True)
class Example:
    """A context; by their numbers the lines that are wanted there and the kinds of its last message, each with what it

    counts; and lines with a reader's mark, a number among `MARKS`.
    """

    context: tuple[Piece, ...]
    wanted: dict[int, float] = field(default_factory=dict)
    kinds: dict[int, float] = field(default_factory=dict)
    marked: list[tuple[int, int]] = field(default_factory=list)

    @property
    def aside(self) -> bool:
        """Whether its talk measures."""
        return set_aside(self.context[0][1])


def examples(datapath: Path, texts: Sequence[str], names: Sequence[str]) -> list[Example]:
    """All of them, in a fixed order. CorpusError names what is wrong in a file, or a talk that is missing."""
    found: dict[str, Example] = {}
    choices, labels = chosen(CHOICES, texts), labelled(LABELS, names)
    for row, own in _examples(choices, datapath, found):
        own.wanted = wanted(row, texts)
    for label, own in _examples(labels, datapath, found):
        counts = zip(label.kinds, COUNTED, strict=False)
        own.kinds = {names.index(kind): count / sum(COUNTED[: len(label.kinds)]) for kind, count in counts}
    for number, marked in enumerate(rounds(first=SHELF), SHELF):
        _mark(told(marked, datapath), texts, f"{number}/", found)
    return [found[name] for name in sorted(found)]


def chosen(path: Path, texts: Sequence[str]) -> list[Chosen]:
    """The rows of a file of choices. CorpusError names file, line and reason."""
    rows, there = load(path, Chosen), {*texts}
    for number, row in enumerate(rows, 1):
        if unknown := sorted({*row.good, *row.passable} - there):
            refuse(path, number, f"{unknown[0]!r:.60} is no general line of skills/replies")
        if not row.good and not row.passable:
            refuse(path, number, "nothing is chosen")
    return rows


def labelled(path: Path, names: Sequence[str]) -> list[Labelled]:
    """The rows of a file of labels. CorpusError names file, line and reason."""
    rows = load(path, Labelled)
    for number, row in enumerate(rows, 1):
        if unknown := sorted({*row.kinds} - {*names}):
            refuse(path, number, f"{unknown[0]!r} is no kind (`## after: ...` in skills/replies)")
        if not 1 <= len(row.kinds) <= len(COUNTED):
            refuse(path, number, f"a message has one to {len(COUNTED)} kinds")
    return rows


def wanted(row: Chosen, texts: Sequence[str]) -> dict[int, float]:
    """The lines' shares of what was chosen in a context."""
    counts: dict[int, float] = {}
    for place, text in enumerate(row.good):
        counts[texts.index(text)] = 1 if place else FIRST
    for text in row.passable:
        counts[texts.index(text)] = counts.get(texts.index(text), 0) + PASSABLE
    return {line: count / sum(counts.values()) for line, count in counts.items()}


def spread(shares: Iterable[dict[int, float]], width: int) -> Floats:
    """(n, width) of shares by their places."""
    rows = list(shares)
    found = np.zeros((len(rows), width), np.float32)
    for own, row in zip(found, rows, strict=True):
        own[[*row]] = [*row.values()]
    return found


def _mark(found: Round, texts: Sequence[str], prefix: str, known: dict[str, Example]) -> None:
    """Give the examples of a round's items the marks of the general lines that were proposed there."""
    items, verdicts = found
    places = {text: number for number, text in enumerate(texts)}
    for verdict in verdicts:
        item = items[verdict.item]
        pairs = zip(item.candidates, verdict.marks, strict=True)
        marked = [(places[one.text], MARKS.index(mark)) for one, mark in pairs if one.text in places]
        if len(marked) > 1:
            context = tuple((said.speaker == "supporter", said.text) for said in item.context)
            known.setdefault(f"{prefix}{verdict.item}", Example(context)).marked += marked


R = TypeVar("R", bound=Row)


def _examples(rows: Sequence[R], datapath: Path, known: dict[str, Example]) -> Iterator[tuple[R, Example]]:
    for row, context in zip(rows, pieces(rows, datapath), strict=True):
        yield row, known.setdefault(row.name, Example(context))
