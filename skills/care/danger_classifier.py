"""Danger classifier: kind and level of danger in what a person says, by a small trained network.

Over the small encoder it goes on from the encoder's own pass: two transformer layers of its own over the states that
pass hands out for the last utterance (Devlin et al. 2019, section 3; adapted as in Hu et al. 2022), their mean and a
learnt look-out, beside pieces of the words, disguises undone (Joulin et al. 2017, section 2). Over the base encoder it
reads the utterance in the light of what the person said before it (`skills.care.danger_reader`). Made by `attune train
danger`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from skills.care.plain import sentences
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models import tensors
from skills.models.adapter import factors, merged
from skills.models.files import digest
from skills.models.head import softmax
from skills.models.layers import Floats, Layers
from skills.models.served import PUBLISHED, network
from skills.models.transformer import above
from skills.sizes import SMALL, Size

KINDS = (
    *("suicide", "self_harm", "method_request", "third_party", "abuse", "violence"),
    *("eating_disorder", "medical", "psychosis"),
)
NAME, FREE = "danger", "danger_free"
"""Over our adapter's states, and, from own lines alone, over those of the encoder as published."""
LEVELS = 3
LABELS = 1 + len(KINDS) * LEVELS
"""Calm, then each kind at each level."""
NAMES = ("calm", *(f"{kind} {level}" for kind in KINDS for level in range(1, LEVELS + 1)))
"""What the labels are called in the head's file."""
BUCKETS, PIECES = 8192, 24
CALM = 0.8
"""Below this likelihood of danger at any level a classifier that reads the talk hears nothing in it."""
LONGEST = 1500
"""Characters at the end of an utterance that are read, as the encoder does."""


@dataclass(frozen=True, slots=True)
class DangerEstimate:
    """The likeliest kind, and how likely danger is at level 1 or above, at 2 or above, and at 3.

    `in_context`: the classifier read what was said before as well; `calm`: and hears nothing.
    """

    kind: str
    some: float
    present: float
    urgent: float
    calm: bool = False
    in_context: bool = False


class Utterance(NamedTuple):
    """What a classifier reads: the states (t, d) of an utterance's tokens, its text, and what was `before` it.

    These are the person's own utterances, oldest first.
    """

    states: Floats
    text: str
    before: tuple[str, ...] = ()


class DangerClassifier(Protocol):
    """Estimates danger; `powers` are what the shares of level 1 and above, 2 and above, and 3 are raised to.

    By these the bars of `skills.care.detect` are right for every classifier. `reads_before`: whether it reads what the
    person said before.
    """

    powers: tuple[float, float, float]
    reads_before: bool

    def features(self, utterances: Sequence[Utterance]) -> Floats:
        """(n, f), what the labels are scored by."""

    def scored(self, features: Floats) -> Floats:
        """(n, labels), each row sums to one."""


class OwnLayers:
    """States of tokens and numbers of pieces to shares of the labels; `layers` go on from the encoder's own pass.

    `bias` makes, of lengths, the attention bias that the encoder's own layers have.
    """

    def __init__(
        self, layers: Layers, bias: Callable[[Sequence[int]], Floats], held: Mapping[str, NDArray[np.float32]]
    ) -> None:
        self.layers, self.attention_bias = layers, bias
        self.powers = (1.0, 1.0, 1.0)
        self.reads_before = False
        self.look, self.looked = held["look.weight"][0], held["look.bias"]
        self.pieces, self.out, self.bias = held["pieces.weight"], held["out.weight"], held["out.bias"]

    def features(self, utterances: Sequence[Utterance]) -> Floats:
        """(n, 2 d + pieces)."""
        states = [one.states for one in utterances]
        numbers = [numbers_of(one.text) for one in utterances]
        lengths = [len(tokens) for tokens in states]
        padded = np.zeros((len(states), max(lengths), states[0].shape[1]), np.float32)
        for row, tokens in zip(padded, states, strict=True):
            row[: len(tokens)] = tokens
        read = self.layers(padded, self.attention_bias(lengths))
        found = [
            np.concatenate([own.mean(0), softmax(own @ self.look + self.looked) @ own, self._words(pieces)])
            for own, pieces in zip(
                (row[:length] for row, length in zip(read, lengths, strict=True)), numbers, strict=True
            )
        ]
        return np.stack(found)

    def scored(self, features: Floats) -> Floats:
        """(n, labels), each row sums to one."""
        return softmax(features @ self.out.T + self.bias)

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


def load(folder: Path | None = None, name: str = NAME, size: Size = SMALL) -> DangerClassifier:
    """The trained classifier for an encoder of this size. WeightsError when its file is missing or altered."""
    path = tensors.find(name, folder or tensors.folder_of(size))
    if size is not SMALL:
        from skills.care import danger_reader

        return danger_reader.load(path, digest(path), size)
    return _load(path, digest(path), PUBLISHED if name == FREE else "default", size)


def load_for(encoder: ConversationEncoder) -> DangerClassifier:
    """That which learnt from an encoder's states: of the model as published `FREE`, with our adapter `NAME`."""
    texts = encoder.text_encoder
    return load(name=NAME if texts.adapter else FREE, size=texts.size)


@lru_cache(maxsize=2)
def _load(path: Path, _checksum: str, adapter: str, size: Size) -> OwnLayers:
    held = factors(load_file(path))
    encoder = shared_text_encoder(adapter, size).text_encoder
    changed = merged(above(network(size, encoder.adapter), size.tap), held)
    return OwnLayers(Layers(changed, range(size.layers - size.tap), size), encoder.model.bias, held)


def estimate(utterance: Utterance, classifier: DangerClassifier) -> DangerEstimate:
    """What an utterance sounds like."""
    return estimate_all([utterance], classifier)[0]


def estimate_all(utterances: Sequence[Utterance], classifier: DangerClassifier) -> list[DangerEstimate]:
    """The same of several, in one pass."""
    return estimates(classifier.features(utterances), classifier)


def estimates(features: Floats, classifier: DangerClassifier) -> list[DangerEstimate]:
    """The same, given what the classifier read of each."""
    found = [judged(shares, classifier.powers) for shares in classifier.scored(features)]
    if not classifier.reads_before:
        return found
    return [replace(one, calm=one.some < CALM, in_context=True) for one in found]


def judged(shares: Floats, powers: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> DangerEstimate:
    """The shares of the labels (they sum to one), put together by kind and by level."""
    table = shares[1:].reshape(len(KINDS), LEVELS)
    some, present, urgent = (float(table[:, level:].sum()) ** powers[level] for level in range(LEVELS))
    return DangerEstimate(KINDS[int(table.sum(axis=1).argmax())], some, present, urgent)
