"""A small trained head: one or two linear maps from a vector to scores, in numpy, read from safetensors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

from bot.errors import WeightsError
from skills.models import tensors
from skills.sizes import Size

Floats = NDArray[np.floating[Any]]
INPUT = "0.weight"
"""The map in a head's file that reads what the head is given."""


@dataclass(frozen=True)
class Head:
    """`layers` are (weight (out, in), bias (out,)); between two of them stands a ReLU.

    `labels` name the scores, `temperature` divides them, `extra` are further tensors of the same file.
    """

    layers: tuple[tuple[Floats, Floats], ...]
    labels: tuple[str, ...]
    temperature: float
    extra: Mapping[str, Floats]

    @property
    def width(self) -> int:
        """How many features it sees."""
        return int(self.layers[0][0].shape[1])

    def scores(self, features: Floats) -> Floats:
        """(..., features) -> (..., labels), before any temperature."""
        x = features
        for number, (weight, bias) in enumerate(self.layers):
            x = np.maximum(x, 0) if number else x
            x = x @ weight.T + bias
        return x

    def probabilities(self, features: Floats) -> Floats:
        """(..., features) -> (..., labels), each row summing to one."""
        return softmax(self.scores(features) / self.temperature)

    def on_scale(self, factor: float) -> Head:
        """The head that gives for x what this one gives for `factor` times x."""
        (weight, bias), *rest = self.layers
        return Head(((weight * factor, bias), *rest), self.labels, self.temperature, self.extra)


def softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def shipped(name: str, labels: tuple[str, ...] | None, size: Size, *, vectors: int = 1, others: int = 0) -> Head:
    """The head that ships for an encoder of this size; it is given so many of its vectors and so many other numbers."""
    return load(name, labels, tensors.folder_of(size), {INPUT: vectors * size.width + others})


def load(
    name: str,
    labels: tuple[str, ...] | None = None,
    folder: Path = tensors.WEIGHTS,
    widths: Mapping[str, int] | None = None,
) -> Head:
    """The head called `name`; `widths` says how many numbers its maps, by their names in the file, will be given.

    WeightsError when it is missing, altered, or was trained for other labels or for vectors of another width.
    """
    path = tensors.find(name, folder)
    with safe_open(path, framework="numpy") as file:
        held: dict[str, Floats] = {key: file.get_tensor(key).astype(np.float32) for key in file.keys()}  # noqa: SIM118
        notes: dict[str, Any] = json.loads(file.metadata()["head"])
    if labels is not None and tuple(notes["labels"]) != labels:
        raise WeightsError(f"{path} was trained for {', '.join(notes['labels'])}; {', '.join(labels)} are expected")
    for key, wanted in (widths or {}).items():
        found = held[key].shape[-1] if key in held else 0
        if found != wanted:
            raise WeightsError(f"{path}: {key!r} reads {found} numbers; {wanted} are given to it by the bot's encoder")
    depth = sum(key.endswith(".weight") for key in held)
    layers = tuple((held.pop(f"{number}.weight"), held.pop(f"{number}.bias")) for number in range(depth))
    return Head(layers, tuple(notes["labels"]), float(notes["temperature"]), held)
