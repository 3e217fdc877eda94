"""The pair ranker's network in PyTorch, for what learns: the same as `skills.models.pair`.

Shapes: c contexts, r replies, p pairs of them, t tokens in the longest, d = 384 wide, h = 12 heads.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.network import Bert, adapt, padded, unseen
from skills.models.encoder import Tokens
from skills.models.sizes import SMALL

APART = -3.0
"""At first a word heeds the other side by e to this power as much as its own, so that learning starts from about the

cosine of both sides' vectors.
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
        self.layers = nn.ModuleList(copy.deepcopy(layer) for layer in encoder.layers[SMALL.shared :])
        self.apart = nn.Parameter(torch.full((len(self.layers), SMALL.heads), APART))
        self.weight = nn.Parameter(torch.cat([torch.zeros(2 * SMALL.width), torch.ones(SMALL.width)]))

    def read(self, sequences: Sequence[Tokens]) -> Side:
        """The lower half, one side at a time; nothing is learnt there."""
        (encoder,) = self.below
        ids, speakers, real = padded(sequences)
        with torch.no_grad():
            places = torch.arange(ids.shape[1])
            x = encoder.norm(encoder.words(ids) + encoder.positions(places) + encoder.speakers(speakers))
            mask = unseen(real, x.dtype)
            for layer in encoder.layers[: SMALL.shared]:
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
        found: Tensor = SMALL.width**0.5 * torch.cat([context, reply, context * reply], dim=1) @ self.weight
        return found

    def table(self, contexts: Side, replies: Side) -> Tensor:
        """(c, r) scores of every context with every reply."""
        sizes = len(contexts.words), len(replies.words)
        rows, columns = torch.meshgrid(*(torch.arange(size) for size in sizes), indexing="ij")
        scores: Tensor = self(contexts.rows(rows.reshape(-1)), replies.rows(columns.reshape(-1)))
        return scores.view(sizes)


def adapt_upper(model: Pair, rank: int) -> dict[str, nn.Parameter]:
    """Freeze the copied layers, put low-rank changes around their maps, and return these by name."""
    model.layers.requires_grad_(False)
    return adapt(model, rank)
