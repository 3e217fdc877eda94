"""The encoder's network in both sizes, by ONNX Runtime: BERT (Devlin et al. 2019) and MPNet (Song et al. 2020).

Words and positions become states, layers change them one after the other, the mean of the last is the vector. The base
size adds how far apart two tokens stand to how much one heeds the other; one table of that serves all its layers.
Shapes: n sequences, t tokens in the longest, d wide, h heads; of each `sizes.Size` its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skills.models.layers import Floats, Layers, unseen_past
from skills.sizes import Size

ADAPTED = ("qkv", "out", "up", "down")
"""The linear maps of a layer, all of which an adapter changes."""
FARTHEST = 128
"""From this many tokens on, all distances are in one bucket."""
PADDING = 0.15
"""The share of a batch that may be padding; a batch with more is read in two parts."""


class Transformer:
    """Sequences of tokens to unit vectors; `tensors` are the network's, by our names (`rename`).

    In the base size they may hold a table `speakers` (2, d), added to the states after layer `shared`.
    """

    def __init__(self, size: Size, tensors: Mapping[str, NDArray[Any]]) -> None:
        self.size = size
        self.words, self.positions = tensors["words.weight"], tensors["positions.weight"].astype(np.float32)
        self.norm = tensors["norm.weight"].astype(np.float32), tensors["norm.bias"].astype(np.float32)
        self.speakers = tensors["speakers.weight"].astype(np.float32) if size.speakers else None  # (2, d), read first
        self.marks = None if size.speakers else tensors.get("speakers")  # (2, d), added after layer `shared`
        self.distances = tensors["distances.weight"].astype(np.float32) if size.buckets else None  # (buckets, h)
        cuts = (range(size.shared), range(size.shared, size.tap), range(size.tap, size.layers))
        self._lower, self.middle, self.upper = (Layers(tensors, cut, size) for cut in cuts)

    def embedded(self, ids: NDArray[np.int64], speakers: NDArray[np.int64]) -> Floats:
        """Ids of tokens and speakers (n, t) -> the states (n, t, d) that the first layer reads."""
        first = self.size.first_position
        states = self.words[ids].astype(np.float32) + self.positions[first : first + ids.shape[1]]
        if self.speakers is not None:
            states += self.speakers[speakers]
        states -= states.mean(-1, keepdims=True)
        states /= np.sqrt(np.square(states).mean(-1, keepdims=True) + np.float32(self.size.epsilon))
        weight, bias = self.norm
        return states * weight + bias

    def bias(self, lengths: Sequence[int]) -> Floats:
        """What is added to attention (n, 1 or h, t, t): padding is not seen, and of the base size what is how far."""
        unseen = unseen_past(lengths)
        return unseen if self.distances is None else unseen + self.near(max(lengths))

    def near(self, length: int) -> Floats:
        """What the distance of two tokens of one text adds to attention: (h, t, t); in the small size 0, (1, t, t)."""
        if self.distances is None:
            return np.zeros((1, length, length), np.float32)
        return self.distances[buckets(length, self.size.buckets)].transpose(2, 0, 1)

    def lower(self, ids: NDArray[np.int64], speakers: NDArray[np.int64], bias: Floats) -> Floats:
        """The states (n, t, d) after layer `shared`, where they know who spoke."""
        states = self._lower(self.embedded(ids, speakers), bias)
        return states if self.marks is None else states + self.marks[speakers].astype(np.float32)

    def tapped(self, sequences: Sequence[tuple[Sequence[int], Sequence[int]]]) -> tuple[Floats, list[Floats]]:
        """Ids and speakers of sequences -> unit vectors (n, d), and of each the states (t, d) after layer `tap`."""
        vectors = np.zeros((len(sequences), self.size.width), np.float32)
        states: list[Floats] = [vectors[:0]] * len(sequences)
        for rows in parted([len(ids) for ids, _ in sequences]):
            lengths = [len(sequences[row][0]) for row in rows]
            bias = self.bias(lengths)
            below = self.middle(self.lower(*padded([sequences[row] for row in rows]), bias), bias)
            above = self.upper(below, bias)
            for row, length, low, high in zip(rows, lengths, below, above, strict=True):
                states[row], vectors[row] = low[:length], high[:length].mean(0)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors, states


def buckets(length: int, count: int) -> NDArray[np.intp]:
    """(t, t) the bucket of the way from a row's token to a column's (Raffel et al. 2020, section 2.1).

    Half of the buckets are for tokens that come later. Of each half the first half are for one distance each, the
    others for ever longer stretches of them, up to `FARTHEST`.
    """
    places = np.arange(length)
    way = places - places[:, None]
    far, half = np.abs(way), count // 2
    exact = half // 2
    stretch = np.log(np.maximum(far, exact).astype(np.float32) / exact) / np.float32(math.log(FARTHEST / exact))
    longer = np.minimum(exact + (stretch * (half - exact)).astype(np.intp), half - 1)
    found: NDArray[np.intp] = np.where(way > 0, half, 0) + np.where(far < exact, far, longer)
    return found


def padded(sequences: Sequence[tuple[Sequence[int], Sequence[int]]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Ids and speakers, each (n, t), with zeros where a sequence has ended."""
    ids, speakers = np.zeros((2, len(sequences), max(len(own) for own, _ in sequences)), np.int64)
    for row, (own, said) in enumerate(sequences):
        ids[row, : len(own)], speakers[row, : len(own)] = own, said
    return ids, speakers


