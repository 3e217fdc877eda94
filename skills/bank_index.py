"""The bank as vectors: what each move says, and what each of its cues sounds like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.numpy import save_file

from bot.dialog import Vectors
from skills.moves import Move

Floats = NDArray[np.float32]
STEPS = 127.0


class TextEncoder(Protocol):
    """What an index needs of an encoder. `identity` changes whenever its vectors do."""

    @property
    def identity(self) -> str: ...

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> Floats: ...


@dataclass(frozen=True, slots=True)
class BankIndex:
    """`texts` (n, d) of n moves and `cues` (m, d), unit rows; `owners` (m,) says whose each cue is."""

    texts: Floats
    cues: Floats
    owners: NDArray[np.int64]

    def cue_fit(self, query: Floats) -> Floats:
        """(n,) the best product of a query (d,) with each move's cues; -1 for a move without any."""
        fit = np.full(len(self.texts), -1.0, np.float32)
        np.maximum.at(fit, self.owners, self.cues @ query)
        return fit

    def text_fit(self, vectors: Vectors) -> Floats:
        """(n,) cosine of the talk so far with what each move says."""
        fit: Floats = self.texts @ vectors.context
        return fit

    def likeness(self, rows: Sequence[int]) -> Floats:
        """(n,) the best cosine of each move's text with those of `rows`."""
        if not rows:
            return np.zeros(len(self.texts), np.float32)
        best: Floats = (self.texts @ self.texts[list(rows)].T).max(axis=1)
        return best


def index(moves: Sequence[Move], encoder: TextEncoder, stored: Path) -> BankIndex:
    """The stored index when it was made from these moves by this encoder, else a new one (some seconds)."""
    owners = np.array([row for row, move in enumerate(moves) for _ in move.cues], np.int64)
    found = _read(stored, fingerprint(moves, encoder))
    texts, cues = found or encode(moves, encoder)
    return BankIndex(texts, cues, owners)


def encode(moves: Sequence[Move], encoder: TextEncoder) -> tuple[Floats, Floats]:
    """(n, d) vectors of the texts, (m, d) of the cues."""
    cues = [cue for move in moves for cue in move.cues]
    return encoder.encode_texts([move.text for move in moves], "bot"), encoder.encode_texts(cues)


def write(path: Path, moves: Sequence[Move], encoder: TextEncoder) -> None:
    """Store the index in eight bits a number: a unit vector's cosines keep three digits."""
    texts, cues = encode(moves, encoder)
    tensors = {name: _quantise(rows) for name, rows in (("texts", texts), ("cues", cues))}
    save_file(tensors, path, metadata={"fingerprint": fingerprint(moves, encoder)})


def fingerprint(moves: Sequence[Move], encoder: TextEncoder) -> str:
    """Changes with any text, any cue, and with the encoder."""
    said = "\0".join("\1".join((move.id, move.text, *move.cues)) for move in moves)
    return sha256(f"{encoder.identity}\0{said}".encode()).hexdigest()


def _quantise(rows: Floats) -> NDArray[np.int8]:
    steps: NDArray[np.int8] = np.round(rows / np.abs(rows).max(axis=1, keepdims=True) * STEPS).astype(np.int8)
    return steps


def _read(path: Path, wanted: str) -> tuple[Floats, Floats] | None:
    if not path.is_file():
        return None
    with safe_open(path, "numpy") as file:
        if file.metadata().get("fingerprint") != wanted:
            return None
        return _unit(file.get_tensor("texts")), _unit(file.get_tensor("cues"))


def _unit(rows: NDArray[np.int8]) -> Floats:
    numbers = rows.astype(np.float32)
    unit: Floats = numbers / np.linalg.norm(numbers, axis=1, keepdims=True)
    return unit
