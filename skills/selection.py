"""Selection: which general line would be chosen in a context (response selection as classification).

Of each line the logarithm of its chance among all: from its cosines with talk and last words, from how likely its kind
is (`skills.kinds`), and from a product of low rank that learnt what readers chose out of all lines
(weights/base/selection.md). Shapes: c contexts, n lines, r the rank, d wide.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.models import tensors
from skills.models.matcher import Floats

NAME = "selection"
"""The file of its tensors."""
UNLIKELY = 1e-3
"""The share of a kind that is not told on."""
UNLEARNT = (5.0, 2.5, 0.75)
"""The weights where nothing was learnt, and where learning begins."""


@dataclass(frozen=True, slots=True)
class Selection:
    """`query` (r, 2 d) of both vectors of a turn, the last words first, `lines` (n, r), `bias` (n,);

    `weights` (3,) of the cosine with the talk, of that with the last words, and of the logarithm of the kind's share.
    """

    query: Floats
    lines: Floats
    bias: Floats
    weights: Floats

    def chances(self, vectors: Floats, talk: Floats, words: Floats, kinds: Floats) -> Floats:
        """(c, n) logarithms, from vectors (c, 2 d), cosines (c, n) and (c, n), and shares of kinds (c, n)."""
        told = np.stack([talk, words, np.log(np.maximum(kinds, UNLIKELY))], axis=-1) @ self.weights
        scores = told + vectors @ self.query.T @ self.lines.T + self.bias
        raised = scores - scores.max(axis=1, keepdims=True)
        found: Floats = raised - np.log(np.exp(raised).sum(axis=1, keepdims=True))
        return found


def plain(count: int, width: int) -> Selection:
    """Of `count` lines where nothing was learnt: by cosines and kinds alone."""
    nothing = np.zeros((1, 2 * width), np.float32), np.zeros((count, 1), np.float32), np.zeros(count, np.float32)
    return Selection(*nothing, np.array(UNLEARNT, np.float32))


def digest(texts: Sequence[str]) -> bytes:
    """Of the lines in their order."""
    return hashlib.sha256("\n".join(texts).encode()).digest()


def shipped(texts: Sequence[str], folder: Path) -> Selection:
    """What was learnt of these lines. WeightsError where the file is missing or altered, or learnt others."""
    path = tensors.find(NAME, folder)
    held = load_file(path)
    if held["digest"].tobytes() != digest(texts):
        raise WeightsError(f"{path}: made from other lines than those that ship; make it again: attune train {NAME}")
    query, lines, bias, weights = (held[name].astype(np.float32) for name in ("query", "lines", "bias", "weights"))
    return Selection(query, lines, bias, weights)