def parted(lengths: Sequence[int]) -> list[list[int]]:
    """Rows of like lengths together, in as few parts as keep padding below its share of each."""
    parts: list[list[int]] = []
    total = 0
    for row in sorted(range(len(lengths)), key=lambda row: -lengths[row]):
        total += lengths[row]
        longest = lengths[parts[-1][0]] if parts else 0
        if parts and total >= (1 - PADDING) * longest * (len(parts[-1]) + 1):
            parts[-1].append(row)
        else:
            parts.append([row])
            total = lengths[row]
    return parts


def rename(size: Size, tensor: Callable[[str], NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The published tensors by our names; query, key and value are stacked into one map."""
    return {our: np.concatenate([tensor(their) for their in theirs]) for our, theirs in names(size).items()}


def published(size: Size, tensors: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Our tensors under the published names."""
    return {
        their: np.ascontiguousarray(part)
        for our, theirs in names(size).items()
        for their, part in zip(theirs, np.split(tensors[our], len(theirs)), strict=True)
    }


def above(tensors: Mapping[str, NDArray[Any]], first: int) -> dict[str, NDArray[Any]]:
    """The layers from `first` on, numbered from 0: what networks begin with that go on from states handed out."""
    found: dict[str, NDArray[Any]] = {}
    for name, tensor in tensors.items():
        kind, _, rest = name.partition(".")
        number, _, part = rest.partition(".")
        if kind == "layers" and int(number) >= first:
            found[f"layers.{int(number) - first}.{part}"] = tensor
    return found


def names(size: Size) -> dict[str, tuple[str, ...]]:
    """Each of our tensors, and the published ones that it holds, one above the other."""
    tables = {"words": "embeddings.word_embeddings", "positions": "embeddings.position_embeddings"}
    if size.speakers:
        tables["speakers"] = "embeddings.token_type_embeddings"
    if size.buckets:
        tables["distances"] = "encoder.relative_attention_bias"
    modules: dict[str, tuple[str, ...]] = {"norm": ("embeddings.LayerNorm",)}
    for number in range(size.layers):
        modules |= {
            f"layers.{number}.{our}": tuple(f"encoder.layer.{number}.{their}" for their in theirs)
            for our, theirs in PUBLISHED[size.name].items()
        }
    return {f"{our}.weight": (f"{their}.weight",) for our, their in tables.items()} | {
        f"{our}.{part}": tuple(f"{their}.{part}" for their in theirs)
        for our, theirs in modules.items()
        for part in ("weight", "bias")
    }


_SAME = {"up": ("intermediate.dense",), "down": ("output.dense",), "norm_output": ("output.LayerNorm",)}
PUBLISHED = {
    "small": {
        "qkv": ("attention.self.query", "attention.self.key", "attention.self.value"),
        "out": ("attention.output.dense",),
        "norm_attention": ("attention.output.LayerNorm",),
        **_SAME,
    },
    "base": {
        "qkv": ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
        "out": ("attention.attn.o",),
        "norm_attention": ("attention.LayerNorm",),
        **_SAME,
    },
}
"""What the parts of a layer are called in the files of each size."""
