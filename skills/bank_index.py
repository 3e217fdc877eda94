"""The bank as vectors: what each move says, and what each of its cues sounds like."""

from __future__ import annotations

import logging
import os
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
from bot.folders import cache
from skills.columns import Mask
from skills.encoder import adapted
from skills.models import tensors
from skills.models.files import digest
from skills.moves import Move
from skills.sizes import SMALL

Floats = NDArray[np.float32]
STEPS = 127.0
KEPT = 176
"""Directions of 384 that are stored: a cosine of .45 or more is off by .015 on average, by .08 at worst."""
APART = 0.04
"""How much less a match with one sentence of several counts: it may be beside the point."""
BORNE_OUT = 0.5
"""A move is as near as its nearest cue, less so much of how far behind the next is: one cue alone may be a chance.

Among 2,040 exchanges a cue finds its own first in 0.26 of cases so, by the nearest cue alone in 0.19.
"""
ALONE = 0.01
"""How much less a match with the last words counts when the talk before does not bear it out."""
SUM = ".sha256"
"""How the name of the file ends that holds the checksum of an index in the cache."""
log = logging.getLogger(__name__)


class TextEncoder(Protocol):
    """What an index needs of an encoder. `identity` changes whenever its vectors do."""

    @property
    def identity(self) -> str: ...

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> Floats: ...


@dataclass(frozen=True, slots=True)
class Fits:
    """(n,) cosines of each move: its cues with the last words, with what is said now (last words and context), and its

    own text with the context. A move without cues has -1 for the first two.
    """

    last: Floats
    now: Floats
    text: Floats


@dataclass(frozen=True, slots=True)
class Sought:
    """What of a turn is compared with the bank.

    `share` is the last words' part beside the whole context's; from a half on they also count by themselves, a little
    less. `told` and `asked` (k, d) are sentences among the last words, each of which may be what a cue is about.
    """

    vectors: Vectors
    share: float
    told: Floats | None = None
    asked: Floats | None = None


@dataclass(frozen=True, slots=True)
class BankIndex:
    """`rows` (n + u, d): unit vectors of n texts, then of the u different cues, these under `mapping` (d, d).

    Moves with the very same cues share a set of them: `sets` (s, w) has the numbers of each set's cues, u where there
    are no more, and `own` (n,) says which set is a move's, s where it has none.
    """

    rows: Floats
    size: int
    mapping: Floats
    sets: NDArray[np.intp]
    own: NDArray[np.intp]
    cues: tuple[str, ...]

    def fits(self, sought: Sequence[Sought]) -> list[Fits]:
        """Two products with the whole bank, whatever the number of turns."""
        texts = np.stack([item.vectors.context for item in sought]) @ self.rows[: self.size].T  # (turns, n)
        columns = [self._columns(item) for item in sought]
        cues = np.concatenate(columns) @ self.rows[self.size :].T  # (columns of all turns, u)
        own = np.split(cues, np.cumsum([len(one) for one in columns])[:-1])
        pairs = [_best(*one) for one in zip(sought, own, strict=True)]
        near, now = (self._nearness(np.stack(side)) for side in zip(*pairs, strict=True))
        alone = np.array([[item.share >= 0.5] for item in sought])
        now = np.where(alone, np.maximum(now, near - ALONE), now)
        return [Fits(*one) for one in zip(near, now, texts, strict=True)]

    def _columns(self, sought: Sought) -> Floats:
        """(2 + k, d) what the cues are compared with: the last words, mixed with the context, and each sentence."""
        last, context = mapped(np.stack([sought.vectors.last, sought.vectors.context]), self.mapping)
        mixed = _unit((sought.share * last + (1 - sought.share) * context)[None])
        apart = [mapped(sentences, self.mapping) for sentences in (sought.asked, sought.told) if sentences is not None]
        return np.concatenate([last[None], mixed, *apart])

    def _nearness(self, products: Floats) -> Floats:
        """(turns, n) how near each move is, given the products of all cues (turns, u)."""
        none = np.full((len(products), 1), -1.0, np.float32)
        products = np.concatenate([products, none], axis=1)
        first = np.repeat(none, len(self.sets), axis=1)
        second = first
        for column in self.sets.T:
            one = products[:, column]
            second = np.maximum(second, np.minimum(first, one))
            first = np.maximum(first, one)
        near = first - BORNE_OUT * np.where(second > -1.0, first - second, 0.0)
        found: Floats = np.concatenate([near, none], axis=1)[:, self.own]
        return found

    def likeness(self, rows: Sequence[int], among: Mask) -> Floats:
        """(k,) of the k moves in `among`, the best cosine of each one's text with those of `rows`."""
        if not rows:
            return np.zeros(int(among.sum()), np.float32)
        best: Floats = (self.rows[: self.size][among] @ self.rows[list(rows)].T).max(axis=1)
        return best


def _best(sought: Sought, products: Floats) -> tuple[Floats, Floats]:
    """(u,) for the last words and for what is said now, the sentences among them counted in; `products` (2 + k, u)."""
    told = 2 + (0 if sought.asked is None else len(sought.asked))
    last, mixed = products[0], products[1]
    if sought.asked is not None:
        last = np.maximum(last, products[2:told].max(axis=0) - APART)
    if sought.told is not None:
        mixed = np.maximum(mixed, products[told:].max(axis=0) - APART)
    return last, mixed


