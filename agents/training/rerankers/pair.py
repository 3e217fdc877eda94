"""The ranker of replies: which of several was given to a context, learnt from what people answered each other.

In each batch every context must find its own reply among all, and every reply its own context (in-batch negatives,
Humeau et al. 2020, section 4). Batches are of talks that are alike, or half of them of one emotion, so that what is
easily told apart does not decide alone.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora import empathetic, esconv
from agents.training.common import checkpoint
from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import both_ways
from agents.training.common.run import Run
from agents.training.encoder.recipe import schedule
from agents.training.network import best_dtype, load
from agents.training.rerankers.pair_examples import Example, Given, batches, common, supported, tokenised, told
from agents.training.rerankers.pair_network import Pair, adapt_upper
from skills.encoder import shared_text_encoder
from skills.models.encoder import TextEncoder, Tokens
from skills.models.head import Floats
from skills.models.pair import reply_tokens

log = logging.getLogger(__name__)
Encode = Callable[[Sequence[Tokens]], Floats]
"""Tokens of n texts -> their unit vectors (n, d)."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run. `half` of the talks is learnt from; `hollow` common replies join every batch.

    With `alike` batches are of talks whose vectors are near, otherwise half of them of one emotion.
    """

    half: int
    hollow: int
    alike: bool = False
    steps: int = 1600
    size: int = 8
    rank: int = 32
    peak: float = 5e-4
    others: float = 2.5e-3
    """The rate of the score's weights and of the heed paid to the other side."""


class Learner:
    """A network, its new parameters, and what it learns from."""

    def __init__(
        self, encoder: TextEncoder, given: Sequence[Given], recipe: Recipe, seed: int, encode: Encode | None = None
    ) -> None:
        """`encode` is given where batches are to be of talks that are alike."""
        torch.manual_seed(seed)
        self.recipe, self.seed = recipe, seed
        self.model = Pair(load(encoder.adapter, best_dtype()))
        self.adapter = adapt_upper(self.model, recipe.rank)
        self.examples = tokenised(given, encoder.words)
        self.hollow = [reply_tokens(encoder.words, text) for text in common(given)]
        self.vectors = talk_vectors(self.examples, encode) if encode else None
        self.per_epoch = len(self.batches(0))

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        return {**self.adapter, **self.scored}

    @property
    def scored(self) -> dict[str, Tensor]:
        """The score's weights and the heed paid to the other side."""
        return {"apart": self.model.apart, "weight": self.model.weight}

    def optimizer(self) -> torch.optim.AdamW:
        groups = [
            {"params": list(self.adapter.values()), "peak": self.recipe.peak},
            {"params": list(self.scored.values()), "peak": self.recipe.others},
        ]
        return torch.optim.AdamW(groups, weight_decay=0.01)

    def batch(self, step: int) -> tuple[list[Example], list[Tokens]]:
        """The examples of a step and the hollow replies set beside theirs; the same for the same seed."""
        epoch, place = divmod(step, self.per_epoch)
        if place == 0 or not hasattr(self, "epoch"):
            self.epoch = self.batches(epoch)
        count = min(self.recipe.hollow, len(self.hollow))
        return self.epoch[place], random.Random(f"{self.seed} {step}").sample(self.hollow, count)

    def batches(self, epoch: int) -> list[list[Example]]:
        return batches(self.examples, self.recipe.size, self.seed + epoch, self.vectors)

    def loss(self, batch: Sequence[Example], hollow: Sequence[Tokens]) -> Tensor:
        contexts = self.model.read([item.context for item in batch])
        scores = self.model.table(contexts, self.model.read([*(item.reply for item in batch), *hollow]))
        scores = scores.masked_fill(doubtful(batch, hollow), float("-inf"))
        return both_ways(scores) / 2


def talk_vectors(examples: Sequence[Example], encode: Encode) -> Floats:
    """(n, d) unit vectors of what was said and answered together."""
    both = encode([item.context for item in examples]) + encode([item.reply for item in examples])
    unit: Floats = both / np.linalg.norm(both, axis=1, keepdims=True)
    return unit


def doubtful(batch: Sequence[Example], hollow: Sequence[Tokens]) -> Tensor:
    """(c, r) pairs that may be right though they were not given: of one talk, or with the same words."""
    replies = [(item.given.talk, item.reply) for item in batch] + [("", tokens) for tokens in hollow]
    rows = [[item.given.talk == talk or item.reply == reply for talk, reply in replies] for item in batch]
    return torch.tensor(rows) & ~torch.eye(len(batch), len(replies), dtype=torch.bool)


def train(run: Run) -> None:
    """Run or resume the recipe and save `pair`, for choosing replies."""
    save(run, "pair", Recipe(half=0, hollow=1, alike=True, steps=1500))


def save(run: Run, name: str, recipe: Recipe) -> None:
    encoder = shared_text_encoder(run.adapter).text_encoder
    learner = Learner(
        encoder, corpora(run, "train", recipe.half), recipe, run.seed, run.vectorizer() if recipe.alike else None
    )
    log.info("%s: %d replies, %d of them common", name, len(learner.examples), len(learner.hollow))
    learn(learner, run, name)
    adapter, scored = (
        {key: value.detach().numpy() for key, value in part.items()} for part in (learner.adapter, learner.scored)
    )
    run.save(name, in_eight_bits(adapter) | scored, {"seed": str(run.seed), "adapter": run.adapter})


def corpora(run: Run, part: str, half: int | None = None) -> list[Given]:
    """Both corpora's replies, of one half of the talks or of all."""
    both = [*told(empathetic.load(run.datapath, part)), *supported(esconv.load(run.datapath, part))]
    return [item for item in both if half in (None, item.half)]


def learn(learner: Learner, run: Run, name: str, every: int = 200) -> list[float]:
    """Train to the end, going on from the last checkpoint; the mean losses between checkpoints."""
    optimizer, total = learner.optimizer(), learner.recipe.steps
    folder = run.checkpoints / name
    done = checkpoint.resume(folder, learner.named(), optimizer)
    means: list[float] = []
    losses: list[float] = []
    for step in tqdm(range(done, total), initial=done, total=total, unit="step"):
        losses.append(one_step(learner, optimizer, step))
        if (step + 1) % every == 0 or step + 1 == total:
            means.append(float(np.mean(losses)))
            log.info("step %d of %d: loss %.3f", step + 1, total, means[-1])
            checkpoint.save(folder, step + 1, learner.named(), optimizer)
            losses.clear()
    return means


def one_step(learner: Learner, optimizer: torch.optim.Optimizer, step: int) -> float:
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * schedule(step, learner.recipe.steps)
    loss = learner.loss(*learner.batch(step))
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
    optimizer.step()
    return float(loss.detach())
