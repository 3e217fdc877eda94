"""The encoder's second stage (agents/training/retrieval_learner.py): finding the reply.

At each step, from agents/training/retrieval_streams.py:

- EmpatheticDialogues, a big batch: each context must find its reply among all of the batch, and each reply its context
  (in-batch negatives, Henderson et al. 2017, section 4), texts that are the same left out; and the talk's emotion
- by turns what speakers felt, with a penalty for leaving the first stage's vectors, or lines of danger and of what only
  sounds like it, so that the guard's ear goes on from vectors that know them
- by turns ESConv and DailyDialog: context and reply find each other; and ESConv's strategies

Some of the words are left out and old utterances forgotten at random, for the training part is soon learnt by heart.
What ships is the mean of the weights over the last steps (Polyak & Juditsky 1992), made small (compact.py).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.training import encoder
from agents.training.common import checkpoint
from agents.training.common.compact import compact
from agents.training.common.run import Run
from agents.training.encoder import schedule
from agents.training.network import load as load_network
from agents.training.retrieval_learner import Learner, Recipe, linear_weights
from agents.training.retrieval_streams import Streams, load

log = logging.getLogger(__name__)
EVERY = 20
"""After so many steps the state is saved."""


def train(run: Run) -> None:
    """Run or resume the recipe; save `encoder`, both stages as one adapter, and `retrieval`, the two maps."""
    learner = learnt(run)
    published = linear_weights(load_network(None, torch.float32))
    changes = {name: weight.detach() - published[name].detach() for name, weight in learner.weights.items()}
    run.save("encoder", compact(changes, learner.recipe.rank), {"seed": str(run.seed)})
    maps = {"context": learner.context.weight, "reply": learner.reply.weight}
    run.save("retrieval", {name: tensor.detach().numpy() for name, tensor in maps.items()}, {"seed": str(run.seed)})


def learnt(run: Run) -> Learner:
    """The learner of this run with its mean weights, trained or, where the checkpoints hold it, taken from there."""
    folder = run.checkpoints / "retrieval"
    folder.mkdir(parents=True, exist_ok=True)
    first = {name: tensor.detach().half() for name, tensor in encoder.learnt(run).adapter.items()}
    save_file(first, folder / "first.safetensors")
    return learn(load(run.datapath), folder / "first.safetensors", folder, run.seed, Recipe())


def learn(data: Streams, first: Path, folder: Path, seed: int, recipe: Recipe) -> Learner:
    """The learner with its mean weights; its state is saved in `folder`, and gone on from there."""
    torch.manual_seed(seed)
    learner = Learner(first, recipe)
    mean = Mean(learner.named(), recipe.mean)
    optimizer = optimizer_of(learner, recipe)
    step = checkpoint.resume(folder, {**learner.named(), **mean.named()}, optimizer)
    learner.spread()
    per_epoch = len(data.batches(recipe.pairs, seed))
    total = int(per_epoch * recipe.epochs)
    log.info("%d steps of %d are done", step, total)
    with tqdm(total=total, initial=step, unit="step") as bar:
        while step < total:
            for batch in data.batches(recipe.pairs, seed + step // per_epoch)[step % per_epoch :]:
                for group in optimizer.param_groups:
                    group["lr"] = group["peak"] * schedule(step, total, recipe.warm)
                loss = one_step(learner, optimizer, learner.losses(batch, data, step))
                step += 1
                mean.add(step)
                bar.update()
                if step % EVERY == 0 or step >= total:
                    log.info("step %d of %d: loss %.3f", step, total, loss)
                    checkpoint.save(folder, step, {**learner.named(), **mean.named()}, optimizer)
                if step >= total:
                    break
    mean.take()
    learner.spread()
    return learner.eval()


class Mean:
    """A running mean of weights: each step counts `share` of what the next one does, more evenly at the start."""

    def __init__(self, weights: Mapping[str, Tensor], share: float) -> None:
        self.weights, self.share = weights, share
        self.held = {name: tensor.detach().clone() for name, tensor in weights.items()}

    def named(self) -> dict[str, Tensor]:
        return {f"mean.{name}": tensor for name, tensor in self.held.items()}

    @torch.no_grad()
    def add(self, step: int) -> None:
        share = min(self.share, (1 + step) / (10 + step))
        for name, tensor in self.weights.items():
            self.held[name].lerp_(tensor, 1 - share)

    @torch.no_grad()
    def take(self) -> None:
        """Put the mean in the weights' place."""
        for name, tensor in self.weights.items():
            tensor.copy_(self.held[name])


def optimizer_of(learner: Learner, recipe: Recipe) -> torch.optim.AdamW:
    maps = [learner.context.weight, learner.reply.weight, learner.sharpness]
    heads = [p for head in (learner.emotion, learner.strategy, learner.danger) for p in head.parameters()]
    rates = ((learner.weights.values(), recipe.peak), (maps, recipe.maps_peak), (heads, recipe.heads_peak))
    groups = [{"params": list(group), "lr": rate, "peak": rate} for group, rate in rates]
    return torch.optim.AdamW(groups, weight_decay=0.01)


def one_step(learner: Learner, optimizer: torch.optim.Optimizer, losses: Sequence[Callable[[], Tensor]]) -> float:
    """Go back through each loss and take the step; the first one's value."""
    optimizer.zero_grad()
    learner.train()
    found = []
    for make in losses:
        loss = make()
        loss.backward()  # type: ignore[no-untyped-call]
        found.append(float(loss.detach()))
    learner.gather()
    torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
    optimizer.step()
    learner.spread()
    return found[0]
