"""The ranker's update from the shipped weights on, by the newest rounds of verdicts.

A whole run takes two hours, this a quarter of one. What was learnt before is kept by rehearsal (Robins 1995): some of
the earlier rounds are learnt again.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from itertools import chain

import torch
from safetensors.numpy import load_file

from agents.training.common.run import Run
from agents.training.ranker import recipe
from agents.training.ranker.examples import Example, batches, judged
from agents.training.ranker.recipe import SIZE, Learner, learn, save
from agents.verdicts.rounds import SHELF, rounds, told
from skills.encoder import shared_text_encoder
from skills.models.adapter import factors
from skills.models.files import digest
from skills.models.ranker import NAME
from skills.models.tensors import find, folder_of

log = logging.getLogger(__name__)
MEASURE = recipe.MEASURE
NEWEST, PASSES = 3, 2
"""So many of the last rounds are learnt, and how often."""
BEFORE, REHEARSED = 3, 0.45
"""Of so many rounds before these the share of the contexts that is learnt again."""
EARLIER = 0.03
"""... and of all earlier ones."""
RATE = 0.5
"""What the recipe's rates are multiplied by."""


def train(run: Run) -> None:
    """Run or resume the update of the shipped file and save `ranker`."""
    path, rng = find(NAME, folder_of(run.size)), random.Random(run.seed)
    words = shared_text_encoder(run.adapter, run.size).text_encoder.words
    found = [(*told(one, run.datapath), words) for one in rounds(first=SHELF)]
    learnt = rehearsed([judged(*one, "train") for one in found], rng)
    aside = [judged(*one, "aside") for one in found[-NEWEST - BEFORE :]]
    learner = Learner(run, [[*chain.from_iterable(learnt), *chain.from_iterable(aside)]])
    begin(learner, run)
    for number, own in enumerate(aside):
        log.info("before, round %d of the last: %s", number + 1, learner.measures(own).line())
    fresh, others = [*chain.from_iterable(learnt[-NEWEST:])], [*chain.from_iterable(learnt[:-NEWEST])]
    plan = batches([*(fresh * PASSES), *others], SIZE, rng)
    folder = run.checkpoints / f"{NAME}-{run.size.name}-update-{digest(path)[:16]}" / f"{len(plan)}-steps"
    learn(learner, plan, [*chain.from_iterable(aside)], folder, RATE)
    for number, own in enumerate(aside):
        log.info("after, round %d of the last: %s", number + 1, learner.measures(own).line())
    save(run, learner)


def rehearsed(parts: Sequence[Sequence[Example]], rng: random.Random) -> list[list[Example]]:
    """Of each round, the oldest first, the examples that are learnt: of the newest all, of the others some."""
    shares = [1.0] * NEWEST + [REHEARSED] * BEFORE
    shares += [EARLIER] * (len(parts) - len(shares))
    return [
        rng.sample(list(part), round(share * len(part)))
        for part, share in zip(parts, reversed(shares[: len(parts)]), strict=True)
    ]


@torch.no_grad()
def begin(learner: Learner, run: Run) -> None:
    """Let the network be what ships."""
    held = factors(load_file(find(NAME, folder_of(run.size))))
    for name, tensor in learner.named().items():
        tensor.copy_(torch.from_numpy(held[name]))
