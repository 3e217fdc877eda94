"""How well each of a bank's replies answers a context, from vectors alone: the ranker of pairs in miniature.

Two low-rank maps bring context and reply into one space (n replies, d = 384, k = 64); beside their product stand
cosines, the agreement of feelings, and how the reply's length suits the person's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.dialog import Vectors
from skills.labels import EMOTIONS
from skills.models import head as heads
from skills.models import tensors
from skills.models.head import Floats, Head

SIMPLE = 4
"""Cosine with the context and with the last words, agreement of feelings, and distance of lengths."""


@dataclass(frozen=True, slots=True)
class Replies:
    """What is worked out once for n replies: vectors (n, d), feelings (n, 32), log lengths (n,)."""

    vectors: Floats
    feelings: Floats
    lengths: Floats


@dataclass(frozen=True, slots=True)
class Said:
    """The same of m contexts: `context` and `last` (m, d), feelings (m, 32), log lengths of the last words (m,)."""

    context: Floats
    last: Floats
    feelings: Floats
    lengths: Floats


def log_length(texts: Sequence[str]) -> Floats:
    return np.log1p([len(text.split()) for text in texts]).astype(np.float32)


def replies_of(vectors: Floats, texts: Sequence[str], emotion: Head) -> Replies:
    return Replies(vectors, emotion.probabilities(vectors), log_length(texts))


def simple(said: Said, replies: Replies) -> Floats:
    """(m, n, 4) what is compared as it is."""
    apart = np.abs(said.lengths[:, None] - replies.lengths)
    parts = (said.context @ replies.vectors.T, said.last @ replies.vectors.T, said.feelings @ replies.feelings.T, apart)
    return np.stack(parts, axis=-1)


class Match:
    """The trained maps over a fixed set of replies."""

    def __init__(self, vectors: Floats, texts: Sequence[str], folder: Path = tensors.WEIGHTS) -> None:
        self.emotion = heads.load("emotion", EMOTIONS, folder)
        self.replies = replies_of(vectors, texts, self.emotion)
        self.maps = heads.load("match", folder=folder).extra
        self.sides = vectors @ self.maps["reply"].T  # (n, k)
        self.prior = self.sides @ self.maps["prior"]

    def scores(self, vectors: Vectors, feelings: Floats, words: str) -> Floats:
        """(n,) the fit of every reply to one turn; `words` are the person's last."""
        said = Said(vectors.context[None], vectors.last[None], feelings[None], log_length([words]))
        side = self.maps["said"] @ np.concatenate([vectors.context, vectors.last])
        total: Floats = self.sides @ side + self.prior + simple(said, self.replies)[0] @ self.maps["simple"]
        return total
