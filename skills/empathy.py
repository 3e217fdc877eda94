"""How much empathy a reply shows: EPITOME's three kinds (Sharma et al. 2020, section 3), each from 0 to 2 (strong).

For each kind a softmax over the words and pairs of words of the reply, its vector, how near that is to what was said,
whether it asks, and its length: for choosing between replies whose vectors are there already, and for measuring.
Shapes: n replies, f features of words, d wide, k = 9 scores, three levels of each of three kinds.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.models import tensors
from skills.models.head import Floats, softmax
from skills.sizes import SMALL, Size

NAME = "empathy"
KINDS, LEVELS = ("emotional-reactions", "interpretations", "explorations"), 3
SCORES = LEVELS * len(KINDS)
PLAIN = 3
"""Numbers beside words and vector: the cosine with what was said, whether the reply asks, and its length."""
KEPT = 20_000
"""So many texts' scores are kept: a reply is read once."""
EVEN = 0.5
"""So much of the log prior is taken out of the scores before one level is chosen: rare levels count more (F1)."""
TOKEN = re.compile(r"[\w']+|[?!]")


def counted(text: str) -> Counter[int]:
    """How often each word and each pair of neighbours stands in a text, by hash."""
    words = TOKEN.findall(text.lower().replace("’", "'"))
    return Counter(map(zlib.crc32, map(str.encode, (*words, *(f"{one} {two}" for one, two in pairwise(words))))))


def of_words(text: str, keys: NDArray[np.uint32], rarity: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Which of the `keys` (f,), in order, a text has, and their values: TF-IDF, of length one together."""
    found = counted(text)
    said = np.fromiter(found, dtype=np.uint32, count=len(found))
    places = np.searchsorted(keys, said).clip(max=len(keys) - 1)
    known = keys[places] == said
    values = (1 + np.log(np.fromiter(found.values(), np.float32, len(found))))[known] * rarity[places[known]]
    return places[known], values / max(float(np.linalg.norm(values)), 1e-9)


def of_form(text: str) -> tuple[float, float]:
    """Whether a text asks, and the logarithm of its length in words."""
    return float("?" in text), math.log1p(len(text.split()))


class Empathy:
    """Levels of replies to what was said. `held` are `keys` and `rarity` (f,), `words` (f, k), `vector` (d, k),

    `plain` (3, k), `bias` (k,) and `prior` (k,), the logarithm of how often each level was seen.
    """

    def __init__(self, held: Mapping[str, NDArray[Any]]) -> None:
        self.keys: NDArray[np.uint32] = held["keys"]
        self.rarity, self.words, self.vector, self.plain, self.bias, self.prior = (
            held[name].astype(np.float32) for name in ("rarity", "words", "vector", "plain", "bias", "prior")
        )
        self._of_text = lru_cache(maxsize=KEPT)(self._read)

    def levels(self, said: Floats, replies: Floats, texts: Sequence[str]) -> Floats:
        """(n, 3) the level of each of `KINDS` to be expected, 0 to 2."""
        expected: Floats = self.shares(said, replies, texts) @ np.arange(LEVELS, dtype=np.float32)
        return expected

    def shares(self, said: Floats, replies: Floats, texts: Sequence[str]) -> Floats:
        """(n, 3, 3) how likely each level of each kind is, of `texts` and their vectors `replies` (n, d).

        `said` is the vector of what they answer (d,), or one for each (n, d).
        """
        return softmax(self.scores(said, replies, texts))

    def scores(self, said: Floats, replies: Floats, texts: Sequence[str]) -> Floats:
        """(n, 3, 3) before the softmax; `shares` says of what."""
        alone = np.array([self._of_text(text) for text in texts], dtype=np.float32).reshape(-1, SCORES)
        near = (replies * said).sum(axis=1, keepdims=True)
        found: Floats = alone + replies @ self.vector + near * self.plain[0]
        return found.reshape(-1, len(KINDS), LEVELS)

    def chosen(self, scores: Floats) -> NDArray[np.intp]:
        """(n, 3) one level of each kind: the likeliest, rare ones counting for more."""
        return even(scores, self.prior.reshape(len(KINDS), LEVELS))

    def _read(self, text: str) -> Floats:
        """What the text alone gives to the scores (k,)."""
        places, values = of_words(text, self.keys, self.rarity)
        found: Floats = values @ self.words[places] + np.array(of_form(text), np.float32) @ self.plain[1:] + self.bias
        return found


def even(scores: Floats, prior: Floats) -> NDArray[np.intp]:
    """(...,) the likeliest level by scores (..., 3), `EVEN` of its log prior taken out."""
    found: NDArray[np.intp] = (scores - EVEN * prior).argmax(axis=-1)
    return found


def load(folder: Path | None = None, size: Size = SMALL) -> Empathy:
    """What `attune train empathy` made in `folder`, or what ships, for vectors of an encoder of this size.

    WeightsError says what is missing, altered, or of another shape.
    """
    path = tensors.find(NAME, folder or tensors.folder_of(size))
    held = load_file(path)
    words = len(held.get("keys", ()))
    shapes = {"keys": (words,), "rarity": (words,), "words": (words, SCORES), "vector": (size.width, SCORES)}
    for name, shape in (shapes | {"plain": (PLAIN, SCORES), "bias": (SCORES,), "prior": (SCORES,)}).items():
        if name not in held or held[name].shape != shape:
            raise WeightsError(f"{path}: a tensor {name!r} of {' x '.join(map(str, shape))} is expected")
    return Empathy(held)