def mapped(vectors: Floats, mapping: Floats) -> Floats:
    """(k, d) unit vectors under the map, each of length one again."""
    return _unit(vectors @ mapping)


def index(moves: Sequence[Move], encoder: TextEncoder, shipped: Path | None, mapping: Floats) -> BankIndex:
    """The shipped index when it was made from these moves by this encoder, else one kept in the user's cache.

    The first start with another bank or encoder makes it, which takes some seconds.
    """
    wanted = fingerprint(moves, encoder, mapping)
    cached = cache() / f"moves-{wanted[:16]}.safetensors"
    found = (_read(shipped, wanted) if shipped else None) or _read_kept(cached, wanted)
    if found is None:
        log.warning("making the index of %d moves, once: this takes up to a minute", len(moves))
        with suppress(OSError):  # a cache that can't be written costs the seconds again, nothing else
            write(cached, moves, encoder, mapping)
            cached.with_suffix(SUM).write_text(digest(cached), encoding="ascii")
        found = _read_kept(cached, wanted) or encode(moves, encoder, mapping)
    return over(moves, *found, mapping)


def cues_of(moves: Sequence[Move]) -> tuple[str, ...]:
    """Every cue of the bank, once, in its order."""
    return tuple(dict.fromkeys(cue for move in moves for cue in move.cues))


def over(moves: Sequence[Move], texts: Floats, cues: Floats, mapping: Floats) -> BankIndex:
    """The index over vectors of all texts (n, d) and all different cues (u, d, mapped), both in the bank's order."""
    known = cues_of(moves)
    numbers = {cue: number for number, cue in enumerate(known)}
    places = {ways: place for place, ways in enumerate(dict.fromkeys(move.cues for move in moves if move.cues))}
    sets = np.full((len(places), max(map(len, places), default=0)), len(known), np.intp)
    for ways, place in places.items():
        sets[place, : len(ways)] = [numbers[cue] for cue in ways]
    own = np.array([places.get(move.cues, len(places)) for move in moves], np.intp)
    return BankIndex(np.concatenate([texts, cues]), len(moves), mapping, sets, own, known)


def encode(moves: Sequence[Move], encoder: TextEncoder, mapping: Floats) -> tuple[Floats, Floats]:
    """(n, d) vectors of the texts, (u, d) of the different cues, these mapped."""
    texts = encoder.encode_texts([move.text for move in moves], "bot")
    return texts, mapped(encoder.encode_texts(cues_of(moves)), mapping)


def write(path: Path, moves: Sequence[Move], encoder: TextEncoder, mapping: Floats) -> None:
    """Store the index as its main directions (Jolliffe 2002, section 3.5) in eight bits a number."""
    texts, cues = encode(moves, encoder, mapping)
    rows = np.concatenate([texts, cues])
    _, directions = np.linalg.eigh(rows.T @ rows)  # by rising weight
    kept = np.ascontiguousarray(directions[:, -KEPT:]).astype(np.float16)  # (d, k)
    parts = {name: _quantise(part @ kept.astype(np.float32)) for name, part in (("texts", texts), ("cues", cues))}
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    save_file({**parts, "directions": kept}, unfinished, metadata={"fingerprint": fingerprint(moves, encoder, mapping)})
    unfinished.replace(path)


def fingerprint(moves: Sequence[Move], encoder: TextEncoder, mapping: Floats) -> str:
    """Changes with any text, any cue, with the encoder and the map."""
    said = "\0".join("\1".join((move.id, move.text, *move.cues)) for move in moves)
    return sha256(f"{encoder.identity}\0{said}".encode() + mapping.tobytes()).hexdigest()


def _quantise(rows: Floats) -> NDArray[np.int8]:
    steps: NDArray[np.int8] = np.round(rows / np.abs(rows).max(axis=1, keepdims=True) * STEPS).astype(np.int8)
    return steps


def map_for(encoder: TextEncoder) -> Floats:
    """(d, d) the shipped map for the vectors it was learnt from; for others, as the free bot's, the identity."""
    return learnt_map() if adapted(encoder) else np.eye(SMALL.width, dtype=np.float32)


def learnt_map(folder: Path = tensors.WEIGHTS) -> Floats:
    """(d, d) the shipped map, under which ways of saying one thing lie together."""
    with safe_open(tensors.find("match", folder), "numpy") as file:
        mapping: Floats = file.get_tensor("map").astype(np.float32)
    return mapping


def _read_kept(path: Path, wanted: str) -> tuple[Floats, Floats] | None:
    """The index in the cache; None for one that is not there or no longer as it was written."""
    with suppress(OSError, ValueError):
        if path.with_suffix(SUM).read_text(encoding="ascii") == digest(path):
            return _read(path, wanted)
    return None


def _read(path: Path, wanted: str) -> tuple[Floats, Floats] | None:
    if not path.is_file():
        return None
    with safe_open(path, "numpy") as file:
        if file.metadata().get("fingerprint") != wanted:
            return None
        kept = file.get_tensor("directions").astype(np.float32)
        texts, cues = (_unit(file.get_tensor(name).astype(np.float32) @ kept.T) for name in ("texts", "cues"))
        return texts, cues


def _unit(rows: Floats) -> Floats:
    unit: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
