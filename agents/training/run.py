"""What every recipe is given, and where its tensors go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from agents.training.vectors import Vectorizer
from skills.models import head as heads
from skills.models.head import Head
from skills.models.tensors import WEIGHTS, pin


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: corpora, folder for what can be resumed, seed, encoder's adapter, and where weights go.

    Of a recipe that trains several models, `only` names some.
    """

    datapath: Path
    checkpoints: Path
    seed: int = 7
    adapter: str = "default"
    out: Path = WEIGHTS
    only: tuple[str, ...] = ()

    def vectorizer(self) -> Vectorizer:
        return Vectorizer(self.adapter, self.checkpoints)

    def head(self, name: str, labels: tuple[str, ...] | None = None) -> Head:
        """A head made by an earlier recipe: the one in `out`, else the shipped one."""
        return heads.load(name, labels, self.out if (self.out / f"{name}.safetensors").is_file() else WEIGHTS)

    def save_head(self, name: str, head: Head, **others: str) -> Path:
        """Write a head in half precision, with other notes; `skills.models.head.load` reads it back."""
        tensors = {
            f"{number}.{part}": array
            for number, layer in enumerate(head.layers)
            for part, array in zip(("weight", "bias"), layer, strict=True)
        }
        notes = {"labels": head.labels, "temperature": head.temperature, "adapter": self.adapter, "seed": self.seed}
        return self.save(name, tensors | dict(head.extra), {"head": json.dumps(notes), **others})

    def save(self, name: str, tensors: Mapping[str, NDArray[Any]], notes: dict[str, str]) -> Path:
        """Write `NAME.safetensors`, what is no whole number as float16, and pin its checksum."""
        path = self.out / f"{name}.safetensors"
        self.out.mkdir(parents=True, exist_ok=True)
        whole = {key: array.dtype.kind in "iu" for key, array in tensors.items()}
        kept = {key: array if whole[key] else array.astype(np.float16) for key, array in tensors.items()}
        save_file({key: np.ascontiguousarray(array) for key, array in kept.items()}, path, notes)
        path.chmod(0o644)
        pin(path)
        return path
