"""EmpatheticDialogues (Rashkin et al., ACL 2019), read from its published CSV files into typed records.

The files are not quoted: a comma inside a text is spelled `_comma_` and a `"` stands for itself. A row has eight
columns; the test part of the original release has a ninth with candidate replies. Licence: CC BY-NC 4.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

from agents.corpora.reading import locate, refuse, text_of

HEADER = ("conv_id", "utterance_idx", "context", "prompt", "speaker_idx", "utterance", "selfeval", "tags")
FOLDER = "empatheticdialogues/empatheticdialogues"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance. `worker` is the file's speaker_idx; the one who told the situation always begins."""

    speaker: Literal["speaker", "listener"]
    text: str
    worker: str
    selfeval: str = ""
    tags: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialog:
    """One conversation about one situation, with one of 32 emotion labels."""

    id: str
    emotion: str
    situation: str
    utterances: tuple[Utterance, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    id: str
    index: int
    emotion: str
    situation: str
    utterance: Utterance


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The conversations of one part (train, valid or test) below `datapath`, in the file's order."""
    return tuple(read(locate(datapath, FOLDER, part, "csv")))


def read(path: Path) -> Iterator[Dialog]:
    """The conversations of one CSV file. CorpusError names file, line and reason."""
    seen: set[str] = set()
    for key, rows in groupby(_rows(path), key=lambda row: row.id):
        dialog = list(rows)
        if key in seen:
            refuse(path, dialog[0].line, f"conversation {key} was finished further up")
        seen.add(key)
        _check(path, dialog)
        first = dialog[0]
        yield Dialog(key, first.emotion, first.situation, tuple(row.utterance for row in dialog))


def _rows(path: Path) -> Iterator[_Row]:
    lines = text_of(path).split("\n")
    if tuple(lines[0].rstrip("\r").split(",")[: len(HEADER)]) != HEADER:
        refuse(path, 1, f"the header must begin with {','.join(HEADER)}")
    last = len(lines) - 1
    for number, line in enumerate(lines[1:], 2):
        if line or number <= last:
            yield _row(path, number, line.rstrip("\r"))


def _row(path: Path, number: int, line: str) -> _Row:
    cells = line.split(",")
    if len(cells) not in (8, 9):
        refuse(path, number, f"{len(cells)} columns where 8 or 9 are expected")
    key, index, emotion, situation, worker, text, selfeval, tags = (cell.replace("_comma_", ",") for cell in cells[:8])
    if not index.isdecimal():
        refuse(path, number, f"utterance_idx {index!r} is no number")
    if not (key and emotion):
        refuse(path, number, "conv_id or context is empty")
    candidates = tuple(cells[8].replace("_comma_", ",").split("|")) if len(cells) == 9 and cells[8] else ()
    speaker: Literal["speaker", "listener"] = "speaker" if int(index) % 2 else "listener"
    return _Row(
        number, key, int(index), emotion, situation, Utterance(speaker, text, worker, selfeval, tags, candidates)
    )


def _check(path: Path, rows: list[_Row]) -> None:
    for expected, row in enumerate(rows, 1):
        if row.index != expected:
            refuse(path, row.line, f"utterance {expected} of {row.id} is missing: found {row.index}")
        if (row.emotion, row.situation) != (rows[0].emotion, rows[0].situation):
            refuse(path, row.line, f"context or prompt differs from the first row of {row.id}")
