"""Lines, talks and replies written for this project to measure the guard; each set is a .jsonl file in `sets`.

Who wrote the held-out half saw neither patterns nor the tuning half: its texts are never shown, only counted. `natural`
is held out as well: messages as people type them, by six writers who saw nothing of the guard nor each other's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar, get_args

import msgspec

from agents.corpora.reading import refuse, text_of

Part = Literal["heldout", "tuning", "natural"]
PARTS: tuple[Part, ...] = get_args(Part)
SETS = Path(__file__).parent / "sets"
CALM = "none"
"""The kind where there is no danger."""
MINOR = "minor"
"""The flag of lines in which a person says to be under age."""
T = TypeVar("T")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody writes, with the right level (0 is calm), its kind, and how it is said (`slice`)."""

    id: str
    text: str
    level: Literal[0, 1, 2, 3]
    kind: str
    slice: str
    flags: tuple[str, ...] = ()


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn of a person in a talk, with the levels, and the kinds, that are both right."""

    text: str
    level: tuple[Literal[0, 1, 2, 3], ...]
    kind: str | tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind,) if isinstance(self.kind, str) else self.kind


class Talk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One person's side of a talk; `kind` is the danger it is about."""

    id: str
    kind: str
    about: str
    turns: tuple[Said, ...]


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reply that the gate must refuse, for the reason `why`, or must let pass."""

    id: str
    text: str
    why: str = ""


def lines(part: Part) -> tuple[Line, ...]:
    return read(SETS / "care" / f"{part}_lines.jsonl", Line)


def talks(part: Part) -> tuple[Talk, ...]:
    return read(SETS / "care" / f"{part}_talks.jsonl", Talk)


def harmful() -> tuple[Text, ...]:
    return read(SETS / "harmful_replies.jsonl", Text)


def harmless() -> tuple[Text, ...]:
    return read(SETS / "harmless_replies.jsonl", Text)


def read(path: Path, kind: type[T]) -> tuple[T, ...]:
    """The rows of a set. CorpusError names file, line and reason; the reason holds no text of the row."""
    if not path.is_file():
        refuse(path, None, "there is no such set")
    found: list[T] = []
    for number, row in enumerate(text_of(path).splitlines(), 1):
        try:
            found.append(msgspec.json.decode(row, type=kind))
        except msgspec.DecodeError as error:
            refuse(path, number, str(error))
    return tuple(found)
