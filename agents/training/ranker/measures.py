"""How well a ranker's marks are readers': area under the ROC curve, first choices, and whether its chances are true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.metrics.checks import library
from agents.metrics.classification import calibration_error

Shares = NDArray[np.float32]
"""(k, 3): of each reply the share of good, passable and bad."""
MOST = 0.5
"""What more than so many of a reply's readers say of it holds."""


@dataclass(frozen=True, slots=True)
class Measures:
    """`auc` of good against bad replies, all together and the mean `within` contexts.

    `chosen`: shares of good, passable and bad among first choices. `first`: where a context has a good reply, how often
    the first choice is good; `contexts` are these. `error`: expected calibration error.
    """

    auc: float
    within: float
    chosen: tuple[float, float, float]
    first: float
    contexts: int
    replies: int
    error: float

    def line(self) -> str:
        return (
            f"AUC {self.auc:.3f} (within contexts {self.within:.3f}); first choices "
            f"{' / '.join(f'{100 * share:.1f}' for share in self.chosen)} % good / passable / bad, "
            f"good in {100 * self.first:.1f} % of {self.contexts} contexts that have a good one; "
            f"{self.replies} replies, calibration error {self.error:.3f}"
        )


def measures(readers: Sequence[Shares], ranker: Sequence[Shares]) -> Measures:
    """What readers say of the replies to each context, and what the ranker does."""
    scores = [shares[:, 0] - shares[:, 2] for shares in ranker]
    good, bad = ([shares[:, mark] > MOST for shares in readers] for mark in (0, 2))
    within = [area(*one) for one in zip(scores, good, bad, strict=True) if one[1].any() and one[2].any()]
    best = [int(np.argmax(score)) for score in scores]
    firsts = [yes[place] for place, yes in zip(best, good, strict=True) if yes.any()]
    chosen = np.mean([shares[place] for place, shares in zip(best, readers, strict=True)], axis=0)
    said = np.concatenate(readers)
    return Measures(
        area(*(np.concatenate(one) for one in (scores, good, bad))),
        float(np.mean(within)),
        (float(chosen[0]), float(chosen[1]), float(chosen[2])),
        float(np.mean(firsts)),
        len(firsts),
        len(said),
        calibration_error(np.concatenate(ranker).astype(np.float64), said.argmax(axis=1)),
    )


def area(scores: NDArray[np.float32], good: NDArray[np.bool_], bad: NDArray[np.bool_]) -> float:
    """How often a good one is scored above a bad one, a tie being half: the area under the ROC curve."""
    told = good | bad
    return float(library("sklearn.metrics").roc_auc_score(good[told], scores[told]))
