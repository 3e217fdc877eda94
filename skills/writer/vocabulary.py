"""Vocabulary: the pieces of text that the trimmed language model keeps of the 262,144 published ones.

Pieces are numbered in the order in which they are merged from smaller ones, as byte-pair encoding does (Sennrich et al.
2016, section 3.2). A piece is kept with all that it is merged from, so that what is kept is cut up as before.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from skills.models.tensors import WEIGHTS, find

Numbers = NDArray[np.int64]
FOLDER = WEIGHTS / "writer"
NAME = "vocabulary"
"""The tensor file, and the tensor in it: a bit for each published piece, one after the other."""


def load() -> Numbers:
    """The published numbers of the pieces that are kept, ascending; their places are their new numbers."""
    return np.flatnonzero(np.unpackbits(load_file(find(NAME, FOLDER))[NAME]))


def packed(kept: Iterable[int], count: int) -> NDArray[np.uint8]:
    """The form on disk: (count / 8,) bytes."""
    bits = np.zeros(count, np.uint8)
    bits[np.fromiter(kept, np.int64)] = 1
    return np.packbits(bits)


def closure(used: Iterable[int], pieces: Sequence[str], numbers: Mapping[str, int]) -> set[int]:
    """The pieces used and all that they are merged from; `numbers` are those of the pieces that may be merged."""
    kept = set(used)
    for number in tuple(kept):
        if pieces[number] in numbers:
            kept.update(merged_from(pieces[number], numbers))
    return kept


def merged_from(piece: str, numbers: Mapping[str, int]) -> set[int]:
    """Every piece that stands for a part of `piece` on the way from its characters: the earliest merge goes first."""
    parts, found = list(piece), set[int]()
    while True:
        found.update(numbers[part] for part in parts if part in numbers)
        pairs = [(numbers[a + b], place) for place, (a, b) in enumerate(itertools.pairwise(parts)) if a + b in numbers]
        if not pairs:
            return found
        _, place = min(pairs)
        parts[place : place + 2] = [parts[place] + parts[place + 1]]
