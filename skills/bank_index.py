"""The bank as vectors: what each move says, and what each of its cues sounds like."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Sequence
from contextlib import suppress
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
ALONE = 0.06
"""How much less a match with the last words counts when the talk before does not bear it out."""
WORTH, SHARED, STRANGE = 0.5, 1 / 3, 0.14
"""Cues likelier than the first must share the second of their words with what was said, or count less by the third."""
SMALL_WORDS = """
a an the and or but so just really very its it's it this that there i i'm im me my you your he she they we him her them
his their our us is am are was were be been have has had do does did don't dont didn't didnt can't cant can could would
will of to in on at for with as by from about after because cause if when what how who why not no yes all some any too
now then out up get got getting go going like know feel feeling feels felt think want one day today
"""
SMALL = frozenset(SMALL_WORDS.split())
"""Words that say nothing of the matter."""
log = logging.getLogger(__name__)


class TextEncoder(Protocol):
    """What an index needs of an encoder. `identity` changes whenever its vectors do."""

    @property
    def identity(self) -> str: ...

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> Floats: ...


@dataclass(frozen=True, slots=True)
class Fits:
    """(n,) cosines of each move: its best cue with the last words, with what is said now (last words and context), and

    its own text with the context. A move without cues has -1 for the first two.
    """

    last: Floats
    now: Floats
    text: Floats


@dataclass(frozen=True, slots=True)
class BankIndex:
    """`rows` (n + m, d): unit vectors of n texts, then of m cues; `starts` is where each cued move's cues begin."""

    rows: Floats
    size: int
    cued: NDArray[np.int64]
    starts: NDArray[np.int64]
    stems: tuple[frozenset[str], ...] = ()

    def fits(self, vectors: Vectors, share: float, said: frozenset[str] | None = None) -> Fits:
        """One product with the whole bank. `share` is the last words' part beside the whole context's; from a half on

        they also count by themselves, a little less. `said` are the stems of what was said lately: a cue with hardly a
        word of it counts for less, for vectors take one loss, or one fear, for another.
        """
        mixed = share * vectors.last + (1 - share) * vectors.context
        products = self.rows @ np.stack([vectors.last, mixed, vectors.context], axis=1)  # (n + m, 3)
        if said is not None:
            near = np.flatnonzero(products[self.size :, :2].max(axis=1) > WORTH)
            strange = [row for row in near if len(self.stems[row] & said) < SHARED * len(self.stems[row])]
            products[self.size + np.array(strange, np.int64)] -= STRANGE
        best = np.full((self.size, 2), -1.0, np.float32)
        if len(self.cued):
            best[self.cued] = np.maximum.reduceat(products[self.size :, :2], self.starts, axis=0)
        last, now = best[:, 0], best[:, 1]
        now = now if share < 0.5 else np.maximum(now, last - ALONE)
        return Fits(last, now, products[: self.size, 2])

    def likeness(self, rows: Sequence[int]) -> Floats:
        """(n,) the best cosine of each move's text with those of `rows`."""
        if not rows:
            return np.zeros(self.size, np.float32)
        best: Floats = (self.rows[: self.size] @ self.rows[list(rows)].T).max(axis=1)
        return best


def index(moves: Sequence[Move], encoder: TextEncoder, shipped: Path) -> BankIndex:
    """The shipped index when it was made from these moves by this encoder, else one kept in the user's cache.

    The first start with another bank or encoder makes it, which takes some seconds.
    """
    wanted = fingerprint(moves, encoder)
    cached = cache_folder() / f"moves-{wanted[:16]}.safetensors"
    found = _read(shipped, wanted) or _read(cached, wanted)
    if found is None:
        log.info("making the index of %d moves", len(moves))
        with suppress(OSError):  # a cache that can't be written costs the seconds again, nothing else
            write(cached, moves, encoder)
        found = _read(cached, wanted) or encode(moves, encoder)
    return over(moves, *found)


def over(moves: Sequence[Move], texts: Floats, cues: Floats) -> BankIndex:
    """The index over vectors of all texts (n, d) and all cues (m, d), both in the bank's order."""
    cued = [row for row, move in enumerate(moves) if move.cues]
    lengths = [len(moves[row].cues) for row in cued]
    starts = np.cumsum([0, *lengths])[:-1]
    words = tuple(stems(cue) for move in moves for cue in move.cues)
    return BankIndex(
        np.concatenate([texts, cues]), len(moves), np.array(cued, np.int64), starts.astype(np.int64), words
    )


def stems(text: str) -> frozenset[str]:
    """The words that carry a text's matter, without their commonest endings."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower().replace("’", "'"))
    return frozenset(re.sub(r"(?:ing|ed|es|s|ly|'s)$", "", word) for word in words if word not in SMALL)


def cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attune"


def encode(moves: Sequence[Move], encoder: TextEncoder) -> tuple[Floats, Floats]:
    """(n, d) vectors of the texts, (m, d) of the cues."""
    cues = [cue for move in moves for cue in move.cues]
    return encoder.encode_texts([move.text for move in moves], "bot"), encoder.encode_texts(cues)


def write(path: Path, moves: Sequence[Move], encoder: TextEncoder) -> None:
    """Store the index in eight bits a number: a unit vector's cosines keep three digits."""
    texts, cues = encode(moves, encoder)
    tensors = {name: _quantise(rows) for name, rows in (("texts", texts), ("cues", cues))}
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    save_file(tensors, unfinished, metadata={"fingerprint": fingerprint(moves, encoder)})
    unfinished.replace(path)


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
