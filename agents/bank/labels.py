"""What is guessed of a reply that its corpus does not label: its strategy, and the emotion it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from agents.bank.sources import Said
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.models.feeling import Feeling
from skills.models.head import Floats
from skills.search.bank import Candidate

PENALTY = 1.0
"""Added to the squares of every direction (ridge regression, Hoerl & Kennard 1970)."""
FEWEST = 100
"""Labelled replies below which nothing is learnt from them."""


class Encoder(Protocol):
    """Texts -> unit vectors (n, d), as said by "user" or "bot"."""

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> NDArray[np.float32]: ...


def labelled(replies: Sequence[Said], encoder: Encoder, feeling: Feeling | None) -> list[Candidate]:
    """The replies as candidates. Labels of the corpora stand; the others are guessed.

    A strategy is guessed from the reply by least squares over those of this bank that have one, and is None in a bank
    that has too few; an emotion from the last words that the reply answers, where there is a reader of these vectors.
    """
    strategies = _strategies(replies, encoder)
    emotions = _emotions(replies, encoder, feeling) if feeling else [said.emotion for said in replies]
    return [
        Candidate(said.text, said.source, strategy, emotion)
        for said, strategy, emotion in zip(replies, strategies, emotions, strict=True)
    ]


def least_squares(rows: Floats, labels: Sequence[str]) -> Floats:
    """(d + 1, 8) maps from a vector and 1 to a score of each strategy; rare strategies count as much as common ones."""
    wide = _with_one(rows)
    told = np.array([STRATEGIES.index(label) for label in labels])
    weights = (1 / np.maximum(np.bincount(told, minlength=len(STRATEGIES)), 1) ** 0.5)[told][:, None]
    squares = (wide * weights).T @ wide + PENALTY * np.eye(wide.shape[1]) * weights.mean()
    found: Floats = np.linalg.solve(squares, (wide * weights).T @ np.eye(len(STRATEGIES))[told])
    return found


def guessed(rows: Floats, maps: Floats) -> list[str]:
    """The strategy of highest score of each row."""
    return [STRATEGIES[place] for place in (_with_one(rows) @ maps).argmax(axis=1)]


def _strategies(replies: Sequence[Said], encoder: Encoder) -> list[str | None]:
    named = [said.strategy if said.strategy in STRATEGIES else None for said in replies]
    known = [place for place, name in enumerate(named) if name]
    missing = [place for place, name in enumerate(named) if not name]
    if len(known) < FEWEST or not missing:
        return named
    rows = encoder.encode_texts([said.text for said in replies], "bot")
    maps = least_squares(rows[known], [str(named[place]) for place in known])
    for place, name in zip(missing, guessed(rows[missing], maps), strict=True):
        named[place] = name
    return named


def _emotions(replies: Sequence[Said], encoder: Encoder, feeling: Feeling) -> list[str | None]:
    named = [said.emotion for said in replies]
    missing = [place for place, said in enumerate(replies) if said.emotion is None and said.context]
    if missing:
        texts = [replies[place].context[-1][1] for place in missing]
        shares = feeling.of_texts(encoder.encode_texts(texts), texts)
        for place, best in zip(missing, shares.argmax(axis=1), strict=True):
            named[place] = EMOTIONS[int(best)]
    return named


def _with_one(rows: Floats) -> Floats:
    return np.hstack([rows.astype(np.float64), np.ones((len(rows), 1))])
