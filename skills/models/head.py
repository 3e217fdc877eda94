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

Floats = NDArray[np.floating[Any]]


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


def load(name: str, labels: tuple[str, ...] | None = None, folder: Path = tensors.WEIGHTS) -> Head:
    """The head called `name`. WeightsError when it is missing, altered, or was trained for other labels."""
    path = tensors.find(name, folder)
    with safe_open(path, framework="numpy") as file:
        held: dict[str, Floats] = {key: file.get_tensor(key).astype(np.float32) for key in file.keys()}  # noqa: SIM118
        notes: dict[str, Any] = json.loads(file.metadata()["head"])
    if labels is not None and tuple(notes["labels"]) != labels:
        raise WeightsError(f"{path} was trained for {', '.join(notes['labels'])}; {', '.join(labels)} are expected")
    depth = sum(key.endswith(".weight") for key in held)
    layers = tuple((held.pop(f"{number}.weight"), held.pop(f"{number}.bias")) for number in range(depth))
    return Head(layers, tuple(notes["labels"]), float(notes["temperature"]), held)
