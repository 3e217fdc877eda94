"""The danger classifier for a bot without non-commercial weights: over the encoder as published, from own lines alone.

The recipe is that of `danger`; ordinary turns are the bank's cues, ways of saying things that were written for it.
"""

from __future__ import annotations

import random
from dataclasses import replace

from agents.training.common.run import Run
from agents.training.heads.danger import ORDINARY, make
from skills.care.danger_classifier import FREE
from skills.care.detect import read
from skills.models.served import PUBLISHED
from skills.moves import load


def ordinary(seed: int) -> list[str]:
    """What the moves of the bank answer, less what the patterns take for danger."""
    cues = dict.fromkeys(cue for move in load() for cue in move.cues)
    calm = [cue for cue in cues if read(cue).finding is None]
    return random.Random(seed).sample(calm, min(len(calm), ORDINARY))


def train(run: Run) -> None:
    """Learn and save `danger_free`; no corpus is read."""
    make(replace(run, adapter=PUBLISHED), FREE, ordinary(run.seed))
