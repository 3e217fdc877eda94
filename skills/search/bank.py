"""A bank of replies in a folder: `bank.json`, and beside it a folder with texts, vectors and the index.

    DIR/bank.json            what the bank is; written last, in one step, so that there is a whole bank or none
    DIR/FINGERPRINT/         by what was said and by whom it was encoded
        replies.jsonl        a reply a line          starts.i8     where each line begins (int64)
        vectors.f16          a row a reply           cells.faiss   only where there are very many

All but `bank.json` are mapped into memory or read in place, so that processes share them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from bot.errors import CorpusError
from skills.search import nearest
from skills.search.nearest import Nearest
from skills.search.vectors import Floats, grow, mapped

FORMAT = 2
ABOUT, REPLIES, STARTS, VECTORS, INDEX = "bank.json", "replies.jsonl", "starts.i8", "vectors.f16", "cells.faiss"


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reply: its text, where it is from, and the labels that are known or guessed."""

    text: str
    source: str = ""
    strategy: str | None = None
    emotion: str | None = None


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `bank.json` says: the encoder, the folder of this state of the bank, and the size of each file in bytes."""

    format: int
    identity: str
    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    rows: int
    width: int
    sizes: dict[str, int]


class Encoder(Protocol):
    """What makes a bank's vectors. `identity` changes whenever they do."""

    @property
    def identity(self) -> str: ...

    def replies(self, texts: Sequence[str]) -> Floats: ...


class Lines:
    """A file read in pieces, not mapped: mapped pages would stay and add up to the whole file."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY)
        self.size = os.fstat(self._file).st_size

    def read(self, start: int, end: int) -> bytes:
        return os.pread(self._file, int(end) - int(start), int(start))

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            os.close(self._file)


@dataclass(frozen=True, slots=True)
class Bank:
    """A bank opened: `nearest` finds places, indexing reads what stands there."""

    about: About
    nearest: Nearest
    _lines: Lines
    _starts: NDArray[np.int64]
    _path: Path

    def __len__(self) -> int:
        return self.about.rows

    def __getitem__(self, place: int) -> Candidate:
        """CorpusError for a line that cannot be read."""
        if not 0 <= place < len(self):
            raise IndexError(place)
        end = self._starts[place + 1] if place + 1 < len(self) else self._lines.size
        try:
            return msgspec.json.decode(self._lines.read(self._starts[place], end), type=Candidate)
        except msgspec.MsgspecError as error:
            raise CorpusError(f"{self._path}, line {place + 1}: {error}") from None


def write(
    folder: Path, candidates: Sequence[Candidate], encoder: Encoder, *, small: int = nearest.SMALL
) -> Iterator[int]:
    """Make a bank, or go on with one that was begun; yields how many replies are encoded so far.

    Whoever has an older state of the bank open keeps it. A bank of more than `small` replies gets an index.
    """
    if not candidates:
        raise CorpusError(f"{folder}: there is no reply to make a bank of")
    lines = [msgspec.json.encode(item) + b"\n" for item in candidates]
    fingerprint = sha256(encoder.identity.encode() + b"\0" + b"".join(lines)).hexdigest()[:16]
    place = folder / fingerprint
    width = encoder.replies([candidates[0].text]).shape[1]
    yield from grow(place / VECTORS, [item.text for item in candidates], encoder.replies, encoder.identity, width)
    starts = np.cumsum([0, *map(len, lines)])[:-1].astype(np.int64)
    _put(place / REPLIES, b"".join(lines))
    _put(place / STARTS, starts.tobytes())
    files = [REPLIES, STARTS, VECTORS]
    if len(lines) > small:
        files.append(INDEX)
        if not (place / INDEX).is_file():
            nearest.build(place / INDEX, place / VECTORS, len(lines), width)
    sizes = {name: (place / name).stat().st_size for name in files}
    _put(folder / ABOUT, msgspec.json.encode(About(FORMAT, encoder.identity, fingerprint, len(lines), width, sizes)))
    for other in folder.iterdir():
        if other.is_dir() and other != place and (other / VECTORS).is_file():
            shutil.rmtree(other)


def load(folder: Path, identity: str) -> Bank:
    """Open the bank in a folder. CorpusError when there is none, a file of it is damaged, or it was made by an encoder

    of another identity; MissingPackage when it needs FAISS.
    """
    about = _about(folder)
    if about.identity != identity:
        raise CorpusError(f"{folder}: this bank was made by another encoder; make it again: attune bank build")
    place = folder / about.fingerprint
    for name, size in about.sizes.items():
        path = place / name
        found = path.stat().st_size if path.is_file() else None
        if found != size:
            what = "is missing" if found is None else f"has {found} bytes where {size} are expected"
            raise CorpusError(f"{path} {what}; make the bank again: attune bank build")
    lines = Lines(place / REPLIES)
    starts: NDArray[np.int64] = np.memmap(place / STARTS, np.int64, "r")
    if len(starts) != about.rows:
        raise CorpusError(f"{place / STARTS}: {len(starts)} lines where {about.rows} are expected")
    return Bank(about, _nearest(about, place), lines, starts, place / REPLIES)


def _nearest(about: About, place: Path) -> Nearest:
    vectors = place / VECTORS
    if INDEX in about.sizes:
        return nearest.Cells(place / INDEX, vectors, about.rows, about.width)
    return nearest.Exact(mapped(vectors, about.rows, about.width))


def _about(folder: Path) -> About:
    path = folder / ABOUT
    try:
        about = msgspec.json.decode(path.read_bytes(), type=About)
    except FileNotFoundError:
        raise CorpusError(f"{folder}: there is no bank here; make one: attune bank build --out {folder}") from None
    except (msgspec.MsgspecError, OSError) as error:
        raise CorpusError(f"{path}: {error}") from None
    if about.format != FORMAT:
        raise CorpusError(f"{path}: format {about.format} is unknown ({FORMAT} is expected); make the bank again")
    if about.sizes.keys() - {INDEX} != {REPLIES, STARTS, VECTORS}:
        raise CorpusError(f"{path}: `sizes` must name {REPLIES}, {STARTS} and {VECTORS}, and may name {INDEX}")
    return about


def _put(path: Path, data: bytes) -> None:
    """Write a file in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.aside")
    aside.write_bytes(data)
    aside.replace(path)
