"""How well a reply answers a context: a cross-encoder whose lower half is the encoder itself.

Context and reply are read apart by the encoder's first layers, as it reads them for vectors, and together by layers of
their own, where each word sees the other side (a cross-encoder, Humeau et al. 2020, section 4.4; read apart below, as
MacAvaney et al. 2020, section 4.1, do for speed). So a context is read once for all its candidates.
The base size's layers are computed in eight bits, as those of its encoder are.
Shapes: c contexts, r replies, p pairs of them, t tokens in the longest, d wide, h heads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.models import tensors
from skills.models.adapter import merged
from skills.models.encoder import Piece, TextEncoder, Tokens, Words
from skills.models.layers import UNSEEN, Floats, Layers
from skills.models.served import in_bytes, network
from skills.models.transformer import Transformer, above, padded
from skills.sizes import Size

TURNS, CONTEXT, REPLY = 4, 64, 40
"""Of a talk the last so many utterances, in at most so many tokens; and the most of a reply."""
NAME = "pair"
"""The file of its tensors."""
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


class CrossEncoder:
    """The layers that read both sides together, and the score of what they make.

    `tensors` are those layers', numbered from 0; `held` has `apart` (layers, h), how much more a word heeds the other
    side than its own, and `weight` (3 d,) of the score. `near` makes, of a length t, what the distance of two tokens of
    one side adds to attention, (h or 1, t, t): each side has places of its own, and from side to side there are none.
    """

    def __init__(
        self,
        size: Size,
        tensors: Mapping[str, NDArray[Any]],
        held: Mapping[str, NDArray[Any]],
        near: Callable[[int], Floats],
    ) -> None:
        self.apart, self.weight = held["apart"].astype(np.float32), held["weight"].astype(np.float32)
        self.layers = [Layers(tensors, [number], size) for number in range(len(self.apart))]
        self.near, self.wide = near, size.width**0.5

    def __call__(self, context: Side, replies: Side) -> Floats:
        """One context with each of r replies: (r,) scores."""
        split, count = context.states.shape[1], len(replies.states)
        context = context.rows(np.zeros(count, np.intp))
        states = np.concatenate([context.states, replies.states], axis=1)
        real = np.concatenate([context.real, replies.real], axis=1)
        unseen = np.where(real, np.float32(0), UNSEEN)[:, None, None]
        within, across = self._within(split, states.shape[1])
        for layer, apart in zip(self.layers, self.apart, strict=True):
            states = layer(states, unseen + np.where(across, apart[:, None, None], within))
        left, right = context.mean(states[:, :split]), replies.mean(states[:, split:])
        found: Floats = self.wide * (np.concatenate([left, right, left * right], axis=1) @ self.weight)
        return found

    def _within(self, split: int, total: int) -> tuple[Floats, NDArray[np.bool_]]:
        """What distance adds (h or 1, t, t) where both tokens are of one side, and where they are not (t, t)."""
        left, right = self.near(split), self.near(total - split)
        within = np.zeros((len(left), total, total), np.float32)
        within[:, :split, :split], within[:, split:, split:] = left, right
        second = np.arange(total) >= split
        return within, second[:, None] != second


class Ranker:
    """Scores replies to a context; higher is better, and only differences for one context mean anything."""

    def __init__(self, encoder: TextEncoder, name: str = NAME, folder: Path | None = None) -> None:
        """`folder` is that of the tensors which ship for the encoder's size where None.

        WeightsError when the file is missing or altered, or made for another size.
        """
        self.words, self.encoder = encoder.words, encoder.model
        size = encoder.size
        path = tensors.find(name, folder or tensors.folder_of(size))
        held = load_file(path)
        shape = size.layers - size.shared, size.heads
        if "apart" not in held or held["apart"].shape != shape:
            raise WeightsError(
                f"{path}: a tensor 'apart' of {shape[0]} x {shape[1]} is expected for size {size.name!r}"
            )
        own = {key: held.pop(key) for key in ("apart", "weight")}
        changed = merged(above(network(size, encoder.adapter), size.shared), held)
        self.read_together = CrossEncoder(
            size, in_bytes(size, changed) if size.block else changed, own, encoder.model.near
        )

    def scores(self, context: Sequence[Piece], replies: Sequence[str]) -> Floats:
        """(r,) how well each reply answers the last of `context`, in one pass."""
        found: Floats = self.table([context], replies)[0]
        return found

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> Floats:
        """(c, r) scores of every context with every reply."""
        said = self._read([reply_tokens(self.words, text) for text in replies])
        rows = [self.read_together(self._read([context_tokens(self.words, pieces)]), said) for pieces in contexts]
        return np.stack(rows)

    def _read(self, sequences: Sequence[Tokens]) -> Side:
        """The lower half, one side at a time."""
        return side(self.encoder, [(tokens.ids, tokens.speakers) for tokens in sequences])


def side(encoder: Transformer, sequences: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Side:
    """Ids and speakers of n sequences as the encoder's lower half leaves them."""
    lengths = [len(ids) for ids, _ in sequences]
    ids, speakers = padded(sequences)
    return Side(
        encoder.lower(ids, speakers, encoder.bias(lengths)), np.arange(ids.shape[1]) < np.array(lengths)[:, None]
    )
