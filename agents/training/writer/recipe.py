"""The writer's recipe: an adapter of the trimmed language model, learnt from the written corpus alone (`open`).

Only the replies are learnt, each given the talk before it. AdamW, warmed up, then a cosine down to a twentieth; a
stopped run goes on from its last checkpoint. What is learnt changes the upper layers' linear maps; the table of pieces
and the lower layers stay as published.
"""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from transformers import Gemma3ForCausalLM

from agents.corpora import written
from agents.training.common import checkpoint
from agents.training.common.run import Run
from agents.training.writer import network
from agents.training.writer.examples import Example, batches, examples, held_out, padded, tokenizer
from bot.folders import data
from skills.writer import model, vocabulary

log = logging.getLogger(__name__)
NAME = "open"
OUT, SHIPPED = data() / "weights" / "writer", vocabulary.FOLDER
MEASURE = "attune judge compare given writer:{}"
RANK, LOWEST = 32, 8
"""Of the changes, and the first layer that is changed."""
PIECES = 2600
"""Of a batch, with padding: about seven talks."""
PASSES, RATE, WARM, LEAST = 1.05, 6e-4, 60, 0.05
"""How often the corpus is gone through; the learning rate's peak, the steps up to it, and its end as a share."""
MEASURED = 5
"""Batches of talks held out that are measured."""
EVERY = 100
"""Steps from one measurement and checkpoint to the next."""


def train(run: Run) -> None:
    """Run or resume the recipe and save the adapter."""
    torch.manual_seed(run.seed)
    path = model.model(None, log.info)
    found, tested = material(path, run.seed)
    net = network.load(path)
    changes = network.adapt(net, RANK, LOWEST)
    plan = steps(found, run.seed)
    log.info("%d talks, %d of them held out; %d steps", len(found) + len(tested), len(tested), len(plan))
    learn(net, changes, plan, tested, run.checkpoints / f"writer-{NAME}")
    numbers = {name: tensor.detach().float().numpy() for name, tensor in changes.items()}
    run.save(
        NAME, {name: np.asarray(array) for name, array in numbers.items()}, {"corpus": "written", "seed": str(run.seed)}
    )


def material(path: Path, seed: int) -> tuple[list[Example], list[Example]]:
    """Talks to learn from, and talks of other troubles to measure by."""
    cut, rng, dialogs = tokenizer(path), random.Random(seed), written.load()
    parts = ([one for one in dialogs if held_out(one) is held] for held in (False, True))
    first, second = (list(examples(part, cut, rng)) for part in parts)
    return first, second


def steps(found: Sequence[Example], seed: int) -> list[list[Example]]:
    """A batch for each step."""
    rng = random.Random(seed)
    plan = [batch for _ in range(math.ceil(PASSES)) for batch in batches(found, PIECES, rng)]
    return plan[: round(len(plan) * PASSES / math.ceil(PASSES))]


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
    """The learning rate of a step, as a share of its peak."""
    down = LEAST + (1 - LEAST) * (1 + math.cos(math.pi * number / count)) / 2
    return min(1.0, (number + 1) / WARM) * down


@torch.no_grad()
def measured(net: Gemma3ForCausalLM, tested: Sequence[Example]) -> float:
    """-ln p of a scored piece, on talks held out, over the pieces that are kept."""
    total, count = 0.0, 0
    for batch in batches(tested, 2 * PIECES, random.Random(1))[:MEASURED]:
        pieces, scored = padded(batch)
        total += network.loss(net, pieces, scored).item()
        count += int(scored[:, 1:].sum())
    return total / count
