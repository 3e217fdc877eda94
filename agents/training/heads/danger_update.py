"""Danger reader's update: what was written of late is learnt beside some of all else, from the shipped weights on.

A whole run takes most of a day, this half an hour. What was learnt before is kept by rehearsal (Robins 1995), some of
the rows of every source again; what is saved is the mean of the weights before and after (Wortsman et al. 2022). Its
powers let as much danger in talks set aside reach the guard's bars as before: what is won are false alarms.
"""

from __future__ import annotations

import logging
import random

import numpy as np
import torch
from safetensors.numpy import load_file

from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.heads.danger_reader import save
from agents.training.heads.danger_reader_network import Learner, Pace, Row
from agents.training.heads.danger_rows import answers, material, midtalk, turn_by_turn
from bot.errors import ConfigError
from skills.care import guess
from skills.care.danger_classifier import KINDS, LEVELS, NAME
from skills.models.files import digest
from skills.models.head import Floats
from skills.models.tensors import find, folder_of
from skills.sizes import SMALL

log = logging.getLogger(__name__)
REHEARSED = {"corpora": 1500, "ours": 1500, "lines": 4000, "talks": 4000, "played": 700}
"""Of each source so many rows; of the others, which are nearest to talk with the bot, all."""
LATE = frozenset(f"writer c{number}" for number in range(16, 24))
"""Whose talks the shipped file hasn't learnt: all of their turns are shown."""
PACE = Pace(epochs=1, peak=2.5e-4, scored=6e-4)
AFTER = 0.5
"""What the weights after count in the mean."""

SOME, PRESENT = (guess.HINT, guess.HINT_AGAIN), (guess.PRESENT, guess.STOPS_UNASKED, guess.ALONE)
"""The bars at which danger of any level counts, and present danger; a power is the mean of what each asks for."""


def train(run: Run) -> None:
    """Run or resume the update of the shipped file and save `danger`."""
    if run.size is SMALL:
        raise ConfigError(f"{NAME} over the small encoder has no update: attune train {NAME} --size small")
    path, rng = find(NAME, folder_of(run.size)), random.Random(run.seed)
    parts = material(run.datapath, run.seed)
    parts["late"] = [row for row in parts["talks"] if row.group in LATE]
    parts["talks"] = [row for row in parts["talks"] if row.group not in LATE]
    for name, many in REHEARSED.items():
        parts[name] = rng.sample(parts[name], min(many, len(parts[name])))
    log.info("danger update: %s", {name: len(rows) for name, rows in parts.items()})
    rows, measuring, held = [row for part in parts.values() for row in part], aside(), load_file(path)
    learner = Learner(run, [*rows, *measuring])
    learnt, tested = np.arange(len(rows)), np.arange(len(rows), len(learner.rows))
    model = learner.learn(learnt, f"update-{digest(path)[:16]}", learner.network(held), PACE)
    before = learner.network(held).eval()
    with torch.no_grad():
        for name, tensor in model.learning.items():
            tensor.lerp_(before.learning[name], 1 - AFTER)
    levels = np.array([(row.label - 1) % LEVELS + 1 if row.label else 0 for row in measuring])
    once, now = (learner.shares(one, tested) for one in (before, model))
    save(run, model, matched(once, now, levels, held["powers"].astype(np.float32)))


def aside() -> list[Row]:
    """Turns of talks of which nothing is learnt."""
    return [*turn_by_turn(aside=True), *midtalk(aside=True), *answers(aside=True)]


def matched(before: Floats, after: Floats, levels: Ints, powers: Floats) -> Floats:
    """The powers (3,) by which, of these rows, as much danger reaches the bars as did: shares (n, labels) of both."""
    found = powers.copy()
    for place, (least, bars) in enumerate(((1, SOME), (2, PRESENT))):
        once, now = (_from(least, shares)[levels >= least] for shares in (before, after))
        reached = [np.mean(once ** powers[place] >= bar) for bar in bars]
        raw = [np.quantile(now, 1 - share) for share in reached]
        found[place] = np.mean([np.log(bar) / np.log(one) for bar, one in zip(bars, raw, strict=True)])
        log.info("level %d and above reaches %s: %s; power %.4f", least, bars, np.round(reached, 3), found[place])
    return found


def _from(level: int, shares: Floats) -> Floats:
    """(n,) how likely danger of this level or above is."""
    found: Floats = shares[:, 1:].reshape(len(shares), len(KINDS), LEVELS)[:, :, level - 1 :].sum((1, 2))
    return found
