"""The encoder's network in PyTorch, for what learns: as in `skills.models.transformer`, and adapters that can change.

Shapes: n sequences, t tokens in the longest, d = 384 wide, h = 12 heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from skills.models.adapter import STRENGTH
from skills.models.encoder import TextEncoder, Tokens
from skills.models.served import network as published
from skills.models.transformer import ADAPTED
from skills.sizes import SMALL

SCALE = (SMALL.width // SMALL.heads) ** -0.5
FEW, MANY = 16, 256
TOGETHER = 8
"""So many sequences of a batch look at their tokens together: with 32, looking at padding is a quarter of a pass."""


def empty(rows: int) -> nn.Embedding:
    """A table to be filled: PyTorch's own way draws random numbers, and for that imports its compiler (seconds)."""
    return nn.Embedding(rows, SMALL.width, _weight=torch.empty(rows, SMALL.width))


class Part(NamedTuple):
    """Neighbours in a batch, whose tokens look at each other in one go: n sequences, the longest of t tokens.

    `tokens` are theirs among the real ones of the batch, `places` (k,) where these stand among n t, None where all n t
    are real, and `mask` is (n, 1, 1, t), None likewise.
    """

    size: tuple[int, int]
    tokens: slice
    places: Tensor | None
    mask: Tensor | None


class Layer(nn.Module):
    """One transformer layer, normalised after each half as BERT does: (n, t, d) -> (n, t, d).

    With `parts`, of the real tokens alone, `filled` up: (k, d) -> (k, d).
    """

    def __init__(self) -> None:
        super().__init__()
        self.qkv: nn.Module = nn.Linear(SMALL.width, 3 * SMALL.width)
        self.out: nn.Module = nn.Linear(SMALL.width, SMALL.width)
        self.up: nn.Module = nn.Linear(SMALL.width, SMALL.inner)
        self.down: nn.Module = nn.Linear(SMALL.inner, SMALL.width)
        self.norm_attention = nn.LayerNorm(SMALL.width, SMALL.epsilon)
        self.norm_output = nn.LayerNorm(SMALL.width, SMALL.epsilon)

    def forward(self, x: Tensor, mask: Tensor | None, parts: Sequence[Part] | None = None) -> Tensor:
        made = self.qkv(x)
        seen = attended(made, mask) if parts is None else filled(torch.cat([within(made, part) for part in parts]))
        x = self.norm_attention(x + self.out(seen))
        y: Tensor = self.norm_output(x + self.down(functional.gelu(self.up(x))))
        return y


def within(made: Tensor, part: Part) -> Tensor:
    """What the real tokens of a part (k, d) see, given what all of the batch made (all, 3 d)."""
    seen = attended(spread(made[part.tokens], part.places, *part.size), part.mask)
    return seen.flatten(0, 1) if part.places is None else seen.flatten(0, 1)[part.places]


