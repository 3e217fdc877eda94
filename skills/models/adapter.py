"""Adapters: what was learnt for a network's linear maps, as low-rank products (LoRA, Hu et al. 2022, section 4.1).

A map's weight W (out, in) becomes W + s B A + rest, with A (r, in) and B (out, r). On disk A and B may be in eight bits
and the rest in two (`agents.training.common.compact`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Tensors = Mapping[str, NDArray[Any]]
STRENGTH = 2.0
"""What the product of an adapter's two factors is multiplied by: s."""
STEPS, REST = ".steps", ".rest"
A_BYTE = 4
SHIFTS = np.arange(0, 8, 2, dtype=np.uint8)
"""Where in a byte each of its four numbers of two bits begins."""


def merged(tensors: Tensors, adapter: Tensors) -> dict[str, NDArray[Any]]:
    """A network's tensors with an adapter's changes in the weights of its linear maps; a pass costs what it did."""
    held = factors(adapter)
    found = dict(tensors)
    for name in (key.removesuffix(".a") for key in held if key.endswith(".a")):
        change = np.float32(STRENGTH) * (held[f"{name}.b"] @ held[f"{name}.a"]) + held.get(name + REST, np.float32(0))
        found[f"{name}.weight"] = found[f"{name}.weight"] + change
    return found


def factors(adapter: Tensors) -> dict[str, Floats]:
    """Every A (r, in), B (out, r), rest (out, in) and whatever else is beside them in full precision.

    Where one is in eight bits `NAME.steps` (r,), or of a rest in two (out,), say what a step is; else of each column.
    """
    found = {name: tensor for name, tensor in adapter.items() if not name.endswith(STEPS)}
    for name, tensor in adapter.items():
        if name.endswith(STEPS):
            own, steps = name.removesuffix(STEPS), tensor.astype(np.float32)
            levels = unpacked(found[own]) if own.endswith(REST) else found[own].astype(np.float32)
            found[own] = levels * (steps[:, None] if own.endswith((".a", REST)) else steps)
    return {name: tensor.astype(np.float32) for name, tensor in found.items()}


def unpacked(codes: NDArray[np.uint8]) -> Floats:
    """(out, in / 4) bytes -> (out, in): every two bits are one of -1.5, -.5, .5 and 1.5."""
    levels = (codes[..., None] >> SHIFTS) & 3
    return levels.reshape(len(codes), -1).astype(np.float32) - np.float32(1.5)
