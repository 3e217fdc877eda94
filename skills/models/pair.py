"""How well a reply answers a context: a cross-encoder whose lower half is the encoder itself.

Context and reply are read apart by the encoder's first layers, as it reads them for vectors, and together by layers of
their own, where each word sees the other side (a cross-encoder, Humeau et al. 2020, section 4.4; read apart below, as
MacAvaney et al. 2020, section 4.1, do for speed). So a context is read once for all its candidates.
Shapes: c contexts, r replies, p pairs of them, t tokens in the longest, d = 384 wide, h = 12 heads.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from skills.models import tensors
from skills.models.bert import HEADS, WIDTH, Bert, adapt, merge, unseen
from skills.models.encoder import Piece, TextEncoder, Tokens, Words, padded

BELOW = 3
"""So many of the encoder's layers read each side alone."""
TURNS, CONTEXT, REPLY = 4, 64, 40
"""Of a talk the last so many utterances, in at most so many tokens; and the most of a reply."""
APART = -3.0
"""At first a word heeds the other side by e to this power as much as its own, so that learning starts from about the

cosine of both sides' vectors.
"""
WIDE = WIDTH**0.5
SHARP = 40.0
"""What a cosine of the vectors of context and reply is multiplied by before a pair's score is added to it.

From 30 to 50 it matters little; below, more replies are found wrongly (skills/weights/pair.md).
"""


@dataclass(frozen=True, slots=True)
class Side:
    """Contexts or replies as the lower half leaves them: words (n, t, d), and which are real (n, t)."""

    words: Tensor
    real: Tensor

    def mean(self, words: Tensor) -> Tensor:
        """(n, d) unit vectors: the mean of the real words."""
        weights = self.real.to(torch.float32)[..., None]
        return functional.normalize((words.float() * weights).sum(1) / weights.sum(1), dim=-1)

    def rows(self, numbers: Tensor) -> Side:
        return Side(self.words[numbers], self.real[numbers])


class Pair(nn.Module):
    """The upper layers, begun as copies of the encoder's, and a score of what they make of both sides."""

    def __init__(self, encoder: Bert) -> None:
        super().__init__()
        self.below = (encoder,)  # inside a tuple: the encoder's tensors are shared, not this network's own
        self.layers = nn.ModuleList(copy.deepcopy(layer) for layer in encoder.layers[BELOW:])
        self.apart = nn.Parameter(torch.full((len(self.layers), HEADS), APART))
        self.weight = nn.Parameter(torch.cat([torch.zeros(2 * WIDTH), torch.ones(WIDTH)]))

    def read(self, sequences: Sequence[Tokens]) -> Side:
        """The lower half, one side at a time; nothing is learnt there."""
        (encoder,) = self.below
        ids, speakers, real = padded(sequences)
        with torch.no_grad():
            places = torch.arange(ids.shape[1])
            x = encoder.norm(encoder.words(ids) + encoder.positions(places) + encoder.speakers(speakers))
            mask = unseen(real, x.dtype)
            for layer in encoder.layers[:BELOW]:
                x = layer(x, mask)
        return Side(x, real)

    def forward(self, contexts: Side, replies: Side) -> Tensor:
        """p contexts and p replies -> (p,) scores."""
        split = contexts.words.shape[1]
        x = torch.cat([contexts.words, replies.words], dim=1)  # (p, t, d)
        mask = unseen(torch.cat([contexts.real, replies.real], dim=1), x.dtype)
        second = torch.arange(x.shape[1]) >= split
        across = (second[:, None] != second).to(x.dtype)  # (t, t)
        for layer, apart in zip(self.layers, self.apart.to(x.dtype), strict=True):
            x = layer(x, mask + across * apart[:, None, None])  # the mask: (p, h, t, t)
        context, reply = contexts.mean(x[:, :split]), replies.mean(x[:, split:])
        found: Tensor = WIDE * torch.cat([context, reply, context * reply], dim=1) @ self.weight
        return found

    def table(self, contexts: Side, replies: Side) -> Tensor:
        """(c, r) scores of every context with every reply."""
        sizes = len(contexts.words), len(replies.words)
        rows, columns = torch.meshgrid(*(torch.arange(size) for size in sizes), indexing="ij")
        scores: Tensor = self(contexts.rows(rows.reshape(-1)), replies.rows(columns.reshape(-1)))
        return scores.view(sizes)


def context_tokens(words: Words, pieces: Sequence[Piece]) -> Tokens:
    """The end of a talk as a context."""
    return words.context(pieces[-TURNS:], CONTEXT)


def reply_tokens(words: Words, text: str) -> Tokens:
    """A reply, always the bot's."""
    return words.utterance(text, True, REPLY)


def adapt_upper(model: Pair, rank: int) -> dict[str, nn.Parameter]:
    """Freeze the copied layers, put low-rank changes around their maps, and return these by name."""
    model.layers.requires_grad_(False)
    return adapt(model, rank)


def merged(encoder: Bert, path: Path) -> Pair:
    """The network with trained changes merged in, ready to run; its lower half is `encoder` itself."""
    model = Pair(encoder)
    held = {name: tensor.float() for name, tensor in load_file(path).items()}
    with torch.no_grad():
        model.apart.copy_(held.pop("apart"))
        model.weight.copy_(held.pop("weight"))
    merge(model, held)
    return model.requires_grad_(False).eval()


class Ranker:
    """Scores replies to a context; higher is better, and only differences for one context mean anything."""

    def __init__(self, encoder: TextEncoder, name: str = "pair", folder: Path = tensors.WEIGHTS) -> None:
        self.words = encoder.words
        self.model = merged(encoder.model, tensors.find(name, folder))

    def scores(self, context: Sequence[Piece], replies: Sequence[str]) -> NDArray[np.float32]:
        """(r,) how well each reply answers the last of `context`, in one pass."""
        found: NDArray[np.float32] = self.table([context], replies)[0]
        return found

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> NDArray[np.float32]:
        """(c, r) scores of every context with every reply."""
        with torch.inference_mode():
            said = self.model.read([reply_tokens(self.words, text) for text in replies])
            rows = [
                self.model.table(self.model.read([context_tokens(self.words, pieces)]), said) for pieces in contexts
            ]
        found: NDArray[np.float32] = torch.cat(rows).numpy()
        return found
