"""Ensembles of encoders: Base's vector with that of a second, frozen model beside it, under a linear map.

Rashkin et al. 2019, section 3.3, "Ensemble of encoders": the encoding of the dialogue model joined with that of a
classifier, projected to the size that is needed; only the projection is trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from agents.matching import Floats, encoder
from skills.labels import EMOTIONS
from skills.models import head as heads
from skills.models import ngrams, tensors
from skills.models.encoder import Piece
from skills.models.files import digest
from skills.models.matcher import CONTEXT, TURNS, Matcher
from skills.models.served import PUBLISHED

if TYPE_CHECKING:
    from agents.evaluation.vector_cache import Vectors

Kind = Literal["ngrams", "emotion", "published"]
SIZES = {"ngrams": len(EMOTIONS), "emotion": len(EMOTIONS), "published": 384}
"""Numbers that each second model adds."""
Talks = Sequence[Sequence[Piece]]


class Second(Protocol):
    """A second model: the ends of talks -> (n, s). A reply is the end of a talk of its own."""

    identity: str

    def __call__(self, talks: Talks) -> Floats: ...


class Scores:
    """What the n-gram classifier thinks of emotions, as unit vectors (n, 32)."""

    def __init__(self) -> None:
        self.classifier = ngrams.load("emotion")
        self.identity = digest(tensors.find(ngrams.NAME))

    def __call__(self, talks: Talks) -> Floats:
        return unit(self.classifier.scores([" ".join(text for _, text in talk[-TURNS:]) for talk in talks]))


class Felt:
    """What the emotion head thinks of a shipped encoder's vectors, as unit vectors (n, 32)."""

    def __init__(self, base: Matcher) -> None:
        self.encoder, self.head = base.encoder, heads.load("emotion", EMOTIONS)
        self.identity = digest(tensors.find("emotion"))

    def __call__(self, talks: Talks) -> Floats:
        read = self.encoder.words.context
        return unit(self.head.scores(self.encoder([read(talk[-TURNS:], CONTEXT) for talk in talks])))


class Published:
    """The encoder as published (n, 384)."""

    def __init__(self) -> None:
        self.matcher = Matcher(encoder(PUBLISHED))
        self.identity = self.matcher.identity

    def __call__(self, talks: Talks) -> Floats:
        return self.matcher.contexts(talks)


def second(kind: Kind, base: Matcher) -> Second:
    """The second model of an ensemble; `base` is the shipped encoder."""
    if kind == "ngrams":
        return Scores()
    return Felt(base) if kind == "emotion" else Published()


class Joined:
    """A `Vectors`: the first's vectors and the second's, joined and projected by `maps` (384, 384 + s) of contexts and

    of replies, to length one. `identity` takes in all of them but the maps, which `name` tells apart.
    """

    def __init__(self, first: Vectors, second: Second, maps: tuple[Floats, Floats], name: str) -> None:
        self.first, self.second, self.maps = first, second, maps
        self.identity = f"{first.identity}+{second.identity}+{name}"

    def contexts(self, talks: Talks) -> Floats:
        return unit(contexts(self.first, self.second, talks) @ self.maps[0].T)

    def replies(self, texts: Sequence[str]) -> Floats:
        return unit(replies(self.first, self.second, texts) @ self.maps[1].T)


def contexts(first: Vectors, second: Second, talks: Talks) -> Floats:
    """(n, 384 + s)"""
    return np.concatenate([first.contexts(talks), second(talks)], axis=1)


def replies(first: Vectors, second: Second, texts: Sequence[str]) -> Floats:
    """(n, 384 + s)"""
    return np.concatenate([first.replies(texts), second([[(True, text)] for text in texts])], axis=1)


def unit(rows: Floats) -> Floats:
    """(n, d), each row of length one."""
    found: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return found
