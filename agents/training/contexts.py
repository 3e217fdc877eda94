"""Contexts that readers said something of, one a row: an item's of a round of verdicts, or given in full."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from agents.corpora.reading import lines_of, refuse
from agents.verdicts.item import Said
from agents.verdicts.rounds import rounds, told
from bot.errors import CorpusError
from skills.models.encoder import Piece

ASIDE = 10
"""Of the talks, by how they begin, one in so many measures and teaches nothing."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`item` is a round and an item's id, "5/Mc000", where `context` is empty."""

    item: str = ""
    context: tuple[Said, ...] = ()

    @property
    def name(self) -> str:
        """The same for the same context in every file."""
        return self.item or "\n".join(said.text for said in self.context)


def set_aside(beginning: str) -> bool:
    """Whether what begins so measures: all contexts of a talk are learnt from, or none."""
    return int(hashlib.sha256(beginning.encode()).hexdigest()[:8], 16) % ASIDE == 0


R = TypeVar("R", bound=Row)


def load(path: Path, kind: type[R]) -> list[R]:
    """The rows of a file. CorpusError names file, line and reason."""
    rows: list[R] = []
    for number, text in lines_of(path):
        try:
            row = msgspec.json.decode(text, type=kind)
        except msgspec.DecodeError as error:
            refuse(path, number, f"this is no {kind.__name__} row: {error}")
        if bool(row.item) == bool(row.context):
            refuse(path, number, "a row has an item or a context")
        rows.append(row)
    return rows


def pieces(rows: Sequence[Row], datapath: Path) -> list[tuple[Piece, ...]]:
    """The context of each row. CorpusError names an item or a talk of a corpus that is not there."""
    every = {f"{number}/{name}": one for number, (items, _) in enumerate(rounds(), 1) for name, one in items.items()}
    if missing := sorted({row.item for row in rows if row.item} - every.keys()):
        raise CorpusError(f"{missing[0]!r} is no item of a round of verdicts (agents/verdicts/rounds)")
    known, _ = told(({row.item: every[row.item] for row in rows if row.item}, []), datapath)
    contexts = [known[row.item].context if row.item else row.context for row in rows]
    return [tuple((said.speaker == "supporter", said.text) for said in context) for context in contexts]
