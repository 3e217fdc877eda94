"""What a bank must not do: say one thing twice, or begin and run alike too often. Each finding is one line of text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from skills.moves import Move

ALIKE = 0.92
SHARE = 0.02
OPENER, RUN = 3, 6


def alike(moves: Sequence[Move], texts: NDArray[np.float32]) -> list[str]:
    """Pairs of texts, given their unit vectors (n, d), whose cosine is above .92."""
    products = np.triu(texts @ texts.T, 1)
    pairs = np.argwhere(products > ALIKE)
    return [f"{moves[a].id} and {moves[b].id} say the same (cosine {products[a, b]:.2f})" for a, b in pairs]


def shared_openers(moves: Sequence[Move]) -> list[str]:
    """First three words that more than two in a hundred moves begin with."""
    return _too_many(Counter(" ".join(_words(move)[:OPENER]) for move in moves), len(moves), "begin with")


def shared_runs(moves: Sequence[Move]) -> list[str]:
    """Six words in a row that stand in more than two in a hundred moves."""
    return _too_many(Counter(run for move in moves for run in _runs(_words(move))), len(moves), "contain")


def _runs(words: Sequence[str]) -> set[str]:
    return {" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


def _words(move: Move) -> list[str]:
    return re.findall(r"[a-z']+", move.text.lower().replace("’", "'"))


def _too_many(counts: Counter[str], total: int, verb: str) -> list[str]:
    return [f"{count} of {total} moves {verb} {text!r}" for text, count in counts.items() if count > SHARE * total]
