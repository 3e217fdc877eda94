"""Danger reader: the danger classifier over the base encoder (weights/base/danger.md).

It reads the last utterance in one sequence with what the person said before it: the encoder's lower layers, then upper
ones of its own, which learnt by low-rank changes (Hu et al. 2022, section 4.1); a linear map of the tokens' mean, their
greatest, and what a learnt look-out attends to scores the labels.
Shapes: n sequences, t tokens in the longest, d wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.care.danger_classifier import LABELS, Utterance
from skills.encoder import shared_text_encoder
from skills.models.adapter import merged
from skills.models.encoder import BATCH, TextEncoder, Tokens, Words
from skills.models.head import softmax
from skills.models.layers import Floats, Layers
from skills.models.served import in_bytes, network
from skills.models.transformer import above, padded
from skills.sizes import Size

BEFORE, TOKENS = 3, 96
"""Of what the person said before, the last so many utterances; and the most tokens of all together."""
SEEN = 3.0
"""What is attended to is multiplied by this, to be about as large as the mean, made as long as the root of d."""


def read_as(words: Words, texts: Sequence[str]) -> Tokens:
    """What a person said, newest last, as one sequence."""
    return words.context([(False, text) for text in texts[-1 - BEFORE :]], TOKENS)


class DangerReader:
    """See the module; `powers` and `reads_before` as in `skills.care.danger_classifier.DangerClassifier`."""

    def __init__(self, encoder: TextEncoder, path: Path) -> None:
        """WeightsError where the file was made for another size."""
        size = encoder.size
        held = load_file(path)
        shapes = {"look": (size.width,), "weight": (LABELS, 3 * size.width), "bias": (LABELS,), "powers": (3,)}
        for name, shape in shapes.items():
            if name not in held or held[name].shape != shape:
                raise WeightsError(f"{path}: a tensor {name!r} of {shape} is expected for size {size.name!r}")
        self._words, self._encoder = encoder.words, encoder.model
        self._look, self._weight, self._bias, powers = (held.pop(name).astype(np.float32) for name in shapes)
        some, present, urgent = map(float, powers)
        self.powers = (some, present, urgent)
        self.reads_before = True
        changed = merged(above(network(size, encoder.adapter), size.shared), held)
        ready = in_bytes(size, changed) if size.block else changed
        self._layers = Layers(ready, range(size.layers - size.shared), size)
        self._wide = np.float32(size.width**0.5)

    def features(self, utterances: Sequence[Utterance]) -> Floats:
        """(n, 3 d)."""
        read = [read_as(self._words, (*one.before, one.text)) for one in utterances]
        features: list[Floats] = [self._look] * len(read)
        order = sorted(range(len(read)), key=lambda place: len(read[place].ids))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            for place, own in zip(places, self._states([read[place] for place in places]), strict=True):
                features[place] = self._features(own)
        return np.stack(features)

    def scored(self, features: Floats) -> Floats:
        """(n, labels), each row sums to one."""
        found: Floats = softmax(features @ self._weight.T + self._bias).astype(np.float32)
        return found

    def _states(self, read: Sequence[Tokens]) -> list[Floats]:
        """Of each sequence the states (t, d) of its tokens."""
        lengths = [len(tokens.ids) for tokens in read]
        bias = self._encoder.bias(lengths)
        below = self._encoder.lower(*padded([(tokens.ids, tokens.speakers) for tokens in read]), bias)
        return [own[:length] for own, length in zip(self._layers(below, bias), lengths, strict=True)]

    def _features(self, states: Floats) -> Floats:
        """(t, d) -> (3 d,)."""
        mean = states.mean(0)
        seen = softmax(states @ self._look) @ states
        parts = [mean / np.linalg.norm(mean) * self._wide, SEEN * seen, states.max(0)]
        found: Floats = np.concatenate(parts).astype(np.float32)
        return found


@lru_cache(maxsize=2)
def load(path: Path, _checksum: str, size: Size) -> DangerReader:
    """The reader in a file, which learnt over our own adapter's states."""
    return DangerReader(shared_text_encoder("default", size).text_encoder, path)
