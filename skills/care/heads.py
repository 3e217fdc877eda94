"""Danger as a small trained network hears it, where no pattern knows the words.

It goes on from the encoder's own pass: two transformer layers of its own over the states that pass hands out for the
last utterance (Devlin et al. 2019, section 3; adapted as in Hu et al. 2022), their mean and a learnt look-out, beside
pieces of the words, disguises undone (Joulin et al. 2017, section 2). Made by `attune train danger`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from skills.care.plain import sentences
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.models.adapter import factors, merged
from skills.models.files import digest
from skills.models.head import softmax
from skills.models.layers import Layers, unseen_past
from skills.models.served import PUBLISHED, network
from skills.models.served import identity as identity_of
from skills.models.sizes import SMALL
from skills.models.transformer import above

KINDS = (
    *("suicide", "self_harm", "method_request", "third_party", "abuse", "violence"),
    *("eating_disorder", "medical", "psychosis"),
)
NAME, FREE = "danger", "danger_free"
"""The trained ears: over our adapter's states, and over those of the encoder as published, from own lines alone."""
LEVELS = 3
LABELS = 1 + len(KINDS) * LEVELS
"""Calm, then each kind at each level."""
BUCKETS, PIECES = 8192, 24
LONGEST = 1500
"""Characters at the end of an utterance that are read, as the encoder does."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The likeliest kind, and how likely danger is at level 1 or above, at 2 or above, and at 3."""

    kind: str
    some: float
    present: float
    urgent: float


class Ear:
    """States of tokens and numbers of pieces to shares of the labels; `layers` go on from the encoder's own pass."""

    def __init__(self, layers: Layers, held: Mapping[str, NDArray[np.float32]]) -> None:
        self.layers = layers
        self.look, self.looked = held["look.weight"][0], held["look.bias"]
        self.pieces, self.out, self.bias = held["pieces.weight"], held["out.weight"], held["out.bias"]

    def shares(self, states: Sequence[NDArray[np.float32]], numbers: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Of each utterance the states (t, d) and the numbers of its pieces -> (n, labels), each row sums to one."""
        lengths = [len(tokens) for tokens in states]
        padded = np.zeros((len(states), max(lengths), states[0].shape[1]), np.float32)
        for row, tokens in zip(padded, states, strict=True):
            row[: len(tokens)] = tokens
        read = self.layers(padded, unseen_past(lengths))
        features = [
            np.concatenate([own.mean(0), softmax(own @ self.look + self.looked) @ own, self._words(pieces)])
            for own, pieces in zip(
                (row[:length] for row, length in zip(read, lengths, strict=True)), numbers, strict=True
            )
        ]
        return softmax(np.stack(features) @ self.out.T + self.bias)

    def _words(self, numbers: Sequence[int]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = self.pieces[list(numbers)].sum(0) / np.float32(len(numbers) ** 0.5)
        return found


def numbers_of(text: str) -> list[int]:
    """The pieces of a text by number: runs of one to three words, and three or four letters of a word."""
    found = {zlib.crc32(piece.encode()) % BUCKETS for piece in _pieces(text)}
    return sorted(found) or [0]


def _pieces(text: str) -> Iterator[str]:
    for line in sentences(text[-LONGEST:]):
        words = line.split()
        for size in (1, 2, 3):
            yield from (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        for word in dict.fromkeys(words):
            whole = f"<{word}>"
            for size in (3, 4):
                yield from (f"~{whole[at : at + size]}" for at in range(len(whole) - size + 1))


def load(folder: Path = tensors.WEIGHTS, name: str = NAME) -> Ear:
    """The trained ear. WeightsError when its file is missing or altered."""
    path = tensors.find(name, folder)
    return _load(path, digest(path), PUBLISHED if name == FREE else "default")


def load_for(identity: str) -> Ear:
    """The ear that learnt from an encoder's states: of the model as published `FREE`, with our adapter `NAME`."""
    return load(name=FREE if identity == identity_of(SMALL, None) else NAME)


@lru_cache(maxsize=2)
def _load(path: Path, _checksum: str, adapter: str) -> Ear:
    held = factors(load_file(path))
    encoder = shared_text_encoder(adapter).text_encoder
    size = encoder.size
    changed = merged(above(network(size, encoder.adapter), size.tap), held)
    return Ear(Layers(changed, range(size.layers - size.tap), size), held)


def hear(tokens: NDArray[np.float32], text: str, ear: Ear | None = None) -> Heard:
    """What the states of an utterance's tokens and its words sound like."""
    return hear_all([(tokens, text)], ear)[0]


def hear_all(utterances: Sequence[tuple[NDArray[np.float32], str]], ear: Ear | None = None) -> list[Heard]:
    """The same of several, in one pass."""
    ear = ear or load()
    states, texts = zip(*utterances, strict=True)
    return [judged(shares) for shares in ear.shares(states, [numbers_of(text) for text in texts])]


def judged(shares: NDArray[np.float32]) -> Heard:
    """The shares of the labels (they sum to one), put together by kind and by level."""
    table = shares[1:].reshape(len(KINDS), LEVELS)
    some, present, urgent = (float(table[:, level:].sum()) for level in range(LEVELS))
    return Heard(KINDS[int(table.sum(axis=1).argmax())], some, present, urgent)
