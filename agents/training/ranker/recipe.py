"""The ranker's recipe: replies that people gave against what is near in their place, then readers' verdicts.

A stopped run goes on from its last checkpoint. What is learnt are changes of the encoder's upper layers.
"""

from __future__ import annotations

import hashlib
import logging
import random
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from agents.matching import encoder
from agents.training.common import checkpoint
from agents.training.common.compact import in_eight_bits
from agents.training.common.run import Run
from agents.training.encoder.lower_states import Batch, lower_states
from agents.training.encoder.network import Lower, load
from agents.training.encoder.recipe import schedule
from agents.training.network import best_dtype
from agents.training.ranker.examples import Example, batches, judged
from agents.training.ranker.measures import Measures, measures
from agents.training.ranker.network import Ranker, adapt_upper
from agents.training.ranker.people import given
from agents.training.rerankers.pair_network import side
from agents.verdicts.rounds import SHELF, rounds, told
from skills.encoder import shared_text_encoder
from skills.models.encoder import Tokens
from skills.models.matcher import Matcher
from skills.models.ranker import NAME
from skills.models.served import network
from skills.sizes import SMALL

log = logging.getLogger(__name__)
MEASURE = "the last lines above are of contexts set aside"
GIVEN, PASSES = 300, 2
"""Steps of the first stage, and how often the second goes through the verdicts."""
SIZE = 12
"""Contexts of a step."""
RANK, PEAK, SCORED = 32, 5e-4, 2.5e-3
"""Of the changes, their learning rate's peak, and that of the score's weights and of the heed paid to the context."""
PAIRS = 1.0
"""How much the order of an item's replies counts beside their marks."""
EVERY = 150


class Kept:
    """The lower states of all that some examples have, by sequence."""

    def __init__(self, lower: Lower, examples: Iterable[Example], folder: Path) -> None:
        sequences = list(dict.fromkeys(tokens for one in examples for tokens in (one.context, *one.replies)))
        self.rows = {tokens: row for row, tokens in enumerate(sequences)}
        self.states = lower_states(lower, sequences, folder)

    def has(self, batch: Sequence[Example]) -> bool:
        return all(tokens in self.rows for one in batch for tokens in (one.context, *one.replies))

    def batch(self, sequences: Sequence[Tokens]) -> Batch:
        whole = [np.arange(len(tokens.ids)) for tokens in sequences]
        return self.states.batch([self.rows[tokens] for tokens in sequences], whole)


class Learner:
    """A network, its parameters, and the lower states of all that it reads, for each stage apart."""

    def __init__(self, run: Run, stages: Sequence[Sequence[Example]]) -> None:
        shared = shared_text_encoder(run.adapter, run.size)
        encoder, self.dtype = shared.text_encoder, best_dtype()
        lower, upper = load(encoder.size, network(encoder.size, encoder.adapter), self.dtype)
        self.marks = upper.speakers
        folder = run.checkpoints / "lower" / hashlib.sha256(shared.identity.encode()).hexdigest()[:16]
        self.kept = [Kept(lower, examples, folder) for examples in stages]
        torch.manual_seed(run.seed)
        self.model = Ranker(encoder.size, upper.stack)
        self.adapter = adapt_upper(self.model, RANK)

    @property
    def scored(self) -> dict[str, Tensor]:
        """The score's weights and the heed paid to the context."""
        return {"apart": self.model.apart, "weight": self.model.weight, "bias": self.model.bias}

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        return {**self.adapter, **self.scored}

    def optimizer(self, rate: float = 1.0) -> torch.optim.AdamW:
        """`rate` is what the rates are multiplied by."""
        groups = [
            {"params": list(self.adapter.values()), "peak": PEAK * rate},
            {"params": list(self.scored.values()), "peak": SCORED * rate},
        ]
        return torch.optim.AdamW(groups, weight_decay=0.01)

    def logits(self, batch: Sequence[Example]) -> Tensor:
        """(n, k, 3) of the replies to each context."""
        kept = next(kept for kept in self.kept if kept.has(batch))
        contexts, replies = (
            side(kept.batch(sequences), self.marks, self.dtype)
            for sequences in ([one.context for one in batch], [tokens for one in batch for tokens in one.replies])
        )
        found: Tensor = self.model(contexts, replies)
        return found.view(len(batch), -1, found.shape[-1])

    @torch.no_grad()
    def measures(self, examples: Sequence[Example]) -> Measures:
        """How it does on examples that it hasn't learnt."""
        cut = batches(examples, SIZE, random.Random(0))
        found = chain.from_iterable(self.logits(batch).softmax(-1).numpy() for batch in cut)
        return measures([one.shares for batch in cut for one in batch], list(found))