def attended(made: Tensor, mask: Tensor | None) -> Tensor:
    """Query, key and value of every token (n, t, 3 d) -> what it sees (n, t, d)."""
    n, t, _ = made.shape
    heads = made.view(n, t, 3, SMALL.heads, SMALL.width // SMALL.heads)
    query, key, value = heads.permute(2, 0, 3, 1, 4)  # each (n, h, t, d/h)
    return attention(query, key, value, mask).transpose(1, 2).reshape(n, t, SMALL.width)


def attention(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
    """PyTorch's fused one is a tenth faster than by hand where nothing is learnt, and a third slower where it is."""
    if torch.is_grad_enabled():
        scores = query * SCALE @ key.transpose(-1, -2)
        weights: Tensor = (scores if mask is None else scores + mask).softmax(-1)
        return weights @ value
    return functional.scaled_dot_product_attention(query, key, value, mask)


def filled(x: Tensor) -> Tensor:
    """(k, d) with rows of nothing up to a round number of them.

    The processor works on sixteen rows at a time anyway, and a plan is made for each number of rows that comes.
    """
    return functional.pad(x, (0, 0, 0, -len(x) % (FEW if len(x) <= MANY else MANY // 4)))


def spread(x: Tensor, places: Tensor | None, n: int, t: int) -> Tensor:
    """Real tokens (k, w) -> (n, t, w) with nothing between them; without `places` all n t are real."""
    if places is None:
        return x.view(n, t, -1)
    return x.new_zeros(n * t, x.shape[-1]).index_copy_(0, places, x).view(n, t, -1)


class Bert(nn.Module):
    """Ids of tokens and speakers (n, t) and a mask of real tokens (n, t) -> unit vectors (n, d), their mean."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.positions, self.speakers = (empty(rows) for rows in (SMALL.words, SMALL.positions, 2))
        self.norm = nn.LayerNorm(SMALL.width, SMALL.epsilon)
        self.layers = nn.ModuleList(Layer() for _ in range(SMALL.layers))

    def forward(self, ids: Tensor, speakers: Tensor, real: Tensor) -> Tensor:
        return self.tapped(ids, speakers, real)[0]

    def tapped(self, ids: Tensor, speakers: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
        """The vectors, and the tokens' states (n, t, d) after `SMALL.tap` layers, for whoever goes on from there."""
        x = self.norm(self.words(ids) + self.positions(torch.arange(ids.shape[1])) + self.speakers(speakers))
        # Padding is left out wherever tokens are read one by one, which is all but attention.
        places, parts = None if real.all() else real.flatten().nonzero()[:, 0], parted(real, x.dtype)
        x = filled(x.flatten(0, 1) if places is None else x.flatten(0, 1)[places])
        for layer in self.layers[: SMALL.tap]:
            x = layer(x, None, parts)
        count = int(real.sum())
        states = spread(x[:count], places, *real.shape)
        for layer in self.layers[SMALL.tap :]:
            x = layer(x, None, parts)
        x, weights = spread(x[:count], places, *real.shape), real.to(torch.float32)[..., None]
        return functional.normalize((x.float() * weights).sum(1) / weights.sum(1), dim=-1), states


def unseen(real: Tensor, dtype: torch.dtype) -> Tensor:
    """What is added to attention so that no token looks at padding: (n, t) -> (n, 1, 1, t)."""
    return torch.zeros(real.shape, dtype=dtype).masked_fill_(~real, float("-inf"))[:, None, None, :]


def parted(real: Tensor, dtype: torch.dtype) -> list[Part]:
    """A batch (n, t), padded at the ends, in parts; where neighbours are of like length little padding is left."""
    parts: list[Part] = []
    lengths, done = real.sum(1).tolist(), 0
    for start in range(0, len(lengths), TOGETHER):
        rows = slice(start, start + TOGETHER)
        own = real[rows, : max(lengths[rows])]
        tokens = slice(done, done + sum(lengths[rows]))
        padding = (None, None) if own.all() else (own.flatten().nonzero()[:, 0], unseen(own, dtype))
        parts.append(Part((own.shape[0], own.shape[1]), tokens, *padding))
        done = tokens.stop
    return parts


class Layered(Protocol):
    """Anything with layers to adapt."""

    layers: nn.ModuleList


class Adapted(nn.Module):
    """A frozen linear map plus a low-rank change, W x + s B A x (LoRA, Hu et al. 2022, section 4.1); B begins as 0."""

    def __init__(self, linear: nn.Linear, rank: int, scale: float = STRENGTH) -> None:
        super().__init__()
        self.linear = linear.requires_grad_(False)
        self.scale = scale
        self.a = nn.Parameter(torch.randn(rank, linear.in_features) / linear.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(linear.out_features, rank))
        self.on = True

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.linear(x)
        if not self.on:
            return y
        return y + functional.linear(functional.linear(x, self.a.to(x.dtype)), self.scale * self.b.to(x.dtype))


def adapt(model: Layered, rank: int) -> dict[str, nn.Parameter]:
    """Put an `Adapted` around every linear map of every layer and return the new parameters by name."""
    parameters: dict[str, nn.Parameter] = {}
    for number, layer in enumerate(model.layers):
        for name in ADAPTED:
            adapted = Adapted(getattr(layer, name), rank)
            setattr(layer, name, adapted)
            parameters[f"layers.{number}.{name}.a"] = adapted.a
            parameters[f"layers.{number}.{name}.b"] = adapted.b
    return parameters


def adapt_thinned(model: Layered, rank: int, thinned: float) -> dict[str, nn.Parameter]:
    """`adapt`, and dropout: of what each layer adds to the states it was given a share is left out as it learns."""
    parameters = adapt(model, rank)
    for layer in model.layers:
        for name in ("out", "down"):
            setattr(layer, name, nn.Sequential(getattr(layer, name), nn.Dropout(thinned)))
    return parameters


def load(adapter: Path | None, dtype: torch.dtype) -> Bert:
    """The network with the adapter's changes merged in, nothing of it learning yet."""
    with torch.device("meta"):
        model = Bert()
    tensors = {name: torch.from_numpy(array) for name, array in published(SMALL, adapter).items()}
    model.load_state_dict(tensors, assign=True)
    return model.to(dtype).requires_grad_(False).eval()


def best_dtype() -> torch.dtype:
    """bfloat16 where the processor multiplies it in hardware, else float32."""
    capable = torch.cpu.get_capabilities()
    return torch.bfloat16 if capable.get("avx512_bf16") or capable.get("amx_bf16") else torch.float32


def padded(sequences: Sequence[Tokens]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, speakers and the mask of real tokens, each (n, t)."""
    longest = max(len(sequence.ids) for sequence in sequences)
    ids = torch.zeros(len(sequences), longest, dtype=torch.long)
    speakers, real = torch.zeros_like(ids), torch.zeros_like(ids, dtype=torch.bool)
    for row, sequence in enumerate(sequences):
        length = len(sequence.ids)
        ids[row, :length] = torch.tensor(sequence.ids)
        speakers[row, :length] = torch.tensor(sequence.speakers)
        real[row, :length] = True
    return ids, speakers, real


class Reference:
    """The vectors that PyTorch makes in full precision of what an encoder reads: what its own are compared with."""

    def __init__(self, encoder: TextEncoder) -> None:
        self.words, self.model = encoder.words, load(encoder.adapter, torch.float32)

    def texts(self, texts: Sequence[str], bot: bool = False) -> NDArray[np.float32]:
        """One vector for each text, said by the bot or by the user."""
        with torch.inference_mode():
            found: NDArray[np.float32] = self.model(
                *padded([self.words.utterance(text, bot) for text in texts])
            ).numpy()
        return found
