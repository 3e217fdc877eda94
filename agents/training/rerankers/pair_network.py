"""The pair ranker's network in PyTorch, for what learns: the same as `skills.models.pair.CrossEncoder`.

Shapes: c contexts, r replies, p pairs of them, t tokens in the longest, d wide, h heads.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.encoder.lower_states import Batch
from agents.training.encoder.network import Stack, unseen
from agents.training.network import adapt
from skills.sizes import Size

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


def side(batch: Batch, marks: Tensor | None, dtype: torch.dtype) -> Side:
    """Lower states as the encoder hands them out: `marks` (2, d) of who spoke are added, where the size has them."""
    states = batch.states.to(dtype)
    return Side(states if marks is None else states + marks.to(dtype)[batch.speakers], batch.real)


class Pair(nn.Module):
    """The upper layers, begun as the encoder's, and a score of what they make of both sides."""

    def __init__(self, size: Size, stack: Stack) -> None:
        super().__init__()
        self.stack, self.wide = stack, size.width**0.5
        usual = torch.zeros(size.heads) if stack.distances is None else stack.distances.weight.float().mean(0)
        self.apart = nn.Parameter((usual + APART).repeat(len(stack.layers), 1))
        self.weight = nn.Parameter(torch.cat([torch.zeros(2 * size.width), torch.ones(size.width)]))

    def forward(self, contexts: Side, replies: Side) -> Tensor:
        """p contexts and p replies -> (p,) scores."""
        split = contexts.words.shape[1]
        x = torch.cat([contexts.words, replies.words], dim=1)  # (p, t, d)
        mask = unseen(torch.cat([contexts.real, replies.real], dim=1), x.dtype)
        second = torch.arange(x.shape[1]) >= split
        across = second[:, None] != second  # (t, t)
        places = torch.cat([torch.arange(split), torch.arange(x.shape[1] - split)])  # each side has its own
        near = self.stack.near(places[None]).to(x.dtype)
        for layer, apart in zip(self.stack.layers, self.apart.to(x.dtype), strict=True):
            x = layer(x, mask + torch.where(across, apart[:, None, None], near))  # (p, h, t, t)
        context, reply = contexts.mean(x[:, :split]), replies.mean(x[:, split:])
        found: Tensor = self.wide * torch.cat([context, reply, context * reply], dim=1) @ self.weight
        return found


def adapt_upper(model: Pair, rank: int) -> dict[str, nn.Parameter]:
    """Freeze the encoder's layers, put low-rank changes around their maps, and return these by name."""
    model.stack.requires_grad_(False)
    return adapt(model.stack, rank)
