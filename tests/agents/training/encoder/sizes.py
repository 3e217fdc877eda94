"""A size so small that a whole recipe is run in a second, and a network of it with drawn numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from skills.sizes import BASE, SMALL, Size

TINY = replace(BASE, width=24, inner=32, layers=4, heads=2, words=60, positions=40, shared=2, tap=3)
TINY_BERT = replace(SMALL, width=24, inner=32, layers=4, heads=2, words=60, positions=40, shared=2, tap=3)


def drawn(size: Size, seed: int = 0) -> dict[str, NDArray[np.float32]]:
    """Tensors by our names."""
    rng = np.random.default_rng(seed)

    def some(*shape: int) -> NDArray[np.float32]:
        return (rng.normal(size=shape) * 0.2).astype(np.float32)

    def linear(name: str, out: int, into: int) -> dict[str, NDArray[np.float32]]:
        return {f"{name}.weight": some(out, into), f"{name}.bias": some(out)}

    def norm(name: str) -> dict[str, NDArray[np.float32]]:
        return {f"{name}.weight": 1 + some(size.width), f"{name}.bias": some(size.width)}

    d = size.width
    found = {"words.weight": some(size.words, d), "positions.weight": some(size.positions, d)} | norm("norm")
    if size.speakers:
        found["speakers.weight"] = some(size.speakers, d)
    if size.buckets:
        found["distances.weight"] = some(size.buckets, size.heads)
    for number in range(size.layers):
        own = f"layers.{number}"
        found |= linear(f"{own}.qkv", 3 * d, d) | linear(f"{own}.out", d, d) | norm(f"{own}.norm_attention")
        found |= linear(f"{own}.up", size.inner, d) | linear(f"{own}.down", d, size.inner) | norm(f"{own}.norm_output")
    return found
