"""How near our replies come to what supporters answered, beside replies drawn at random.

Cosines are the published encoder's (all-MiniLM-L6-v2 without our adapter), which was not trained on these talks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.replay import Exchange, Played
from agents.metrics.intervals import Interval, ratio
from skills import openings

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts to unit vectors (n, d)."""


def likeness(talks: Sequence[Sequence[Played]], encode: Encode, seed: int = 0) -> dict[str, Interval]:
    """Mean cosine with the gold answer to the same words, of our reply and of three random ones.

    Each random reply meets the same gold answers as ours: a supporter's answer in another talk, our bot's reply in
    another talk, and a line drawn from all of ours. Turns nobody answered are left out.
    """
    rows = [(number, turn) for number, talk in enumerate(talks) for turn in talk if turn.gold]
    owners = [number for number, _ in rows]
    gold = encode([Exchange(turn.said, turn.gold).answer for _, turn in rows])
    ours = encode([turn.reply for _, turn in rows])
    drawn = random.Random(seed)
    others = elsewhere(owners, drawn)
    figures = {"reply": ours, "random_line": encode(drawn.choices(openings.lines(), k=len(rows)))}
    if others:
        figures |= {"reply_to_another": ours[others], "random_gold_reply": gold[others]}
    return {name: _mean((vectors * gold).sum(axis=1), owners, len(talks)) for name, vectors in figures.items()}


def elsewhere(owners: Sequence[int], drawn: random.Random) -> list[int]:
    """For each row, a random row of another talk; none at all where there is only one talk."""
    if len(set(owners)) < 2:
        return []
    found = []
    for owner in owners:
        place = drawn.randrange(len(owners))
        while owners[place] == owner:
            place = drawn.randrange(len(owners))
        found.append(place)
    return found


def _mean(cosines: NDArray[np.float32], owners: Sequence[int], talks: int) -> Interval:
    return ratio(np.bincount(owners, cosines, talks), np.bincount(owners, minlength=talks))