def loss(logits: Tensor, shares: Tensor) -> Tensor:
    """Of marks and order: logits and readers' shares (n, k, 3)."""
    marked = -(shares * logits.log_softmax(-1)).sum(-1).mean()
    worth, score = shares[..., 0] - shares[..., 2], logits[..., 0] - logits[..., 2]
    better = (worth[:, :, None] - worth[:, None]).clamp(min=0)  # (n, k, k)
    ordered = better * functional.softplus(score[:, None] - score[:, :, None])
    return marked + PAIRS * ordered.sum() / better.sum().clamp(min=1)


def train(run: Run) -> None:
    """Run or resume the recipe and save `ranker`."""
    first, learnt, tested = material(run)
    learner, rng = Learner(run, [first, [*learnt, *tested]]), random.Random(run.seed)
    plan = batches(first, SIZE, rng)
    plan += chain.from_iterable(batches(learnt, SIZE, rng) for _ in range(PASSES))
    learn(learner, plan, tested, run.checkpoints / f"{NAME}-{run.size.name}")
    save(run, learner)


def save(run: Run, learner: Learner) -> None:
    """Write the changes, in eight bits, and what scores."""
    adapter, scored = (
        {key: value.detach().numpy() for key, value in part.items()} for part in (learner.adapter, learner.scored)
    )
    run.save(NAME, in_eight_bits(adapter) | scored, {"seed": str(run.seed), "adapter": run.adapter})


def material(run: Run) -> tuple[list[Example], list[Example], list[Example]]:
    """What both stages learn from, and what is set aside of the second."""
    words = shared_text_encoder(run.adapter, run.size).text_encoder.words
    near = Matcher(encoder(size=SMALL))  # which replies are near is seen well enough by the small one
    first = given(run.datapath, near, words, random.Random(run.seed), GIVEN * SIZE)
    found = [(*told(one, run.datapath), words) for one in rounds(first=SHELF)]
    learnt, tested = ([one for held in found for one in judged(*held, part)] for part in ("train", "aside"))
    return first, learnt, tested


def learn(
    learner: Learner, plan: Sequence[Sequence[Example]], tested: Sequence[Example], folder: Path, rate: float = 1.0
) -> None:
    """Go through the plan from where the last run stopped."""
    optimizer = learner.optimizer(rate)
    losses: list[float] = []
    for number in range(checkpoint.resume(folder, learner.named(), optimizer), len(plan)):
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * schedule(number, len(plan))
        shares = torch.from_numpy(np.stack([one.shares for one in plan[number]]))
        found = loss(learner.logits(plan[number]), shares)
        optimizer.zero_grad()
        torch.autograd.backward(found)
        torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
        optimizer.step()
        losses.append(float(found.detach()))
        if (number + 1) % EVERY == 0 or number + 1 == len(plan):
            log.info("step %d of %d: loss %.3f", number + 1, len(plan), float(np.mean(losses)))
            log.info("set aside: %s", learner.measures(tested).line())
            checkpoint.save(folder, number + 1, learner.named(), optimizer)
            losses.clear()
