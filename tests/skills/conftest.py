"""An encoder whose vectors can be worked out by hand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.dialog import Conversation, Vectors

SIZE = 256


@cache
def place(word: str) -> int:
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % SIZE


def unit(text: str) -> NDArray[np.float32]:
    """A bag of words: texts are as alike as the share of words that they have in common."""
    row = np.zeros(SIZE, np.float32)
    for word in set(re.findall(r"[a-z']+", text.lower())):
        row[place(word)] += 1
    length = float(np.linalg.norm(row))
    return row / length if length else np.eye(1, SIZE, dtype=np.float32)[0]


class WordEncoder:
    """Encodes by words alone."""

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]:
        said = [[turn.text for turn in talk.turns] for talk in conversations]
        return [Vectors(unit(texts[-1]), unit(" ".join(texts[-4:]))) for texts in said]

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> NDArray[np.float32]:
        return np.array([unit(text) for text in texts], np.float32).reshape(-1, SIZE)


@pytest.fixture(scope="session")
def words() -> WordEncoder:
    return WordEncoder()
