"""The danger classifier for a bot without non-commercial weights: over the encoder as published, from own lines alone.

The recipe is that of `danger`; ordinary turns are what people say in the dialogues written for this project.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

from agents.corpora import written
from agents.training.common.run import Run
from agents.training.heads.danger import ORDINARY, make
from skills.care.danger_classifier import FREE
from skills.care.detect import read
from skills.models.served import PUBLISHED


def ordinary(seed: int) -> list[str]:
    """What people say there, less what the patterns take for danger."""
    said = (one for talk in written.read() for one in talk.utterances if one.speaker == "person")
    told = list(dict.fromkeys(one.text for one in said))
    random.Random(seed).shuffle(told)
    return list(islice((text for text in told if read(text).finding is None), ORDINARY))


def train(run: Run) -> None:
    """Learn and save `danger_free`; no corpus is read."""
    make(replace(run, adapter=PUBLISHED), FREE, ordinary(run.seed))
