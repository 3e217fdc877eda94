"""Vectors and token states of the corpora's examples, from one pass, made once per adapter and kept on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.training.common.vectors import CHUNK, Vectorizer
from skills.models.encoder import BATCH, Tokens

Halves = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class States:
    """Unit vectors (n, d); the states of all tokens, one sequence after another (t, d); and where each begins (n + 1).

    States are those after `Size.tap` layers, which the bot's one pass hands out beside the vectors. They
    are many, so they stay in half precision.
    """

    vectors: NDArray[np.float32]
    tokens: Halves
    starts: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens of each sequence."""
        return np.diff(self.starts)

    def padded(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """The states of some sequences (r, t, d), and which of these are real (r, t)."""
        real = np.arange(self.lengths[rows].max()) < self.lengths[rows][:, None]
        found = np.zeros((*real.shape, self.tokens.shape[1]), dtype=np.float32)
        found[real] = np.concatenate([self.tokens[self.starts[row] : self.starts[row + 1]] for row in rows])
        return found, real


def states(vectorizer: Vectorizer, sequences: Sequence[Tokens]) -> States:
    """The states of all sequences; each chunk is saved as soon as it is done, so that a stopped run goes on."""
    chunks = [sequences[start : start + CHUNK] for start in range(0, len(sequences), CHUNK)]
    parts = [
        _chunk(vectorizer, chunk) for chunk in tqdm(chunks, unit="chunk", desc="encoding", disable=len(chunks) < 2)
    ]
    vectors, tokens = (np.concatenate([part[key] for part in parts]) for key in ("vectors", "tokens"))
    lengths = [len(sequence.ids) for sequence in sequences]
    return States(vectors.astype(np.float32), tokens, np.cumsum([0, *lengths]))


def _chunk(vectorizer: Vectorizer, chunk: Sequence[Tokens]) -> dict[str, Halves]:
    key = hashlib.sha256(repr([(item.ids, item.speakers) for item in chunk]).encode()).hexdigest()[:24]
    path = vectorizer.folder / "states" / f"{key}.safetensors"
    if path.is_file():
        return load_file(path)
    found = _passed(vectorizer, chunk)
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".aside")
    save_file(found, aside)
    aside.replace(path)
    return found


def _passed(vectorizer: Vectorizer, chunk: Sequence[Tokens]) -> dict[str, Halves]:
    """Similar lengths share a batch, so that little is spent on padding."""
    order = sorted(range(len(chunk)), key=lambda place: len(chunk[place].ids))
    vectors: dict[int, NDArray[np.float32]] = {}
    tokens: dict[int, NDArray[np.float32]] = {}
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        whole, single = vectorizer.encoder.tapped([chunk[row] for row in rows])
        vectors |= zip(rows, whole, strict=True)
        tokens |= zip(rows, single, strict=True)
    return {
        "vectors": np.stack([vectors[row] for row in range(len(chunk))]).astype(np.float16),
        "tokens": np.concatenate([tokens[row] for row in range(len(chunk))]).astype(np.float16),
    }
