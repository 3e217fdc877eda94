"""Danger tracker: which danger it is and how grave, by all that was told since it began (dialogue state tracking).

It reads what the danger reader read of the last utterance, the kind and level that the guard goes by, and the mean of
what the utterances before had told; one hidden layer (weights/base/danger_tracker.md). Of an utterance the state keeps
only what it tells to those after it, a few numbers, so that no word of the talk is kept.
Shapes: f features of the danger reader, h hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.care.reply_selection import KINDS
from skills.care.state import Evidence
from skills.encoder import ConversationEncoder
from skills.models.adapter import factors
from skills.models.head import Floats, softmax
from skills.models.tensors import find, folder_of, pins

NAME = "danger_tracker"
LEVELS = 4
"""No danger, then the guard's three."""
HIDDEN = 32
WIDTH = len(KINDS) + LEVELS
"""Of what stands beside the words, the kind and level that the guard goes by; and of what is scored."""
MARKED = 2.0
"""How large a mark is, beside numbers that are about one."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely each kind is, given that there is danger, (kinds,), and each level, (levels,)."""

    kinds: Floats
    levels: Floats

    @property
    def kind(self) -> tuple[str, float]:
        """The likeliest, and how likely it is."""
        best = int(self.kinds.argmax())
        return KINDS[best], float(self.kinds[best])

    def below(self, level: int) -> float:
        """How likely it is that the danger is less than this."""
        return float(self.levels[:level].sum())


class DangerTracker:
    """See the module."""

    def __init__(self, path: Path, wide: int) -> None:
        """WeightsError where the file was made for another size."""
        held = factors(load_file(path))
        lines = {"bias": (HIDDEN,), "told": (HIDDEN,), "scored": (WIDTH,)}
        maps = {"words.b": (HIDDEN, wide), "before.b": (HIDDEN, wide), "marks": (HIDDEN, WIDTH), "out": (WIDTH, HIDDEN)}
        for name, shape in {**lines, **maps}.items():
            if name not in held or held[name].shape != shape:
                raise WeightsError(f"{path}: a tensor {name!r} of {shape} is expected")
        self._words, self._before, self._marks = held["words.b"], held["before.b"], held["marks"]
        self._bias, self._told, self._out, self._scored = (held[name] for name in ("bias", "told", "out", "scored"))

    def told(self, features: Floats) -> Floats:
        """(f,) -> (h,): what an utterance tells to those after it."""
        found: Floats = self._before @ features + self._told
        return found

    def belief(self, features: Floats, before: Evidence, kind: str, level: int) -> Belief:
        """By the last utterance, those before it, and the kind and level that the guard goes by."""
        read = self._words @ features + self._marks @ marks(kind, level) + self._bias
        told = np.array(before.told, np.float32) if before.told else np.float32(0)
        scores = self._out @ np.maximum(read + told, 0) + self._scored
        return Belief(softmax(scores[LEVELS:]), softmax(scores[:LEVELS]))


def marks(kind: str, level: int) -> Floats:
    """(WIDTH,): the level, then the kind."""
    found = np.zeros(WIDTH, np.float32)
    found[level] = MARKED
    if kind in KINDS:
        found[LEVELS + KINDS.index(kind)] = MARKED
    return found


def load_for(encoder: ConversationEncoder) -> DangerTracker | None:
    """What learnt over the danger reader of an encoder; None where nothing has: the guard goes by its rules alone."""
    texts = encoder.text_encoder
    place = folder_of(texts.size)
    if not texts.adapter or NAME not in pins(place):
        return None
    return _load(find(NAME, place), pins(place)[NAME], 3 * texts.size.width)


@lru_cache(maxsize=2)
def _load(path: Path, _checksum: str, wide: int) -> DangerTracker:
    return DangerTracker(path, wide)
