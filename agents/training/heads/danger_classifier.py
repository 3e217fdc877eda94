"""The danger classifier's network in PyTorch, for what learns: as `skills.care.danger_classifier.DangerClassifier`.

Shapes: n utterances, t tokens in the longest, d wide.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from agents.training.encoder.network import Stack, stack_of
from skills.care.danger_classifier import BUCKETS, LABELS, PIECES
from skills.models.encoder import TextEncoder
from skills.models.served import network
from skills.sizes import Size


class Network(nn.Module):
    """States (n, t, d) and numbers of pieces -> scores (n, labels). `stack`: its own copy of the encoder's upper."""

    def __init__(self, size: Size, stack: Stack) -> None:
        super().__init__()
        self.stack = stack
        self.look = nn.Linear(size.width, 1)
        self.pieces = nn.EmbeddingBag(BUCKETS, PIECES, mode="sum")
        self.out = nn.Linear(2 * size.width + PIECES, LABELS)
        self.drop = nn.Dropout(0.0)

    def forward(self, states: Tensor, real: Tensor, numbers: Tensor, starts: Tensor, counts: Tensor) -> Tensor:
        places = torch.arange(states.shape[1]).expand(real.shape)
        x = self.stack(self.drop(states), places, real)
        weights = real.float()
        looks = torch.softmax(self.look(x)[..., 0].masked_fill(~real, float("-inf")), dim=1)
        mean = (x * weights[..., None]).sum(1) / weights.sum(1, keepdim=True)
        words = self.pieces(numbers, starts) / counts[:, None].sqrt()
        scores: Tensor = self.out(self.drop(torch.cat([mean, (x * looks[..., None]).sum(1), words], dim=1)))
        return scores


def fresh(encoder: TextEncoder) -> Network:
    """A classifier that has learnt nothing: the encoder's layers after its tap, copied."""
    size = encoder.size
    return Network(size, stack_of(size, network(size, encoder.adapter), range(size.tap, size.layers)))
