"""Trained weights in little room: what they changed, as a low-rank product and a rest of two bits a number.

A change is mostly of low rank, and what is left is small and spread out: little of it is lost in four steps
(Liu et al. 2024, BitDelta, need but one bit of a whole change).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from skills.models.adapter import A_BYTE, REST, SHIFTS, STEPS, STRENGTH, factors

WIDTHS = np.linspace(0.4, 1.6, 25)
"""Steps of two bits that are tried, in standard deviations of a row."""


def compact(changes: Mapping[str, Tensor], rank: int) -> dict[str, NDArray[Any]]:
    """An adapter of the nearest changes of this rank in eight bits, and what these leave in two."""
    near = in_eight_bits(low_rank(changes, rank))
    held = {name: torch.from_numpy(array) for name, array in factors(near).items()}
    rest = {name: change - STRENGTH * held[f"{name}.b"] @ held[f"{name}.a"] for name, change in changes.items()}
    return near | in_two_bits(rest)


def low_rank(changes: Mapping[str, Tensor], rank: int) -> dict[str, NDArray[np.float32]]:
    """An adapter whose products s B A are the nearest of this rank to the changes (Eckart & Young 1936)."""
    found: dict[str, NDArray[np.float32]] = {}
    for name, change in changes.items():
        left, sizes, right = torch.linalg.svd(change, full_matrices=False)
        root = (sizes[:rank] / STRENGTH).sqrt()
        found[f"{name}.a"] = (root[:, None] * right[:rank]).numpy()
        found[f"{name}.b"] = (left[:, :rank] * root).numpy()
    return found


def in_eight_bits(adapter: Mapping[str, NDArray[np.float32]]) -> dict[str, NDArray[Any]]:
    """An adapter in half the room: each direction of a factor in steps of its own (`skills.models.adapter.factors`)."""
    found: dict[str, NDArray[Any]] = {}
    for name, array in adapter.items():
        across = 1 if name.endswith(".a") else 0
        steps = (np.abs(array).max(axis=across, keepdims=True) / 127).astype(np.float16)
        found[name] = np.round(array / np.maximum(steps, 1e-7).astype(np.float32)).clip(-127, 127).astype(np.int8)
        found[name + STEPS] = steps.reshape(-1)
    return found


def in_two_bits(rests: Mapping[str, Tensor]) -> dict[str, NDArray[Any]]:
    """Four numbers a byte: each is one of -1.5, -.5, .5 and 1.5 steps of its row, the step that errs least."""
    found: dict[str, NDArray[Any]] = {}
    for name, rest in rests.items():
        array = rest.numpy()
        spread = array.std(axis=1, keepdims=True)
        tried = [(width * spread).astype(np.float16).astype(np.float32) for width in WIDTHS]
        errors = [(((_levels(array, steps) - 1.5) * steps - array) ** 2).sum(axis=1) for steps in tried]
        best = np.stack(tried)[np.argmin(errors, axis=0), np.arange(len(array))]
        codes = _levels(array, best).astype(np.uint8).reshape(len(array), -1, A_BYTE)
        found[name + REST] = (codes << SHIFTS).sum(axis=-1).astype(np.uint8)
        found[name + REST + STEPS] = best.reshape(-1).astype(np.float16)
    return found


def _levels(array: NDArray[np.float32], steps: NDArray[np.float32]) -> NDArray[np.float32]:
    """0 to 3: which of the four is nearest."""
    levels: NDArray[np.float32] = np.floor(array / np.maximum(steps, 1e-7)).clip(-2, 1) + 2
    return levels
