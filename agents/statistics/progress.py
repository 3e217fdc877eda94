"""Which strategies are used as a talk goes on (Liu et al. 2021, Figures 4 and 5).

Message k of N lies at k/N. The paper has six intervals: the five fifths [0, 1/5) ... [4/5, 1), and the end, 1, which
only a talk's last message reaches. `SIXTHS` are the six equal parts by the share of messages that came before, (k-1)/N.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agents.corpora.esconv import Dialog
from agents.metrics.intervals import Interval, bootstrap, share
from bot.dialog import STRATEGIES

Marks = tuple[str | None, ...]
"""One talk: the strategy of each message in order, None where it has none (a seeker's has none)."""

Kind = Literal["paper", "sixths"]
INTERVALS: dict[Kind, tuple[str, ...]] = {
    "paper": ("from 0", "from .2", "from .4", "from .6", "from .8", "at 1"),
    "sixths": ("first", "second", "third", "fourth", "fifth", "sixth"),
}
POINTS: dict[Kind, tuple[str, ...]] = {"paper": ("0", ".2", ".4", ".6", ".8", "1"), "sixths": tuple("123456")}
"""How the intervals are written below a picture."""


def marks(dialog: Dialog) -> Marks:
    """The strategies of a talk's messages."""
    return tuple(message.strategy for message in dialog.utterances)


def fifth(place: int, length: int) -> int:
    """The paper's interval (0-5) of the message at `place` (from 0) of a talk with `length` messages."""
    return 5 * (place + 1) // length


def sixth(place: int, length: int) -> int:
    """Which sixth (0-5) of a talk the message at `place` (from 0) lies in."""
    return 6 * place // length


WHERE: dict[Kind, Callable[[int, int], int]] = {"paper": fifth, "sixths": sixth}


def counts(talks: Sequence[Marks], kind: Kind = "paper") -> NDArray[np.int64]:
    """How often each of the eight strategies occurs in each interval of each talk, (talks, 6, 8)."""
    found = np.zeros((len(talks), 6, len(STRATEGIES)), dtype=np.int64)
    column = {strategy: place for place, strategy in enumerate(STRATEGIES)}
    for number, talk in enumerate(talks):
        for place, strategy in enumerate(talk):
            if strategy in column:
                found[number, WHERE[kind](place, len(talk)), column[strategy]] += 1
    return found


def shares(found: NDArray[np.int64]) -> list[list[Interval]]:
    """Of each strategy (8) its share in each interval (6) with a bootstrap interval over talks, from `counts`."""

    def statistic(rows: NDArray[np.intp]) -> NDArray[np.float64]:
        drawn = found[rows].sum(axis=0)
        return share(drawn, drawn.sum(axis=1, keepdims=True))  # (6, 8)

    value, low, high = bootstrap(len(found), statistic)
    return [
        [Interval(*(float(bound[place, column]) for bound in (value, low, high))) for place in range(6)]
        for column in range(len(STRATEGIES))
    ]
