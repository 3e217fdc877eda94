"""Danger reader's recipe: the guard's classifier over the base encoder (`skills.care.danger_reader`).

It learns the rows of `agents.training.heads.danger_rows`. Every row is also scored by a network that did not learn its
group; from these scores come the powers, by which the guard's bars let the wanted share of ordinary rows pass. A
stopped run goes on from its last checkpoint.
"""

from __future__ import annotations

import logging
import zlib

import numpy as np
from numpy.typing import NDArray

from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.heads.danger_reader_network import Learner, Network
from agents.training.heads.danger_rows import material
from skills.care import guess
from skills.care.danger_classifier import KINDS, LABELS, LEVELS, NAME
from skills.models.head import Floats

log = logging.getLogger(__name__)
FOLDS = 3
ASKED, STOPPED = 0.006, 0.003
"""Shares of the corpora's turns that may be asked about, or stopped where more than a guess speaks for it."""


def train(run: Run) -> None:
    """Run or resume the recipe and save `danger`."""
    rows = [row for part in material(run.datapath, run.seed).values() for row in part]
    learner = Learner(run, rows)
    labels, ordinary = np.array([row.label for row in rows]), np.array([row.ordinary for row in rows])
    log.info("danger: %d rows, %d of them ordinary", len(rows), ordinary.sum())
    found = powers(held_out(learner), labels, ordinary)
    log.info("danger: powers %s", found)
    save(run, learner.learn(np.arange(len(rows)), "whole"), np.array(found, np.float32))


def save(run: Run, model: Network, found: Floats) -> None:
    """Save a network with its powers (3,)."""
    changes, scored = (
        {name: tensor.detach().numpy() for name, tensor in part.items()} for part in (model.changes, model.scored)
    )
    run.save(NAME, in_eight_bits(changes) | scored | {"powers": found}, {"seed": str(run.seed), "adapter": run.adapter})


def held_out(learner: Learner) -> Floats:
    """(n, labels) shares of each row by a network that did not learn its group."""
    fold = np.array([zlib.crc32(row.group.encode()) % FOLDS for row in learner.rows])
    found = np.zeros((len(fold), LABELS), np.float32)
    for number in range(FOLDS):
        model = learner.learn(np.flatnonzero(fold != number), f"without-{number}")
        asked = np.flatnonzero(fold == number)
        found[asked] = learner.shares(model, asked)
    return found


def powers(shares: Floats, labels: Ints, ordinary: NDArray[np.bool_]) -> tuple[float, float, float]:
    """What makes the guard's bars right: of ordinary rows the shares `ASKED` and `STOPPED` at most reach them,

    and of present danger as much of level 3 reaches that for urgency as of level 2 does not.
    """
    table = shares[:, 1:].reshape(len(shares), len(KINDS), LEVELS)
    some, present, urgent = (table[:, :, level:].sum((1, 2)) for level in range(LEVELS))
    level = np.where(labels > 0, (labels - 1) % LEVELS + 1, 0)
    bars = [float(np.quantile(some[ordinary], 1 - ASKED)), float(np.quantile(present[ordinary], 1 - STOPPED))]
    grid = np.linspace(0.05, 0.95, 91)
    wrong = [np.mean(urgent[level == 3] < bar) - np.mean(urgent[level == 2] >= bar) for bar in grid]
    bars.append(float(grid[int(np.argmin(np.abs(wrong)))]))
    for number, bar in zip((1, 2, 3), bars, strict=True):
        log.info("level %d and above: bar %.3f", number, bar)
    wanted = (guess.SOME, guess.PRESENT, guess.URGENT)
    a, b, c = (float(np.log(aim) / np.log(min(bar, 0.999))) for aim, bar in zip(wanted, bars, strict=True))
    log.info("of what is of levels 2 and 3, %.3f reach the bar of 2", np.mean(present[level >= 2] >= bars[1]))
    return a, b, c
