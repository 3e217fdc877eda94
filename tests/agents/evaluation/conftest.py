from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from agents.matching import Floats
from skills.models.encoder import Piece

WIDE = 512


class Words:
    """Vectors by hand: a text is its different words, each a direction of its own; a context is its last utterance."""

    def __init__(self) -> None:
        self.identity = "words"
        self.places: dict[str, int] = {}
        self.encoded: list[str] = []

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        return self._of([talk[-1][1] for talk in talks])

    def replies(self, texts: Sequence[str]) -> Floats:
        return self._of(texts)

    def _of(self, texts: Sequence[str]) -> Floats:
        found = np.zeros((len(texts), WIDE), np.float32)
        for row, text in enumerate(texts):
            self.encoded.append(text)
            for word in text.split():
                found[row, self.places.setdefault(word, len(self.places))] = 1
        return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9))


@pytest.fixture
def words() -> Words:
    return Words()
