"""Dialogs to be labelled, and dialogs with a label and how they came by it, as JSON lines.

What is labelled is the last utterance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from agents.corpora import edos
from agents.corpora.reading import lines_of, refuse
from agents.verdicts.item import Candidate, Item, Said, Speaker
from bot.errors import StudyError
from bot.files import put

EDOS = "edos"
Provenance = Literal["manual", "suggested", "expanded"]
"""Chosen among all labels; chosen among suggestions that were shown; taken over from a dialog like it."""
Text = Annotated[str, msgspec.Meta(min_length=1)]


class Dialog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One dialog, the oldest utterance first."""

    id: Text
    utterances: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class LabelledDialog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A dialog with its label. `votes` of `of` annotators gave it; an expanded one is `like` another, by its cosine."""

    id: Text
    utterances: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]
    label: Text
    provenance: Provenance
    votes: int = 0
    of: int = 0
    like: str = ""
    score: float = 0.0


Kept = TypeVar("Kept", Dialog, LabelledDialog)


def read(path: Path, kind: type[Kept]) -> list[Kept]:
    """The rows of a file. CorpusError names the line and what is wrong, also an id that is there twice."""
    found: dict[str, Kept] = {}
    for number, row in lines_of(path):
        try:
            one = msgspec.json.decode(row, type=kind)
        except msgspec.DecodeError as error:
            refuse(path, number, f"this is not what is expected here: {error}")
        if found.setdefault(one.id, one) is not one:
            refuse(path, number, f"the id {one.id!r} is taken by an earlier dialog")
    return list(found.values())


def write(rows: Iterable[Dialog | LabelledDialog], path: Path) -> None:
    """All of them or none."""
    put(path, b"".join(msgspec.json.encode(one) + b"\n" for one in rows))


def load(source: str, datapath: Path | None) -> list[Dialog]:
    """The dialogs that `source` names: edos, the validation part below `datapath`, or a file of them."""
    if source == EDOS:
        if datapath is None:
            raise StudyError("edos is a corpus: --datapath names the folder it lies in")
        held = {one.id: Dialog(one.id, one.utterances) for one in edos.load(datapath, "valid")}
        return list(held.values())  # some are there twice, once cut shorter
    path = Path(source)
    if not path.is_file():
        raise StudyError(f"{source}: neither {EDOS} nor a file of dialogs")
    from worlds.annotation import label_studio

    return label_studio.read(path)[0] if path.suffix == ".json" else read(path, Dialog)


def item(dialog: Dialog, suggested: Sequence[str]) -> Item:
    """A dialog as a study lays it before people; who speaks isn't known, so that two take turns."""
    sides: tuple[Speaker, Speaker] = ("person", "supporter")
    last = len(dialog.utterances) - 1
    context = tuple(Said(sides[(last - at) % 2], text) for at, text in enumerate(dialog.utterances))
    return Item(dialog.id, dialog.id, context, tuple(Candidate(label, "suggested") for label in suggested))
