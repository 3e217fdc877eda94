"""Items: what is laid before a reader, a context and several candidates for its next reply, and where these are from.

Or whole talks, side by side. A file of items is JSON lines, one item each. Shapes and names are checked as it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from agents.corpora.reading import lines_of, refuse
from bot.files import put
from skills.openings import REFERENCE

Speaker = Literal["person", "supporter"]
FEWEST, MOST = 2, 8
"""With fewer candidates there is nothing to choose, and with more a reader loses sight of the first."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message of a context."""

    speaker: Speaker
    text: str


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A reply that could be given. `source` says where it is from, "shelf" or a bot file, say; readers never see it.

    Where whole talks lie side by side, `talk` is one, and `text` is empty.
    """

    text: str
    source: str
    talk: tuple[Said, ...] = ()


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A context, the person's message last, and candidates for the reply. Items of one `talk` are never parted.

    A context of a corpus may be left out: `reference` then says where it stands, as openings do (skills/openings.py).
    Whole talks have none.
    """

    id: str
    talk: str
    context: tuple[Said, ...]
    candidates: tuple[Candidate, ...]
    reference: str = ""


def load(path: Path, fewest: int = FEWEST, *, whole: bool = False) -> list[Item]:
    """The items of a file, in its order, of replies or of `whole` talks. CorpusError names file, line and reason."""
    items: list[Item] = []
    known: set[str] = set()
    for number, row in lines_of(path):
        try:
            item = msgspec.json.decode(row, type=Item)
        except msgspec.DecodeError as error:
            refuse(path, number, f"this is no item: {error}")
        if not fewest <= len(item.candidates) <= MOST:
            refuse(path, number, f"an item has {fewest} to {MOST} candidates, and this one has {len(item.candidates)}")
        if item.reference and not REFERENCE.fullmatch(item.reference):
            refuse(path, number, f"{item.reference!r:.60} names no messages of a corpus")
        if any(bool(one.talk) is not whole for one in item.candidates):
            refuse(path, number, f"its candidates are to be {'whole talks' if whole else 'replies, not whole talks'}")
        if not item.reference and not whole and (not item.context or item.context[-1].speaker != "person"):
            refuse(path, number, "a context ends with a message of the person")
        if item.id in known:
            refuse(path, number, f"the id {item.id!r} is taken by an earlier item")
        known.add(item.id)
        items.append(item)
    return items


def save(items: Iterable[Item], path: Path) -> None:
    """Write items, all of them or none."""
    put(path, b"".join(msgspec.json.encode(item) + b"\n" for item in items))
