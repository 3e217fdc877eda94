"""An encoder whose vectors can be worked out by hand, and small banks for it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.dialog import Conversation, SupportStage, Vectors
from skills.moves import Move

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
    """Encodes by words alone. `identity` may be changed to stand for other weights; `texts` counts what was encoded."""

    def __init__(self, identity: str = "words") -> None:
        self.identity = identity
        self.texts = 0

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]:
        said = [[turn.text for turn in talk.turns] for talk in conversations]
        return [Vectors(unit(texts[-1]), unit(" ".join(texts[-4:]))) for texts in said]

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> NDArray[np.float32]:
        self.texts += len(texts)
        return np.array([unit(text) for text in texts], np.float32).reshape(-1, SIZE)


@pytest.fixture
def words() -> WordEncoder:
    return WordEncoder()


@pytest.fixture(scope="session")
def word_encoder() -> WordEncoder:
    """The same for tests that share a bank."""
    return WordEncoder()


KINDS = {
    "ask": "Question",
    "restate": "Restatement or Paraphrasing",
    "reflect": "Reflection of feelings",
    "normalise": "Self-disclosure",
    "affirm": "Affirmation and Reassurance",
    "offer": "Providing Suggestions",
    "inform": "Information",
}


def a_move(name: str, text: str, *cues: str, **changes: Any) -> Move:
    """A move for anybody's any feeling at any time, its kind and strategy told by its id."""
    kind: Any = name.partition(".")[0]
    return Move(
        **{
            "id": name,
            "text": text,
            "move": kind,
            "strategy": KINDS.get(kind, "Others"),
            "stages": tuple(SupportStage),
            "emotions": (),
            "problem": None,
            "intensity": (1, 5),
            "cues": cues,
            **changes,
        }
    )


@pytest.fixture
def make() -> Callable[..., Move]:
    return a_move
