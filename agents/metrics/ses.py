"""SES, semantic similarity of reply and reference: the cosine of their sentence embeddings (as in Xie & Pu 2021).

The value depends on the encoder: ours is all-MiniLM-L6-v2 as published, without the adapter trained on dialogs, and
may not be the paper's. Compare with values of the same encoder only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.metrics import checks

Encode = Callable[[Sequence[str]], NDArray[np.floating]]
"""Texts to vectors (n, d), of any length but zero."""


def ses(
    guesses: Sequence[str], references: Sequence[Sequence[str]], encode: Encode | None = None
) -> NDArray[np.float64]:
    """(n,) from -1 to 1: each reply's cosine with its nearest reference. The figure of a part is the mean."""
    checks.replies(guesses, references)
    encode = encode or packaged
    own = _unit(encode(guesses), "vectors of replies")
    others = _unit(encode([text for several in references for text in several]), "vectors of references")
    owners = np.repeat(np.arange(len(references)), [len(several) for several in references])
    nearest = np.full(len(guesses), -np.inf)
    np.maximum.at(nearest, owners, (own[owners] * others).sum(axis=1))
    return nearest.clip(-1, 1)


def packaged(texts: Sequence[str]) -> NDArray[np.float32]:
    """Unit vectors (n, 384) of the packaged encoder as published."""
    from skills.encoder import shared_text_encoder
    from skills.models.served import PUBLISHED
    from skills.sizes import SMALL

    return shared_text_encoder(PUBLISHED, SMALL).encode_texts(texts)


def _unit(vectors: NDArray[np.floating], what: str) -> NDArray[np.float64]:
    found = checks.finite(vectors, what)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    if not lengths.all():
        raise ValueError(f"{what}[{int(np.argmin(lengths))}] is all zeros")
    return np.asarray(found / lengths)
