"""A linear classifier over word and character n-grams, small enough to ship: label scores of a text, in numpy alone.

As fastText's (Joulin et al. 2017) it is linear in n-grams; features are named by a checksum, so that no words are kept.
Shapes: n texts, f features, c labels.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

from bot.errors import WeightsError
from skills.models import tensors

NAME = "ngrams"
WORD = re.compile(r"[a-z0-9']+|[!?.]")
RUNS = (3, 4, 5)
"""Lengths of the runs of characters, which do not leave their word; a space stands before and after it."""
STEPS = 127.0
LATELY = 4096
"""Words whose features are remembered."""

Floats = NDArray[np.float32]


def counted(text: str) -> Counter[int]:
    """How often each feature stands in a text: words, pairs of neighbours, and runs of characters in a word."""
    words = WORD.findall(text.casefold().replace("’", "'"))
    found = Counter(_key(f"pair {first} {second}") for first, second in pairwise(words))
    for word in words:
        found.update(_of_word(word))
    return found


@lru_cache(maxsize=LATELY)
def _of_word(word: str) -> tuple[int, ...]:
    """The word itself and its runs of characters; few words make up most of what is said."""
    bounded = f" {word} "
    runs = (bounded[at : at + size] for size in RUNS for at in range(len(bounded) - size + 1))
    return _key(f"word {word}"), *(_key(f"run {run}") for run in runs)


def _key(name: str) -> int:
    return zlib.crc32(name.encode())


@dataclass(frozen=True, slots=True)
class Ngrams:
    """`keys` (f,) in order and `rarity` (f,) of the features, `weights` (f, c) in whole steps of `step` (c,)."""

    labels: tuple[str, ...]
    keys: NDArray[np.uint32]
    rarity: Floats
    weights: NDArray[np.int8]
    step: Floats
    bias: Floats

    def features(self, text: str) -> tuple[NDArray[np.intp], Floats]:
        """Which features a text has, and their values: 1 + ln of the count, times rarity, of length one together."""
        found = counted(text)
        said = np.fromiter(found, dtype=np.uint32, count=len(found))
        places = np.searchsorted(self.keys, said).clip(max=len(self.keys) - 1)
        known = self.keys[places] == said
        values = np.array([1 + math.log(count) for count in found.values()], dtype=np.float32)[known]
        values = values * self.rarity[places[known]]
        return places[known], values / max(float(np.linalg.norm(values)), 1e-9)

    def scores(self, texts: Sequence[str]) -> Floats:
        """(n, c) of each label; only their order means anything."""
        found = np.zeros((len(texts), len(self.labels)), dtype=np.float32)
        for row, text in enumerate(texts):
            places, values = self.features(text)
            found[row] = values @ self.weights[places].astype(np.float32) * self.step + self.bias
        return found

    def top(self, text: str, k: int) -> tuple[str, ...]:
        """The k likeliest labels, likeliest first. ValueError where there are fewer labels."""
        if not 1 <= k <= len(self.labels):
            raise ValueError(f"k must be from 1 to {len(self.labels)}, and is {k}")
        return tuple(self.labels[place] for place in np.argsort(-self.scores([text])[0], kind="stable")[:k])


def load(what: str, folder: Path = tensors.WEIGHTS, name: str = NAME) -> Ngrams:
    """The classifier called `what` in a file of weights, "emotion" or "topic" in `ngrams.safetensors`.

    WeightsError says what is wrong with the file.
    """
    path = tensors.find(name, folder)
    with safe_open(path, "np") as held:
        labels: dict[str, list[str]] = json.loads((held.metadata() or {}).get("labels", "{}"))
        if what not in labels:
            raise WeightsError(f"{path}: no classifier is called {what!r} (there are: {', '.join(labels) or 'none'})")
        keys, rarity, weights, step, bias = (
            held.get_tensor(f"{what}.{part}") for part in ("keys", "rarity", "weights", "step", "bias")
        )
    rarity, step, bias = (array.astype(np.float32) for array in (rarity, step, bias))
    return Ngrams(tuple(labels[what]), keys, rarity, weights, step, bias)
