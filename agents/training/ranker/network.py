"""The ranker's network in PyTorch, for what learns: the same as `skills.models.ranker.Ranker`.

Context and replies are read apart by the encoder's lower layers, which stay as they are. Above, the context goes on
alone, once for all its replies, and each reply goes on seeing it: its words heed the context's words and their own, as
a decoder's heed the encoder's (Vaswani et al. 2017, section 3.2.3; poly-encoders save the same work by other means,
Humeau et al. 2020). So many replies cost little more than one.
Shapes: n contexts of t tokens at most, k replies to each of r tokens at most, d wide, h heads.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.encoder.network import Layer, Stack, attention, unseen
from agents.training.network import adapt
from agents.training.rerankers.pair_network import APART, Side
from skills.models.ranker import MARKS
from skills.sizes import Size


class Ranker(nn.Module):
    """Contexts and k replies to each -> logits (n k, 3) of good, passable and bad, context by context."""

    def __init__(self, size: Size, stack: Stack) -> None:
        super().__init__()
        self.stack, self.wide = stack, size.width**0.5
        usual = torch.zeros(size.heads) if stack.distances is None else stack.distances.weight.float().mean(0)
        self.apart = nn.Parameter((usual + APART).repeat(len(stack.layers), 1))
        begin = torch.zeros(MARKS, 3 * size.width)
        begin[0, 2 * size.width :], begin[2, 2 * size.width :] = 0.5, -0.5  # about the cosine of both sides' vectors
        self.weight, self.bias = nn.Parameter(begin), nn.Parameter(torch.zeros(MARKS))

    def forward(self, contexts: Side, replies: Side) -> Tensor:
        dtype, told, said = contexts.words.dtype, Real(contexts.real), Real(replies.real)
        x, y = told.of(contexts.words), said.of(replies.words)
        own, below = self._within(contexts, dtype), self._within(replies, dtype)
        seen = unseen(contexts.real, dtype)
        for layer, apart in zip(self.layers, self.apart.to(dtype), strict=True):
            bias = Bias(own, below, seen + apart[:, None, None])
            x, y = read(layer, (x, told), (y, said), bias)
        context, reply = contexts.mean(told.spread(x)), replies.mean(said.spread(y))
        context = context.repeat_interleave(len(reply) // len(context), 0)
        found: Tensor = self.wide * torch.cat([context, reply, context * reply], dim=1) @ self.weight.T + self.bias
        return found

    @property
    def layers(self) -> list[Layer]:
        return list(self.stack.layers)  # type: ignore[arg-type]

    def _within(self, side: Side, dtype: torch.dtype) -> Tensor:
        """What is added to attention within a side, by distance and for padding."""
        places = torch.arange(side.words.shape[1])[None]
        return self.stack.near(places).to(dtype) + unseen(side.real, dtype)


class Bias(NamedTuple):
    """What is added to attention within contexts (n, h, t, t), within replies (n k, h, r, r), and from these to those

    (n, h, 1, t).
    """

    contexts: Tensor
    replies: Tensor
    across: Tensor


class Real:
    """Which of (n, t) tokens are real: all but attention is computed of these alone, as half of a batch is padding."""

    def __init__(self, real: Tensor) -> None:
        self.shape, self.places = real.shape, real.flatten().nonzero()[:, 0]

    def of(self, x: Tensor) -> Tensor:
        """(n, t, w) -> (k, w)."""
        return x.flatten(0, 1)[self.places]

    def spread(self, x: Tensor) -> Tensor:
        """(k, w) -> (n, t, w), with nothing between them."""
        n, t = self.shape
        return x.new_zeros(n * t, x.shape[-1]).index_copy(0, self.places, x).view(n, t, -1)


def read(layer: Layer, context: tuple[Tensor, Real], reply: tuple[Tensor, Real], bias: Bias) -> tuple[Tensor, Tensor]:
    """One layer over the real tokens of contexts (of n, t) and of their replies (of n k, r), each (tokens, d)."""
    (x, told), (y, said) = context, reply
    query, key, value = heads(layer, x, told)
    queries, keys, values = heads(layer, y, said)
    n, h, t, _ = key.shape
    many, _, r, wide = queries.shape
    from_context = attention_shares(queries.view(n, -1, h, r, wide).transpose(1, 2).flatten(2, 3), key, bias.across)
    shares = torch.cat(
        [
            from_context.view(n, h, -1, r, t).transpose(1, 2).reshape(many, h, r, t),
            attention_shares(queries, keys, bias.replies),
        ],
        -1,
    ).softmax(-1)
    first, second = shares[..., :t], shares[..., t:]
    within = first.reshape(n, -1, h, r, t).transpose(1, 2).flatten(2, 3) @ value
    seen = within.view(n, h, -1, r, wide).transpose(1, 2).reshape(many, h, r, wide) + second @ values
    return ended(layer, x, attention(query, key, value, bias.contexts), told), ended(layer, y, seen, said)


def heads(layer: Layer, x: Tensor, real: Real) -> tuple[Tensor, Tensor, Tensor]:
    """Query, key and value, each (n, h, t, d / h), of real tokens (k, d)."""
    (n, t), d = real.shape, x.shape[-1]
    made = real.spread(layer.qkv(x))
    query, key, value = made.view(n, t, 3, layer.heads, d // layer.heads).permute(2, 0, 3, 1, 4)
    return query, key, value


def attention_shares(query: Tensor, key: Tensor, bias: Tensor) -> Tensor:
    """What each asks of each, before it is made shares."""
    asked: Tensor = query * query.shape[-1] ** -0.5 @ key.transpose(-1, -2) + bias
    return asked


def ended(layer: Layer, x: Tensor, seen: Tensor, real: Real) -> Tensor:
    """The rest of the layer over real tokens (k, d), given what the tokens' heads have seen (n, h, t, d / h)."""
    x = layer.norm_attention(x + layer.out(real.of(seen.transpose(1, 2).flatten(2))))
    found: Tensor = layer.norm_output(x + layer.down(functional.gelu(layer.up(x))))
    return found


def adapt_upper(model: Ranker, rank: int) -> dict[str, nn.Parameter]:
    """Freeze the encoder's layers, put low-rank changes around their maps, and return these by name."""
    model.stack.requires_grad_(False)
    return adapt(model.stack, rank)
