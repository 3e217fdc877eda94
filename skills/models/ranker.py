"""Ranker: how likely readers are to call a reply good, passable or bad in a context (weights/base/ranker.md).

Context and replies are read apart by the encoder's lower layers. Above, by layers of the ranker's own, the context goes
on alone and each reply sees it and itself, but no other reply: so all are read in one pass, one after another in one
row, and each as if it were the only one.
Shapes: r replies, t tokens of the context and of all replies, d wide, h heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.models import tensors
from skills.models.encoder import Piece, TextEncoder, Tokens, Words
from skills.models.layers import UNSEEN, Floats, Layers
from skills.models.served import served
from skills.models.transformer import padded

TURNS, CONTEXT, REPLY = 6, 128, 48
"""Of a talk the last so many utterances, in at most so many tokens; and the most of a reply."""
NAME = "ranker"
"""The file of its tensors."""
MARKS = 3
"""Good, passable, bad."""
KEPT = 800
"""Replies whose states the lower layers need not make again; 35 MB."""


def context_tokens(words: Words, pieces: Sequence[Piece]) -> Tokens:
    """The end of a talk."""
    return words.context(pieces[-TURNS:], CONTEXT)


def reply_tokens(words: Words, text: str) -> Tokens:
    """A reply, always the bot's."""
    return words.utterance(text, True, REPLY)


class Ranker:
    """`folder` is that of the tensors which ship for the encoder's size where None."""

    def __init__(self, encoder: TextEncoder, folder: Path | None = None) -> None:
        """WeightsError when the file is missing or altered, or made for another size."""
        size = encoder.size
        path = tensors.find(NAME, folder or tensors.folder_of(size))
        held = load_file(path)
        shapes = {"apart": (size.layers - size.shared, size.heads), "weight": (MARKS, 3 * size.width), "bias": (MARKS,)}
        for name, shape in shapes.items():
            if name not in held or held[name].shape != shape:
                raise WeightsError(f"{path}: a tensor {name!r} of {shape} is expected for size {size.name!r}")
        self._words, self._encoder = encoder.words, encoder.model
        self._apart, self._weight, self._bias = (held.pop(name).astype(np.float32) for name in shapes)
        with served(size, encoder.adapter, path) as upper:
            self._layers = [Layers(upper, [number], size) for number in range(len(self._apart))]
        self._wide = np.float32(size.width**0.5)
        self._read: dict[Tokens, Floats] = {}

    def __call__(self, context: Sequence[Piece], replies: Sequence[str]) -> Floats:
        """(r, 3) the chances of good, passable and bad of each reply to the last of `context`."""
        sides = [context_tokens(self._words, context), *(reply_tokens(self._words, text) for text in replies)]
        lengths = [len(tokens.ids) for tokens in sides]
        states = np.concatenate([*self._below(sides[:1]), *self._known(sides[1:])])[None]
        within, seeing = self._within(lengths)
        for layer, apart in zip(self._layers, self._apart, strict=True):
            states = layer(states, np.where(seeing, apart[:, None, None], within)[None])
        ends = np.cumsum([0, *lengths])
        means = np.stack([states[0, start:end].mean(0) for start, end in pairwise(ends)])
        return self._chances(means / np.linalg.norm(means, axis=1, keepdims=True))

    def _known(self, replies: Sequence[Tokens]) -> list[Floats]:
        """`_below` of replies, many of which come up again and again: what was read lately is kept."""
        known = {tokens: self._read.pop(tokens, None) for tokens in replies}
        new = [tokens for tokens, states in known.items() if states is None]
        made = (
            dict(zip(new, map(np.array, self._below(new)), strict=True)) if new else {}
        )  # copies, not views of a batch
        found = {tokens: made[tokens] if states is None else states for tokens, states in known.items()}
        self._read |= found
        for tokens in list(self._read)[:-KEPT]:
            self._read.pop(tokens, None)
        return [found[tokens] for tokens in replies]

    def _below(self, sequences: Sequence[Tokens]) -> list[Floats]:
        """The states (t, d) of each, as the lower layers leave them."""
        lengths = [len(tokens.ids) for tokens in sequences]
        read = padded([(tokens.ids, tokens.speakers) for tokens in sequences])
        found = self._encoder.lower(*read, self._encoder.bias(lengths))
        return [states[:length] for states, length in zip(found, lengths, strict=True)]

    def _within(self, lengths: Sequence[int]) -> tuple[Floats, NDArray[np.bool_]]:
        """What is added to attention within each side (h or 1, t, t), and where a reply sees the context (t, t)."""
        ends = np.cumsum([0, *lengths])
        near = self._encoder.near(max(lengths))
        found = np.full((len(near), ends[-1], ends[-1]), UNSEEN)
        for start, end in pairwise(ends):
            found[:, start:end, start:end] = near[:, : end - start, : end - start]
        after = np.arange(ends[-1]) >= lengths[0]
        return found, after[:, None] & ~after

    def _chances(self, vectors: Floats) -> Floats:
        context, replies = np.broadcast_to(vectors[0], vectors[1:].shape), vectors[1:]
        read = np.concatenate([context, replies, context * replies], axis=1)
        logits = self._wide * read @ self._weight.T + self._bias
        shares = np.exp(logits - logits.max(1, keepdims=True))
        found: Floats = shares / shares.sum(1, keepdims=True)
        return found
