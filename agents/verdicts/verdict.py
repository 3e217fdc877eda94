"""Verdicts: how a reader marked the candidates of an item, which were best and worst, and why some fall short.

A file of verdicts is JSON lines (`agents.verdicts.kept`), in the order in which they were given; each is on the disk
before the next item is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec

from agents.corpora.reading import refuse
from agents.verdicts import kept
from agents.verdicts.item import Item

Mark = Literal["good", "passable", "bad"]
MARKS: tuple[Mark, ...] = get_args(Mark)
Reason = Literal[
    "generic", "beside the point", "wrong who or what", "wrong feeling", "question ignored", "too early advice",
    "repeats", "presumes", "clumsy",
]  # fmt: skip
REASONS: tuple[Reason, ...] = get_args(Reason)


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reader's verdict on one item; marks and reasons stand in the order of the item's candidates.

    `best` and `worst` are candidates by number, from 0. A good reply has no reason, any other has one.
    """

    item: str
    reader: str
    marks: tuple[Mark, ...]
    best: int
    worst: int
    reasons: tuple[Reason | None, ...]


def problem(verdict: Verdict, items: Mapping[str, Item]) -> str | None:
    """What is wrong with a verdict; None if nothing is."""
    if verdict.item not in items:
        return f"no item has the id {verdict.item!r}"
    count = len(items[verdict.item].candidates)
    for name, given in (("marks", verdict.marks), ("reasons", verdict.reasons)):
        if len(given) != count:
            return f"item {verdict.item} has {count} candidates and the verdict {len(given)} {name}"
    for name, place in (("best", verdict.best), ("worst", verdict.worst)):
        if not 0 <= place < count:
            return f"{name} = {place}: the candidates of item {verdict.item} are 0 to {count - 1}"
    if verdict.best == verdict.worst:
        return f"item {verdict.item}: one reply cannot be best and worst"
    for place, (mark, reason) in enumerate(zip(verdict.marks, verdict.reasons, strict=True)):
        if (mark == "good") is (reason is not None):
            wanted = "has no reason" if mark == "good" else f"needs a reason, one of {', '.join(REASONS)}"
            return f"item {verdict.item}: reply {place}, marked {mark}, {wanted}"
    return None


def load(path: Path, items: Mapping[str, Item]) -> list[Verdict]:
    """The verdicts of a file. CorpusError names file, line and reason; a last line cut short is left out."""
    found: list[Verdict] = []
    for number, verdict in kept.load(path, Verdict, "verdict"):
        if wrong := problem(verdict, items):
            refuse(path, number, wrong)
        found.append(verdict)
    return found


def append(path: Path, verdicts: Sequence[Verdict]) -> None:
    """Add verdicts to a file; when this returns they are on the disk."""
    kept.append(path, verdicts)
