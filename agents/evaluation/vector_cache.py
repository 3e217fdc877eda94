"""A cache on disk of the vectors of contexts and replies, so that a run that was stopped goes on."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from safetensors.numpy import load_file, save_file

from agents.matching import Floats
from skills.models.encoder import Piece

CHUNK = 1024
FOLDER = Path.home() / ".cache" / "attune" / "retrieval"
log = logging.getLogger(__name__)
T = TypeVar("T")


class Vectors(Protocol):
    """What turns contexts and replies into unit vectors (n, d) (skills/models/matcher.py)."""

    @property
    def identity(self) -> str: ...

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats: ...

    def replies(self, texts: Sequence[str]) -> Floats: ...


class VectorCache:
    """A `Vectors` that answers equal requests from `folder`."""

    def __init__(self, vectors: Vectors, folder: Path) -> None:
        self.vectors, self.identity = vectors, vectors.identity
        self.folder = folder / hashlib.sha256(self.identity.encode()).hexdigest()[:16]

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        return self._all(talks, self.vectors.contexts)

    def replies(self, texts: Sequence[str]) -> Floats:
        return self._all(texts, self.vectors.replies)

    def _all(self, items: Sequence[T], encode: Callable[[Sequence[T]], Floats]) -> Floats:
        parts = []
        for start in range(0, len(items), CHUNK):
            parts.append(self._chunk(items[start : start + CHUNK], encode))
            log.info("%d of %d", min(start + CHUNK, len(items)), len(items))
        return np.concatenate(parts)

    def _chunk(self, items: Sequence[T], encode: Callable[[Sequence[T]], Floats]) -> Floats:
        key = hashlib.sha256(repr((encode.__name__, items)).encode()).hexdigest()[:24]
        path = self.folder / f"{key}.safetensors"
        if path.is_file():
            return load_file(path)["vectors"]
        found = encode(items)
        self.folder.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".aside")
        save_file({"vectors": found}, aside)
        aside.replace(path)
        return found
