"""What every recipe is given, and where its tensors go: written aside, put in their place when all of it is done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from agents.training.common.vectors import Vectorizer
from bot.errors import ConfigError
from skills.models import head as heads
from skills.models.head import Head
from skills.models.tensors import WEIGHTS, beside, pin
from skills.sizes import SMALL, Size


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: corpora, folder for what can be resumed, seed, encoder's adapter and size, where weights go.

    Of a recipe that trains several models, `only` names some. The shipped weights are written to `install` alone.
    `saved` are the files that wait aside for `finish`.
    """

    datapath: Path
    checkpoints: Path
    seed: int = 7
    adapter: str = "default"
    size: Size = SMALL
    out: Path = WEIGHTS
    only: tuple[str, ...] = ()
    install: bool = False
    saved: list[Path] = field(default_factory=list, compare=False)

    def vectorizer(self) -> Vectorizer:
        return Vectorizer(self.adapter, self.checkpoints, self.size)

    def head(self, name: str, labels: tuple[str, ...] | None = None) -> Head:
        """A head made by an earlier recipe: the one in `out`, else the shipped one."""
        return heads.load(name, labels, beside(name, self.out, self.size))

    def save_head(self, name: str, head: Head, **others: str) -> Path:
        """`save` a head in half precision, with other notes; `skills.models.head.load` reads it back."""
        tensors = {
            f"{number}.{part}": array
            for number, layer in enumerate(head.layers)
            for part, array in zip(("weight", "bias"), layer, strict=True)
        }
        notes = {"labels": head.labels, "temperature": head.temperature, "adapter": self.adapter, "seed": self.seed}
        return self.save(name, tensors | dict(head.extra), {"head": json.dumps(notes), **others})

    def save(self, name: str, tensors: Mapping[str, NDArray[Any]], notes: dict[str, str]) -> Path:
        """Write `NAME.safetensors` aside, what is no whole number as float16. ConfigError where that would ship."""
        if self.out.resolve().is_relative_to(WEIGHTS.resolve()) and not self.install:
            raise ConfigError(f"{self.out} holds the weights that ship: only --install replaces them")
        path = self.out / f"{name}.safetensors"
        self.out.mkdir(parents=True, exist_ok=True)
        self.saved.append(path)
        whole = {key: array.dtype.kind in "iu" for key, array in tensors.items()}
        kept = {key: array if whole[key] else array.astype(np.float16) for key, array in tensors.items()}
        save_file({key: np.ascontiguousarray(array) for key, array in kept.items()}, aside(path), notes)
        aside(path).chmod(0o644)
        return path

    def finish(self) -> list[Path]:
        """Put what was saved in its place, and pin it there; those that ship are pinned by `attune pins`."""
        done = [*self.saved]
        for path in done:
            aside(path).replace(path)
            if not self.install:
                pin(path)
        self.saved.clear()
        return done

    def drop(self) -> None:
        """Leave nothing of what was saved and not finished."""
        for path in self.saved:
            aside(path).unlink(missing_ok=True)
        self.saved.clear()


def aside(path: Path) -> Path:
    """Where a file is until it is finished."""
    return path.with_name(f"{path.name}.part")
