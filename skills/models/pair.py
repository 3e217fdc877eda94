"""How well a reply answers a context: a cross-encoder whose lower half is the encoder itself.

Context and reply are read apart by the encoder's first layers, as it reads them for vectors, and together by layers of
their own, where each word sees the other side (a cross-encoder, Humeau et al. 2020, section 4.4; read apart below, as
MacAvaney et al. 2020, section 4.1, do for speed). So a context is read once for all its candidates.
Shapes: c contexts, r replies, p pairs of them, t tokens in the longest, d wide, h heads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from skills.models import tensors
from skills.models.adapter import merged
from skills.models.encoder import Piece, TextEncoder, Tokens, Words
from skills.models.layers import UNSEEN, Floats, Layers
from skills.models.served import network
from skills.models.transformer import above, padded

TURNS, CONTEXT, REPLY = 4, 64, 40
"""Of a talk the last so many utterances, in at most so many tokens; and the most of a reply."""
SHARP = 40.0
"""What a cosine of the vectors of context and reply is multiplied by before a pair's score is added to it.

From 30 to 50 it matters little; below, more replies are found wrongly (skills/weights/pair.md).
"""


@dataclass(frozen=True, slots=True)
class Side:
    """Contexts or replies as the lower half leaves them: states (n, t, d), and which tokens are real (n, t)."""

    states: Floats
    real: NDArray[np.bool_]

    def mean(self, states: Floats) -> Floats:
        """(n, d) unit vectors: the mean of the real tokens."""
        summed: Floats = np.einsum("ntd,nt->nd", states, self.real.astype(np.float32))
        unit: Floats = summed / np.linalg.norm(summed, axis=1, keepdims=True)
        return unit

    def rows(self, numbers: NDArray[np.intp]) -> Side:
        return Side(self.states[numbers], self.real[numbers])


def context_tokens(words: Words, pieces: Sequence[Piece]) -> Tokens:
    """The end of a talk as a context."""
    return words.context(pieces[-TURNS:], CONTEXT)


def reply_tokens(words: Words, text: str) -> Tokens:
    """A reply, always the bot's."""
    return words.utterance(text, True, REPLY)


class Ranker:
    """Scores replies to a context; higher is better, and only differences for one context mean anything."""

    def __init__(self, encoder: TextEncoder, name: str = "pair", folder: Path = tensors.WEIGHTS) -> None:
        self.words, self.encoder = encoder.words, encoder.model
        held = load_file(tensors.find(name, folder))
        self.apart, self.weight = held.pop("apart").astype(np.float32), held.pop("weight").astype(np.float32)
        size = encoder.size
        self.wide = size.width**0.5
        changed = merged(above(network(size, encoder.adapter), size.shared), held)
        self.layers = [Layers(changed, [number], size) for number in range(size.layers - size.shared)]

    def scores(self, context: Sequence[Piece], replies: Sequence[str]) -> Floats:
        """(r,) how well each reply answers the last of `context`, in one pass."""
        found: Floats = self.table([context], replies)[0]
        return found

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> Floats:
        """(c, r) scores of every context with every reply."""
        said = self._read([reply_tokens(self.words, text) for text in replies])
        rows = [self._scored(self._read([context_tokens(self.words, pieces)]), said) for pieces in contexts]
        return np.stack(rows)

    def _read(self, sequences: Sequence[Tokens]) -> Side:
        """The lower half, one side at a time."""
        lengths = [len(tokens.ids) for tokens in sequences]
        ids, speakers = padded([(tokens.ids, tokens.speakers) for tokens in sequences])
        states = self.encoder.lower(ids, speakers, self.encoder.bias(lengths))
        return Side(states, np.arange(ids.shape[1]) < np.array(lengths)[:, None])

    def _scored(self, context: Side, replies: Side) -> Floats:
        """One context with each of r replies: (r,) scores."""
        split, count = context.states.shape[1], len(replies.states)
        context = context.rows(np.zeros(count, np.intp))
        states = np.concatenate([context.states, replies.states], axis=1)
        real = np.concatenate([context.real, replies.real], axis=1)
        second = np.arange(states.shape[1]) >= split
        across = (second[:, None] != second).astype(np.float32)  # (t, t)
        unseen = np.where(real, np.float32(0), UNSEEN)[:, None, None]
        for layer, apart in zip(self.layers, self.apart, strict=True):
            states = layer(states, unseen + across * apart[:, None, None])
        left, right = context.mean(states[:, :split]), replies.mean(states[:, split:])
        found: Floats = self.wide * (np.concatenate([left, right, left * right], axis=1) @ self.weight)
        return found
