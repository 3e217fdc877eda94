"""Openings: what people say to a supporter, each with several replies that would answer it (`skills/replies/*.txt`).

    ## interview coming up | anxious          a kind of message and a feeling; below it, openings of that kind
    P: interview at 9, feel sick              what was said, newest last; the supporter's part of it without a label
    S [Question]: Which part are you dreading most?
    * [Question]: ...                         starred: a reply to this opening alone, with its own details

    ## empathetic hit:0_conv:1 1              or the first so many messages of a talk of a corpus, which isn't copied
    S [Reflection of feelings]: ...

All other replies are written for whoever says something of the kind: with the kind's own words and without details of
one person. A kind without openings (`## after: good news`) has replies for whatever does so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.dialog import STRATEGIES
from bot.errors import ConfigError
from skills import pins
from skills.models.encoder import Piece

FOLDER = Path(__file__).with_name("replies")
CORPORA = ("empathetic", "esconv")
REFERENCE = re.compile(rf"({'|'.join(CORPORA)}) (\S+) (\d+)")
LABELS = {name: name for name in STRATEGIES} | {"Normalising": "Self-disclosure"}
"""Labels of replies with the strategy of ESConv's eight: a program has nothing of its own to disclose, and says what

many people go through where a person would tell of themselves.
"""
AFTER = "after: "
HEAD, SAID, REPLY = re.compile(r"## (\S.*)"), re.compile(r"([PS]): (\S.*)"), re.compile(r"([S*]) \[([^\]]+)\]: (\S.*)")


class Line(NamedTuple):
    """A reply, and its strategy of ESConv's eight."""

    text: str
    strategy: str


class Reference(NamedTuple):
    """The first `messages` utterances of a talk of a corpus."""

    corpus: str
    talk: str
    messages: int


@dataclass(slots=True)
class Opening:
    """What was said, newest last, each piece with whether the supporter said it, and replies to it.

    `context` is empty where it is that of a corpus (`reference`), or any of the kind. `own` replies are to these words
    alone, `lines` to all that are like them.
    """

    kind: str
    feeling: str = ""
    context: tuple[Piece, ...] = ()
    reference: Reference | None = None
    lines: list[Line] = field(default_factory=list)
    own: list[Line] = field(default_factory=list)

    @property
    def general(self) -> bool:
        """Written for whatever is of its kind."""
        return not self.context and self.reference is None


def read(folder: Path = FOLDER) -> list[Opening]:
    """All openings, file by file. ConfigError names file, line and reason.

    Our own files are held against their pins: WeightsError where one is missing or altered.
    """
    if folder == FOLDER:
        pins.check_all("replies")
    paths = sorted(folder.glob("*.txt"))
    if not paths:
        raise ConfigError(f"{folder}: there are no replies here (a .txt file of openings)")
    return [one for path in paths for one in _openings(path)]


def lines() -> list[str]:
    """Every reply of ours that is not to one opening alone, each text once."""
    return list(dict.fromkeys(line.text for opening in read() for line in opening.lines))


def kinds() -> list[str]:
    """All kinds that general replies of ours are written for, in the files' order."""
    return [opening.kind for opening in read() if opening.general]


def _openings(path: Path) -> Iterator[Opening]:
    """Openings of one file: a new one begins with a head or with what is said after replies."""
    found: Opening | None = None
    for number, row in enumerate(path.read_text(encoding="utf8").split("\n"), 1):
        where = f"{path}:{number}"
        if head := HEAD.fullmatch(row):
            yield from _whole(found, where)
            found = _begun(head[1])
        elif said := SAID.fullmatch(row):
            if found is None or found.reference is not None:
                raise ConfigError(f"{where}: a message stands below a kind (`## kind | feeling`)")
            if found.lines or found.own:
                yield from _whole(found, where)
                found = Opening(found.kind, found.feeling)
            found.context += ((said[1] == "S", said[2]),)
        elif reply := REPLY.fullmatch(row):
            if found is None:
                raise ConfigError(f"{where}: a reply stands below what it answers")
            if reply[2] not in LABELS:
                raise ConfigError(f"{where}: {reply[2]!r} is no strategy (there are: {', '.join(LABELS)})")
            (found.own if reply[1] == "*" else found.lines).append(Line(reply[3], LABELS[reply[2]]))
        elif row.strip():
            raise ConfigError(f"{where}: a line begins with `## `, `P: `, `S: `, `S [strategy]: ` or `* [strategy]: `")
    yield from _whole(found, str(path))


def reference(text: str) -> Reference | None:
    """The messages that `empathetic hit:0_conv:1 1` means; None where a text names none."""
    found = REFERENCE.fullmatch(text)
    return Reference(found[1], found[2], int(found[3])) if found else None


def _begun(head: str) -> Opening:
    if found := reference(head):
        return Opening(found.corpus, reference=found)
    kind, _, feeling = head.removeprefix(AFTER).partition(" | ")
    return Opening(kind, feeling)


def _whole(opening: Opening | None, where: str) -> Iterator[Opening]:
    if opening is None:
        return
    if not opening.lines and not opening.own:
        raise ConfigError(f"{where}: nothing answers what stands before this line")
    if opening.context and opening.context[-1][0]:
        raise ConfigError(f"{where}: before a reply the person speaks last (`P: ...`)")
    yield opening
