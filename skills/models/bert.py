"""The encoder's network: BERT (Devlin et al. 2019) in MiniLM-L6's size (Wang et al. 2020), as ONNX Runtime computes it.

Shapes: n sequences, t tokens in the longest, d = 384 wide, h = 12 heads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skills.models.layers import EPSILON, Floats, Layers, unseen_past

WIDTH, INNER, LAYERS, HEADS, POSITIONS, WORDS = 384, 1536, 6, 12, 512, 30522
SHARED, TAP = 3, 4
"""Layers after which the tokens' states are handed out as well: to the pair ranker, and to the ears and heads."""
ADAPTED = ("qkv", "out", "up", "down")
"""The linear maps of a layer, all of which an adapter changes."""
PADDING = 0.15
"""The share of a batch that may be padding; a batch with more is read in two parts."""


class Bert:
    """Sequences of tokens to unit vectors; `tensors` are the network's, by our names (`rename`)."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]]) -> None:
        self.tables = [tensors[f"{name}.weight"].astype(np.float32) for name in ("words", "positions", "speakers")]
        self.norm = tensors["norm.weight"].astype(np.float32), tensors["norm.bias"].astype(np.float32)
        cuts = (range(SHARED), range(SHARED, TAP), range(TAP, LAYERS))
        self.lower, self.middle, self.upper = (Layers(tensors, cut, HEADS) for cut in cuts)

    def embedded(self, ids: NDArray[np.int64], speakers: NDArray[np.int64]) -> Floats:
        """Ids of tokens and speakers (n, t) -> the states (n, t, d) that the first layer reads."""
        words, positions, kinds = self.tables
        states = words[ids] + positions[: ids.shape[1]] + kinds[speakers]
        states -= states.mean(-1, keepdims=True)
        states /= np.sqrt(np.square(states).mean(-1, keepdims=True) + np.float32(EPSILON))
        weight, bias = self.norm
        return states * weight + bias

    def tapped(self, sequences: Sequence[tuple[Sequence[int], Sequence[int]]]) -> tuple[Floats, list[Floats]]:
        """Ids and speakers of sequences -> unit vectors (n, d), and of each the states (t, d) after `TAP` layers."""
        vectors = np.zeros((len(sequences), WIDTH), np.float32)
        states: list[Floats] = [vectors[:0]] * len(sequences)
        for rows in parted([len(ids) for ids, _ in sequences]):
            lengths = [len(sequences[row][0]) for row in rows]
            bias = unseen_past(lengths)
            below = self.middle(self.lower(self.embedded(*padded([sequences[row] for row in rows])), bias), bias)
            above = self.upper(below, bias)
            for row, length, low, high in zip(rows, lengths, below, above, strict=True):
                states[row], vectors[row] = low[:length], high[:length].mean(0)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors, states


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


def rename(tensors: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The published tensor names, brought to ours; query, key and value are stacked into one map."""
    return {our: np.concatenate([tensors[their] for their in theirs]) for our, theirs in _names().items()}


def published(tensors: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Our tensors under the published names."""
    return {
        their: np.ascontiguousarray(part)
        for our, theirs in _names().items()
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


def _names() -> dict[str, tuple[str, ...]]:
    """Each of our tensors, and the published ones that it holds, one above the other."""
    tables = {"words": "word", "positions": "position", "speakers": "token_type"}
    modules: dict[str, tuple[str, ...]] = {"norm": ("embeddings.LayerNorm",)}
    for number in range(LAYERS):
        theirs = f"encoder.layer.{number}"
        modules |= {
            f"layers.{number}.qkv": tuple(f"{theirs}.attention.self.{map_}" for map_ in ("query", "key", "value")),
            f"layers.{number}.out": (f"{theirs}.attention.output.dense",),
            f"layers.{number}.norm_attention": (f"{theirs}.attention.output.LayerNorm",),
            f"layers.{number}.up": (f"{theirs}.intermediate.dense",),
            f"layers.{number}.down": (f"{theirs}.output.dense",),
            f"layers.{number}.norm_output": (f"{theirs}.output.LayerNorm",),
        }
    return {f"{our}.weight": (f"embeddings.{their}_embeddings.weight",) for our, their in tables.items()} | {
        f"{our}.{part}": tuple(f"{their}.{part}" for their in theirs)
        for our, theirs in modules.items()
        for part in ("weight", "bias")
    }
