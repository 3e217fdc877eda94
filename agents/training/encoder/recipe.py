"""`attune train encoder`: from the published network to the encoder's adapter and the maps of contexts and replies.

The lower half stays as published, and what it makes of every text is kept on disk. The upper half learns, jointly at
each step (`agents.training.encoder.learner`):

- EmpatheticDialogues, a big batch: each context must find its reply among all of the batch, and each reply its context
  (in-batch negatives, Henderson et al. 2017, section 4), texts that are the same left out; and the talk's emotion
- what speakers felt, with a penalty for leaving the published vectors
- lines of danger and of what only sounds like it
- by turns ESConv and DailyDialog: context and reply find each other; and ESConv's strategies

What ships is the mean of the weights over the last steps (Polyak & Juditsky 1992), made small (`common.compact`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from agents.training.common import checkpoint
from agents.training.common.compact import compact
from agents.training.common.run import Run
from agents.training.encoder.learner import Learner, Recipe
from agents.training.encoder.lower_states import lower_states
from agents.training.encoder.network import load as load_network
from agents.training.encoder.streams import Pair, Streams, load
from skills.labels import EMOTIONS
from skills.models.encoder import Words
from skills.models.head import Head
from skills.models.served import network

log = logging.getLogger(__name__)
EVERY, LOOK = 20, 40
"""After so many steps the state is saved, and after so many it is seen how often the right reply is found."""
LOOKED = 1000
"""Contexts of the validation part, in groups of a hundred, that are looked at on the way."""


def train(run: Run) -> None:
    """Run or resume the recipe; save `encoder`, the adapter, `retrieval`, the two maps, and `emotion`, its head."""
    learner = learnt(run)
    published = network(run.size, None)
    weights = {name: value.detach() for name, value in learner.weights.items()}
    changes = {
        name: value - torch.from_numpy(np.asarray(published[f"{name}.weight"], np.float32))
        for name, value in weights.items()
        if name != "speakers"
    }
    marks = {name: weights[name].numpy() for name in weights if name == "speakers"}
    run.save("encoder", compact(changes, learner.recipe.rank) | marks, {"seed": str(run.seed)})
    maps = {"context": learner.context.weight, "reply": learner.reply.weight}
    run.save("retrieval", {name: tensor.detach().numpy() for name, tensor in maps.items()}, {"seed": str(run.seed)})
    run.save_head("emotion", emotion_head(learner))


def emotion_head(learner: Learner) -> Head:
    """The head of the 32 emotions as it was learnt together with the encoder, for unit vectors.

    One fitted afterwards, on vectors that have seen the training part, is surer and less often right.
    """
    weight, bias = (tensor.detach().numpy() for tensor in (learner.emotion.weight, learner.emotion.bias))
    return Head(((weight * learner.wide, bias),), EMOTIONS, 1.0, {})


def learnt(run: Run) -> Learner:
    """The learner of this run with its mean weights, trained or, where the checkpoints hold it, taken from there."""
    words, tensors = Words(run.size), network(run.size, None)
    data = load(run.datapath, words)
    lower, _ = load_network(run.size, tensors, torch.bfloat16)
    states = lower_states(lower, data.sequences, run.checkpoints / "lower")
    torch.manual_seed(run.seed)
    learner = Learner(run.size, tensors, states, words.end, Recipe())
    return learn(learner, data, run.checkpoints / f"encoder-{run.size.name}", run.seed)


def learn(learner: Learner, data: Streams, folder: Path, seed: int) -> Learner:
    """The learner with its mean weights; its state is saved in `folder`, and gone on from there."""
    recipe = learner.recipe
    torch.manual_seed(seed)
    mean, optimizer = Mean(learner.named(), recipe.mean), optimizer_of(learner)
    held = {**learner.named(), **mean.named()}
    step = checkpoint.resume(folder, held, optimizer)
    learner.spread()
    per_epoch = len(data.batches(recipe.pairs, seed))
    total = int(per_epoch * recipe.epochs)
    log.info("%d steps of %d are done", step, total)
    while step < total:
        for batch in data.batches(recipe.pairs, seed + step // per_epoch)[step % per_epoch :]:
            began = time.monotonic()
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * schedule(step, total, recipe.warm)
            losses = one_step(learner, optimizer, learner.losses(batch, data, step))
            step += 1
            mean.add(step)
            told = " ".join(f"{loss:.3f}" for loss in losses)
            log.info("step %d of %d: losses %s, %.1f s", step, total, told, time.monotonic() - began)
            if step % EVERY == 0 or step >= total:
                checkpoint.save(folder, step, held, optimizer)
            if step % LOOK == 0:
                log.info("P@1,100 of %d contexts held out: %.3f", LOOKED, p_at_1(learner, data.valid, LOOKED))
            if step >= total:
                break
    mean.take()
    learner.spread()
    log.info("P@1,100 of all contexts held out: %.4f", p_at_1(learner, data.valid, len(data.valid)))
    return learner.eval()


def one_step(learner: Learner, optimizer: torch.optim.Optimizer, losses: Sequence[Callable[[], Tensor]]) -> list[float]:
    """Go back through each loss and take the step; their values."""
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
    return found


def optimizer_of(learner: Learner) -> torch.optim.AdamW:
    recipe, weights = learner.recipe, learner.weights
    linear = [weight for name, weight in weights.items() if name != "speakers"]
    marks = [weight for name, weight in weights.items() if name == "speakers"]
    maps = [learner.context.weight, learner.reply.weight, learner.sharpness, *marks]
    heads = [p for head in (learner.emotion, learner.strategy, learner.danger) for p in head.parameters()]
    rates = ((linear, recipe.peak), (maps, recipe.maps_peak), (heads, recipe.heads_peak))
    groups = [{"params": list(group), "lr": rate, "peak": rate} for group, rate in rates]
    return torch.optim.AdamW(groups, weight_decay=0.01)


def schedule(step: int, total: int, warm: int = 100) -> float:
    """Linear warm-up, then linear decay to zero."""
    return min((step + 1) / warm, (total - step) / max(1, total - warm))


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


@torch.inference_mode()
def p_at_1(learner: Learner, pairs: Sequence[Pair], count: int) -> float:
    """P@1,100: how often a context's own reply is found first among a hundred, over `count` shuffled pairs."""
    learner.eval()
    chosen = [pairs[place] for place in np.random.default_rng(0).permutation(len(pairs))[: count // 100 * 100]]
    left = learner.context(learner.vectors([pair.context for pair in chosen]))
    right = learner.reply(learner.vectors([pair.reply for pair in chosen]))
    left, right = (functional.normalize(side, dim=-1).view(-1, 100, side.shape[1]) for side in (left, right))
    return float(((left @ right.mT).argmax(-1) == torch.arange(100)).float().mean())
