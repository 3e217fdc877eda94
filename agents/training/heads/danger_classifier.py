"""The danger ear's network in PyTorch, for what learns: the same as `skills.care.heads.Ear`.

Shapes: n utterances, t tokens in the longest, d = 384 wide.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from agents.training.network import load, unseen
from skills.care.heads import BUCKETS, LABELS, PIECES
from skills.encoder import shared_text_encoder
from skills.models.sizes import SMALL


class Network(nn.Module):
    """States (n, t, d) and numbers of pieces -> scores (n, labels). `layers`: its own copy of the encoder's upper."""

    def __init__(self, layers: Sequence[nn.Module]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.look = nn.Linear(SMALL.width, 1)
        self.pieces = nn.EmbeddingBag(BUCKETS, PIECES, mode="sum")
        self.out = nn.Linear(2 * SMALL.width + PIECES, LABELS)
        self.drop = nn.Dropout(0.0)

    def forward(self, states: Tensor, real: Tensor, numbers: Tensor, starts: Tensor, counts: Tensor) -> Tensor:
        mask = unseen(real, states.dtype)
        x = self.drop(states)
        for layer in self.layers:
            x = layer(x, mask)
        weights = real.float()
        looks = torch.softmax(self.look(x)[..., 0].masked_fill(~real, float("-inf")), dim=1)
        mean = (x * weights[..., None]).sum(1) / weights.sum(1, keepdim=True)
        words = self.pieces(numbers, starts) / counts[:, None].sqrt()
        scores: Tensor = self.out(self.drop(torch.cat([mean, (x * looks[..., None]).sum(1), words], dim=1)))
        return scores


def fresh(adapter: str = "default") -> Network:
    """An ear that has learnt nothing: the encoder's upper layers, copied."""
    model = load(shared_text_encoder(adapter).text_encoder.adapter, torch.float32)
    return Network([copy.deepcopy(layer) for layer in model.layers[SMALL.tap :]])
