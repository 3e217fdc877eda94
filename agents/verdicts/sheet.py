"""Sheets: items as a reader sees them, blind and shuffled, and the line with which they are answered.

    A=good B=bad/generic C=passable D=good E=bad/wrong feeling best=A worst=B

Every candidate is named once, with a mark and, where it falls short, a reason; the order of the letters is the
reader's own, drawn by item and reader, so that no place is anybody's favourite.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence
from typing import TypeVar

from agents.verdicts.item import Item
from agents.verdicts.verdict import MARKS, REASONS, Mark, Reason, Verdict, problem
from bot.errors import StudyError

T = TypeVar("T", bound=str)
LETTERS = "ABCDEFGH"
_FIELD = re.compile(r"(?:^|\s)([A-Za-z]+)\s*=\s*")
INSTRUCTIONS = f"""\
Each item is a talk between a person and a supporter, which is a computer program, and several replies that the program
could give now. Mark every reply:

good      one would be glad to get it at this very point: it follows from what was just said, nothing in it is wrong
passable  it does no harm, and could stand under many other messages
bad       it does not fit: wrong, odd, cold, off the point, or it says what nobody said

Choose the best and the worst. Where a reply is not good, give one reason: {", ".join(REASONS)}.
Answer with one line for each item:

ITEM A=good B=bad/generic C=passable/clumsy D=bad/wrong feeling best=A worst=B
"""


def order(item: Item, reader: str) -> list[int]:
    """Which candidate stands under each letter, for this reader."""
    places = list(range(len(item.candidates)))
    key = hashlib.sha256(f"{item.id}\0{reader}".encode()).digest()
    random.Random(key).shuffle(places)
    return places


def shown(item: Item, reader: str) -> str:
    """An item as a reader sees it."""
    rows = [f"## {item.id}", *(f"{said.speaker}: {said.text}" for said in item.context), ""]
    rows += [f"{letter}  {item.candidates[place].text}" for letter, place in _lettered(item, reader)]
    return "\n".join(rows) + "\n"


def sheet(items: Sequence[Item], reader: str) -> str:
    """Several items below the instructions."""
    return "\n".join([INSTRUCTIONS, *(shown(item, reader) for item in items)])


def answered(line: str, item: Item, reader: str) -> Verdict:
    """The verdict that a line gives. StudyError names what is wrong with it, and the choices."""
    given = _fields(line)
    lettered = _lettered(item, reader)
    letters = dict(lettered)
    marks: dict[int, Mark] = {}
    reasons: dict[int, Reason | None] = {}
    for letter, place in lettered:
        if letter not in given:
            raise StudyError(f"item {item.id}: {letter} has no mark (each of {', '.join(letters)} has one)")
        mark, _, reason = (part.strip() for part in given.pop(letter).partition("/"))
        marks[place] = _one_of(item, letter, mark, MARKS)
        reasons[place] = _one_of(item, letter, reason, REASONS) if reason else None
    best, worst = (
        letters[_one_of(item, name, given.pop(name, "").upper(), list(letters))] for name in ("best", "worst")
    )
    if given:
        raise StudyError(f"item {item.id}: {next(iter(given))!r} is none of {', '.join(letters)}, best, worst")
    places = sorted(marks)
    verdict = Verdict(
        item.id, reader, tuple(marks[at] for at in places), best, worst, tuple(reasons[at] for at in places)
    )
    if wrong := problem(verdict, {item.id: item}):
        raise StudyError(wrong)
    return verdict


def _lettered(item: Item, reader: str) -> list[tuple[str, int]]:
    return list(zip(LETTERS, order(item, reader), strict=False))


def _fields(line: str) -> dict[str, str]:
    """The fields of a line by name; letters in upper case, other names in lower."""
    marks = list(_FIELD.finditer(line))
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    names = (mark[1].upper() if len(mark[1]) == 1 else mark[1].lower() for mark in marks)
    return {name: line[mark.end() : end].strip() for name, mark, end in zip(names, marks, ends, strict=False)}


def _one_of(item: Item, name: str, value: str, choices: Sequence[T]) -> T:
    for choice in choices:
        if value.lower() == choice.lower():
            return choice
    raise StudyError(f"item {item.id}: {name} = {value!r} is none of {', '.join(choices)}")
