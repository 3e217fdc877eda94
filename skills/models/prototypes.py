"""Emotion without a trained head: nearest of the example lines in `feelings.json`, by the encoder as published."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.errors import WeightsError
from skills import pins
from skills.encoder import shared_text_encoder
from skills.labels import EMOTIONS
from skills.models.head import Floats, softmax
from skills.models.served import PUBLISHED
from skills.sizes import SMALL, Size

LINES = Path(__file__).parents[1] / "weights" / "feelings.json"
SHARPNESS = 16.0
"""How much a cosine nearer by one multiplies the odds, as a logarithm."""
NEAREST = 2


@dataclass(frozen=True)
class Prototypes:
    """`lines` (n, d) are unit vectors, `owners` (n,) the label each speaks for."""

    lines: Floats
    owners: NDArray[np.int64]

    def probabilities(self, vectors: Floats) -> Floats:
        """(..., d) -> (..., 32): each label scores the mean cosine of its two nearest lines."""
        cosines = vectors @ self.lines.T
        best = [np.sort(cosines[..., self.owners == label])[..., -NEAREST:].mean(-1) for label in range(len(EMOTIONS))]
        return softmax(SHARPNESS * np.stack(best, axis=-1))


def load(path: Path = LINES, size: Size = SMALL) -> Prototypes:
    """Encode the example lines once for a size of encoder.

    WeightsError unless every one of the 32 labels has at least two, and ours are as they were pinned.
    """
    return _load(pins.check("weights/feelings.json") if path == LINES else path, size)


@lru_cache(maxsize=2)
def _load(path: Path, size: Size) -> Prototypes:
    lines: dict[str, list[str]] = json.loads(path.read_text(encoding="utf8"))
    short = [label for label in EMOTIONS if len(lines.get(label, ())) < NEAREST]
    if short or set(lines) - set(EMOTIONS):
        raise WeightsError(f"{path}: every label needs {NEAREST} lines; wrong: {short or set(lines) - set(EMOTIONS)}")
    owners = np.array([number for number, label in enumerate(EMOTIONS) for _ in lines[label]])
    texts = [text for label in EMOTIONS for text in lines[label]]
    return Prototypes(shared_text_encoder(PUBLISHED, size).encode_texts(texts), owners)
