"""The encoder in PyTorch, in two parts: the lower layers, frozen as published, and the upper ones, which learn.

The same computation as `skills.models.transformer`. Shapes: n sequences, t tokens in the longest, d wide, h heads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from skills.sizes import Size

FURTHEST = 128
"""Tokens further apart than this are all equally far (`skills.models.transformer`)."""
LONGEST = 512
"""Tokens of a sequence, at most."""


class Layer(nn.Module):
    """One transformer layer, normalised after each half: states (n, t, d), bias (n, h or 1, t or 1, t) -> (n, t, d)."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.heads = size.heads
        self.qkv, self.out = nn.Linear(size.width, 3 * size.width), nn.Linear(size.width, size.width)
        self.up, self.down = nn.Linear(size.width, size.inner), nn.Linear(size.inner, size.width)
        self.norm_attention, self.norm_output = (nn.LayerNorm(size.width, size.epsilon) for _ in range(2))

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        n, t, d = x.shape
        query, key, value = self.qkv(x).view(n, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        seen = attention(query, key, value, bias).transpose(1, 2).reshape(n, t, d)
        x = self.norm_attention(x + self.out(seen))
        y: Tensor = self.norm_output(x + self.down(functional.gelu(self.up(x))))
        return y


def attention(query: Tensor, key: Tensor, value: Tensor, bias: Tensor) -> Tensor:
    """PyTorch's fused one is a tenth faster than by hand where nothing is learnt, and a third slower where it is."""
    if torch.is_grad_enabled():
        weights: Tensor = (query * query.shape[-1] ** -0.5 @ key.transpose(-1, -2) + bias).softmax(-1)
        return weights @ value
    return functional.scaled_dot_product_attention(query, key, value, bias)


class Stack(nn.Module):
    """Some of the layers; `distances` (buckets, h), where the size has it, is what all of them add by distance."""

    def __init__(self, size: Size, count: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(size) for _ in range(count))
        self.distances = nn.Embedding(size.buckets, size.heads) if size.buckets else None
        self.register_buffer("bucket", buckets(size.buckets) if size.buckets else None, persistent=False)

    def forward(self, x: Tensor, places: Tensor, real: Tensor) -> Tensor:
        bias = self.bias(places, real, x.dtype)
        for layer in self.layers:
            x = layer(x, bias)
        return x

    @torch.no_grad()
    def bias(self, places: Tensor, real: Tensor, dtype: torch.dtype) -> Tensor:
        """Places of tokens in their text (n, t) and which are real (n, t) -> (n, h or 1, t or 1, t)."""
        hidden = unseen(real, dtype)
        return hidden if self.distances is None else self.near(places) + hidden

    @torch.no_grad()
    def near(self, places: Tensor) -> Tensor:
        """What the distance of two tokens of one text adds, by their places (n, t): (n, h, t, t), or 0 (1, 1, 1, 1)."""
        if self.distances is None:
            return torch.zeros(1, 1, 1, 1)
        bucket: Tensor = self.bucket  # type: ignore[assignment]
        apart = places[:, None, :] - places[:, :, None] + LONGEST
        return self.distances.weight[bucket[apart]].permute(0, 3, 1, 2)


class Lower(nn.Module):
    """Ids and speakers (n, t) and which are real (n, t) -> the states (n, t, d) after the first `shared` layers."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.size = size
        self.words, self.positions = (nn.Embedding(rows, size.width) for rows in (size.words, size.positions))
        self.speakers = nn.Embedding(size.speakers, size.width) if size.speakers else None
        self.norm = nn.LayerNorm(size.width, size.epsilon)
        self.stack = Stack(size, size.shared)

    def forward(self, ids: Tensor, speakers: Tensor, real: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1])
        x = self.words(ids) + self.positions(places + self.size.first_position)
        if self.speakers is not None:
            x = x + self.speakers(speakers)
        y: Tensor = self.stack(self.norm(x), places.expand_as(ids), real)
        return y


class Upper(nn.Module):
    """States (n, t, d) after the lower layers -> unit vectors (n, d), their means.

    `speakers` (2, d) marks who said each token, where the published network knows of no speakers.
    """

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.stack = Stack(size, size.layers - size.shared)
        self.speakers = None if size.speakers else nn.Parameter(torch.zeros(2, size.width))

    def forward(self, x: Tensor, speakers: Tensor, places: Tensor, real: Tensor) -> Tensor:
        if self.speakers is not None:
            x = x + self.speakers.to(x.dtype)[speakers]
        weights = real.float()[..., None]
        summed = (self.stack(x, places, real).float() * weights).sum(1)
        return functional.normalize(summed / weights.sum(1), dim=-1)


def unseen(real: Tensor, dtype: torch.dtype) -> Tensor:
    """What is added to attention so that no token looks at padding: (n, t) -> (n, 1, 1, t)."""
    return torch.zeros(real.shape, dtype=dtype).masked_fill_(~real, float("-inf"))[:, None, None]


def buckets(count: int) -> Tensor:
    """Of each distance from -LONGEST to LONGEST its bucket: near ones exactly, far ones in steps that grow

    (Raffel et al. 2020, T5, section 2.1, both directions apart).
    """
    apart = torch.arange(-LONGEST, LONGEST + 1)
    half, exact = count // 2, count // 4
    away = apart.abs()
    steps = torch.log(away.clamp(min=1).float() / exact) / math.log(FURTHEST / exact) * (half - exact)
    near = torch.where(away < exact, away, (exact + steps.long()).clamp(max=half - 1))
    return torch.where(apart > 0, near + half, near)


def load(size: Size, tensors: Mapping[str, NDArray[Any]], dtype: torch.dtype) -> tuple[Lower, Upper]:
    """Both parts with a network's tensors (`skills.models.transformer.rename`), nothing of them learning yet."""
    lower, upper = Lower(size), Upper(size)
    cut = size.shared
    _fill(lower, _stacked(tensors, range(cut)))
    _fill(upper, {"speakers": np.zeros((2, size.width), np.float32)} | _stacked(tensors, range(cut, size.layers)))
    return lower.to(dtype).requires_grad_(False).eval(), upper.to(dtype).requires_grad_(False).eval()


def stack_of(size: Size, tensors: Mapping[str, NDArray[Any]], numbers: range) -> Stack:
    """The layers of these numbers alone, in full precision, nothing of them learning yet."""
    stack = Stack(size, len(numbers))
    held = _stacked(tensors, numbers)
    _fill(stack, {name.removeprefix("stack."): held[name] for name in held if name.startswith("stack.")})
    return stack.requires_grad_(False).eval()


def _stacked(tensors: Mapping[str, NDArray[Any]], numbers: range) -> dict[str, NDArray[Any]]:
    """The tensors by the names of a part whose stack has the layers of these numbers."""
    found = {"stack.distances.weight" if name == "distances.weight" else name: held for name, held in tensors.items()}
    for number in numbers:
        own = f"layers.{number}."
        found |= {
            f"stack.layers.{number - numbers[0]}.{name.removeprefix(own)}": held
            for name, held in tensors.items()
            if name.startswith(own)
        }
    return found


def _fill(part: nn.Module, tensors: Mapping[str, NDArray[Any]]) -> None:
    wanted = part.state_dict()
    part.load_state_dict({name: torch.from_numpy(np.asarray(tensors[name], np.float32)) for name in wanted})
