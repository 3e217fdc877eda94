"""The writer's recipes: adapters of the trimmed language model.

`open` learns from the written corpus alone, `research` from people's talks alone. Only replies are learnt, each given
the talk before it: of our own first those of all dialogues, then of the plainest, for a small model learns what is
regular and gets lost in what is clever. After people's talks our own are too much for it: it takes up their manner of
naming things and names what nobody spoke of. A stopped run goes on from its last checkpoint. What is learnt changes
the upper layers' linear maps; the table of pieces and the lower layers stay as published.
"""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from pathlib import Path

import numpy as np
import torch
from transformers import Gemma3ForCausalLM

from agents.corpora import written
from agents.training.common import checkpoint
from agents.training.common.compact import in_eight_bits
from agents.training.common.run import Run
from agents.training.writer import network
from agents.training.writer.examples import Example, batches, examples, padded, tokenizer
from agents.training.writer.talks import PEOPLE, Learnt, own, people
from bot.errors import ConfigError
from skills.writer import model, vocabulary

log = logging.getLogger(__name__)
ROOM = vocabulary.FOLDER.name
MEASURE = "attune judge compare given writer:{}"
RANK, LOWEST = 32, 8
"""Of the changes, and the first layer that is changed."""
PIECES = 2600
"""Of a batch, with padding: about seven talks."""
PLAIN = ("brief", "daily", "direct", "event", "glad", "light", "open", "plain", "seek")
"""Kinds of dialogues in which the supporter's sentences are the plainest: what a small model can learn best."""
Stages = tuple[tuple[tuple[str, ...], int], ...]
"""The kinds of dialogues that each stage goes through, all where none is named, or people's corpora; and its steps."""
STAGES: dict[str, Stages] = {
    "open": (((), 300), (PLAIN, 600)),
    "research": ((PEOPLE, 800),),
}
"""By the adapter's name. With many more steps on the plainest of our own it learns them by heart."""
RATE, WARM, FALLING = 6e-4, 60, 300
"""The learning rate's peak, the steps up to it, and those in which it goes down to nothing at last."""
MEASURED = 5
"""Batches of talks held out that are measured."""
EVERY = 100
"""Steps from one measurement and checkpoint to the next."""


def train(run: Run) -> None:
    """Run or resume the recipe of one adapter, `open` where none is named, and save it. ConfigError for another."""
    name = asked(run.only)
    torch.manual_seed(run.seed)
    path = model.model(None, log.info)
    tested, plan = material(run, path, STAGES[name])
    net = network.load(path)
    changes = network.adapt(net, RANK, LOWEST)
    log.info("%d talks held out; %d steps", len(tested), len(plan))
    learn(net, changes, plan, tested, run.checkpoints / f"writer-{name}")
    numbers = {key: np.asarray(tensor.detach().float().numpy()) for key, tensor in changes.items()}
    notes = {"corpus": "written" if name == model.OPEN else "people", "seed": str(run.seed)}
    run.save(name, in_eight_bits(numbers), notes)


def asked(names: Sequence[str]) -> str:
    """The one adapter that was named."""
    if len(names) > 1 or any(name not in STAGES for name in names):
        raise ConfigError(f"--variant {' '.join(names)}: choose one of {', '.join(STAGES)}")
    return names[0] if names else model.OPEN


def material(run: Run, path: Path, stages: Stages) -> tuple[list[Example], list[list[Example]]]:
    """Talks of troubles held out, to measure by, and a batch of others for each step."""
    cut, rng = tokenizer(path), random.Random(run.seed)
    tested = list(examples(own(written.load(run.datapath, "valid")), cut, rng))
    plan: list[list[Example]] = []
    for kinds, count in stages:
        found = list(examples(talks_of(kinds, run.datapath), cut, rng))
        plan += islice(chain.from_iterable(batches(found, PIECES, rng) for _ in repeat(None)), count)
    return tested, plan


def talks_of(kinds: tuple[str, ...], datapath: Path) -> Iterator[list[Learnt]]:
    """The talks that a stage learns from."""
    if kinds == PEOPLE:
        return people(datapath, "train")
    return own(dialog for dialog in written.read(kinds=kinds) if dialog.part == "train")


def learn(
    net: Gemma3ForCausalLM,
    changes: dict[str, torch.nn.Parameter],
    plan: Sequence[Sequence[Example]],
    tested: Sequence[Example],
    folder: Path,
) -> None:
    """Go through the plan from where the last run stopped."""
    optimizer = torch.optim.AdamW(changes.values(), RATE, betas=(0.9, 0.98), weight_decay=0.0)
    done = checkpoint.resume(folder, dict(changes), optimizer)
    log.info("%s: from step %d, held out %.4f", folder.name, done, measured(net, tested))
    for number in range(done, len(plan)):
        for group in optimizer.param_groups:
            group["lr"] = RATE * rate(number, len(plan))
        pieces, scored = padded(plan[number])
        mean = network.loss(net, pieces, scored) / scored[:, 1:].sum()
        torch.autograd.backward(mean)
        torch.nn.utils.clip_grad_norm_(changes.values(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if (number + 1) % EVERY == 0 or number + 1 == len(plan):
            log.info("step %d: held out %.4f nats a piece", number + 1, measured(net, tested))
            checkpoint.save(folder, number + 1, dict(changes), optimizer)


def rate(number: int, count: int) -> float:
    """The learning rate of a step, as a share of its peak: up, level, and at last down along a cosine."""
    left = (count - number) / FALLING
    return min(1.0, (number + 1) / WARM, (1 - math.cos(math.pi * min(left, 1.0))) / 2)


@torch.no_grad()
def measured(net: Gemma3ForCausalLM, tested: Sequence[Example]) -> float:
    """-ln p of a scored piece, on talks held out, over the pieces that are kept."""
    total, count = 0.0, 0
    for batch in batches(tested, 2 * PIECES, random.Random(1))[:MEASURED]:
        pieces, scored = padded(batch)
        total += network.loss(net, pieces, scored).item()
        count += int(scored[:, 1:].sum())
    return total / count
