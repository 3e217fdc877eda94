"""Ranking replies by a dual encoder so that a figure is the same wherever it is counted.

A text's vector depends in its last digits on the texts it shares a batch with: scores that only these tell apart are
taken as equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from skills.sizes import SMALL, Size

if TYPE_CHECKING:
    from skills.encoder import ConversationEncoder

NOISE = 1e-6
"""Cosines nearer than this are equal: batches of other sizes differ by a quarter of it."""

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]


def encoder(adapter: str = "default", folder: Path | None = None, size: Size = SMALL) -> ConversationEncoder:
    """An encoder by its adapter: "default", "published" or the name of one in `folder`.

    WeightsError says which weights are missing or altered.
    """
    from skills.encoder import ConversationEncoder, adapter_path
    from skills.models.encoder import TextEncoder
    from skills.models.served import identity

    path = adapter_path(size, adapter, folder)
    return ConversationEncoder(TextEncoder(path, size), identity(size, path))


def best_first(scores: Floats) -> Ints:
    """Columns of scores (..., c), best first; of equal ones the first.

    Columns stand in alphabetical order of their texts, so that equal scores say nothing about which one is right.
    """
    order = np.argsort(-scores, axis=-1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=-1)
    apart = np.diff(ranked, axis=-1, prepend=ranked[..., :1]) < -NOISE  # from the one before it
    groups = np.empty_like(order)
    np.put_along_axis(groups, order, np.cumsum(apart, axis=-1), axis=-1)
    return np.argsort(groups, axis=-1, kind="stable")


def standing(scores: Floats) -> Ints:
    """Of scores (..., c), how many columns stand before each one in `best_first`."""
    return np.argsort(best_first(scores), axis=-1, kind="stable")


def alphabetical(texts: Iterable[str]) -> list[str]:
    """Each text once."""
    return sorted(set(texts))


def spread(order: Iterable[int], different: Sequence[str], texts: Sequence[str]) -> list[str]:
    """`different` in an order, each as often as it stands in `texts`."""
    counts = dict.fromkeys(different, 0)
    for text in texts:
        counts[text] += 1
    return [text for place in order for text in [different[place]] * counts[different[place]]]
