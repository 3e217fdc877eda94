"""The encoder's adapter: one low-rank change for everything the bot asks of a vector.

Three streams are learnt together, so that one pass serves all skills: the emotion of situations and utterances
(EmpatheticDialogues), the fit of context and reply (both corpora, in-batch negatives), and the support strategy of the
reply (ESConv). A penalty keeps the vectors near the base model's, so that likeness of meaning is not lost.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import Exchange, of_empathetic
from agents.training.common import checkpoint
from agents.training.common.fit import both_ways
from agents.training.common.run import Run
from agents.training.examples import Felt, felt, supported
from agents.training.network import Adapted, adapt, load, padded
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.models.encoder import Tokens, Words
from skills.models.head import Head
from skills.models.sizes import SMALL

log = logging.getLogger(__name__)
WIDE = SMALL.width**0.5
NEAR = 16
"""Of each batch of feelings, so many are also run through the base model, for the penalty."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run. Batches are in examples; `peak` is the highest learning rate."""

    epochs: float = 2.6
    rank: int = 16
    peak: float = 1e-3
    feelings: int = 80
    replies: int = 64
    supports: int = 48
    replies_share: float = 0.5
    temperature: float = 0.05
    smoothing: float = 0.1
    fit_weight: float = 0.5
    strategy_weight: float = 0.3
    near_weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Batch:
    """One step's work: sequences, and what the loss needs. `second` are the replies."""

    stream: str
    first: list[Tokens]
    second: list[Tokens]
    labels: Tensor
    extra: Tensor


class Learner(nn.Module):
    """The adapted encoder with the two heads it is trained through."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        self.recipe = recipe
        self.encoder = load(None, torch.bfloat16)
        self.adapter = adapt(self.encoder, recipe.rank)
        self.emotion = nn.Linear(SMALL.width, len(EMOTIONS))
        self.strategy = nn.Linear(SMALL.width + PAST, len(STRATEGIES))

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        heads = {f"emotion.{name}": p for name, p in self.emotion.named_parameters()}
        heads |= {f"strategy.{name}": p for name, p in self.strategy.named_parameters()}
        return {**self.adapter, **heads}

    def loss(self, batch: Batch) -> Tensor:
        """The loss of one batch of any stream."""
        vectors: Tensor = self.encoder(*padded(batch.first))
        if batch.stream == "feelings":
            return self.emotion_loss(vectors, batch.labels) + self.recipe.near_weight * self.distance(vectors, batch)
        fit = self.recipe.fit_weight * self.fit(vectors, self.uneven(batch.second))
        if batch.stream == "replies":
            return fit + self.emotion_loss(vectors, batch.labels)
        scores = self.strategy(torch.cat([vectors * WIDE, batch.extra], dim=1))
        return fit + self.recipe.strategy_weight * functional.cross_entropy(scores, batch.labels)

    def uneven(self, sequences: list[Tokens]) -> Tensor:
        """Vectors of sequences of mixed lengths: the short half apart from the long half, to save padding."""
        order = sorted(range(len(sequences)), key=lambda place: len(sequences[place].ids))
        half = len(order) // 2
        parts = [self.encoder(*padded([sequences[place] for place in rows])) for rows in (order[:half], order[half:])]
        return torch.cat(parts)[torch.tensor(order).argsort()]

    def emotion_loss(self, vectors: Tensor, labels: Tensor) -> Tensor:
        scores: Tensor = self.emotion(vectors * WIDE)
        return functional.cross_entropy(scores, labels, label_smoothing=self.recipe.smoothing)

    def fit(self, contexts: Tensor, replies: Tensor) -> Tensor:
        """Each context must find its own reply among the batch's, and each reply its context."""
        scores = contexts @ replies.T / self.recipe.temperature
        return both_ways(scores) / 2

    def distance(self, vectors: Tensor, batch: Batch) -> Tensor:
        """One minus the mean cosine to the base model's vectors, over the first few of the batch."""
        self.switch(False)
        with torch.no_grad():
            base = self.encoder(*padded(batch.first[:NEAR]))
        self.switch(True)
        cosine: Tensor = (vectors[:NEAR] * base).sum(1)
        return 1 - cosine.mean()

    def switch(self, on: bool) -> None:
        for module in self.encoder.modules():
            if isinstance(module, Adapted):
                module.on = on


PAST = 2 * len(STRATEGIES) + 2


def past_features(past: Sequence[str], position: int) -> list[float]:
    """The last strategy (one-hot), how often each was used (log), and two of the position."""
    last = [float(bool(past) and past[-1] == name) for name in STRATEGIES]
    counts = [float(np.log1p(past.count(name))) for name in STRATEGIES]
    return [*last, *counts, min(position, 40) / 20, float(not past)]


class Streams:
    """The examples of all three streams, ready-made sequences, cut into batches of similar length."""

    def __init__(self, datapath: Path, recipe: Recipe) -> None:
        dialogs, talks = empathetic.load(datapath, "train"), esconv.load(datapath, "train")
        self.words, self.recipe = Words(), recipe
        sizes = {"feelings": recipe.feelings, "replies": recipe.replies, "supports": recipe.supports}
        self.batches: dict[str, tuple[list[Batch], int]] = {
            "feelings": ([self.feeling(item) for item in felt(dialogs)], sizes["feelings"]),
            "replies": ([self.reply(item) for item in of_empathetic(dialogs)], sizes["replies"]),
            "supports": ([self.support(item) for item in supported(talks)], sizes["supports"]),
        }

    def feeling(self, item: Felt) -> Batch:
        sequence = self.words.utterance(item.text)
        return Batch("feelings", [sequence], [], self.label(item.emotion), torch.zeros(1, 0))

    def reply(self, item: Exchange) -> Batch:
        first, second = self.words.context(item.context, 80), self.words.utterance(item.reply, True, 48)
        return Batch("replies", [first], [second], self.label(item.label), torch.zeros(1, 0))

    def support(self, item: Exchange) -> Batch:
        first, second = self.words.context(item.context), self.words.utterance(item.reply, True, 48)
        label = torch.tensor([STRATEGIES.index(item.label)])
        return Batch("supports", [first], [second], label, torch.tensor([past_features(item.past, item.position)]))

    def label(self, emotion: str) -> Tensor:
        return torch.tensor([EMOTIONS.index(emotion)])

    def epoch(self, seed: int) -> list[Batch]:
        """One pass over everything, in an order that depends on the seed alone."""
        rng = random.Random(seed)
        batches: list[Batch] = []
        for stream, (singles, size) in self.batches.items():
            share = self.recipe.replies_share if stream == "replies" else 1.0
            batches += bucketed(rng.sample(singles, int(share * len(singles))), size, rng)
        rng.shuffle(batches)
        return batches


def bucketed(singles: Sequence[Batch], size: int, rng: random.Random) -> Iterator[Batch]:
    """Batches of about equal lengths: sort by length with a little noise, then cut."""
    keys = [(len(single.first[0].ids) + rng.random() * 4, place) for place, single in enumerate(singles)]
    order = [place for _, place in sorted(keys)]
    for start in range(0, len(order) - size + 1, size):
        rows = [singles[place] for place in order[start : start + size]]
        yield Batch(
            rows[0].stream,
            [row.first[0] for row in rows],
            [row.second[0] for row in rows if row.second],
            torch.cat([row.labels for row in rows]),
            torch.cat([row.extra for row in rows]),
        )


def schedule(step: int, total: int, warm: int = 100) -> float:
    """Linear warm-up, then linear decay to zero."""
    return min((step + 1) / warm, (total - step) / max(1, total - warm))


def train(run: Run) -> None:
    """Run or resume the recipe and save `encoder`."""
    adapter = {name: tensor.detach().numpy() for name, tensor in learnt(run).adapter.items()}
    run.save("encoder", adapter, {"seed": str(run.seed)})


def learnt(run: Run) -> Learner:
    """The learner of this run, trained or, where the checkpoints hold it, taken from there."""
    return learn(run.datapath, run.checkpoints / "encoder", run.seed, Recipe())


def emotion_head(learnt: nn.Linear) -> Head:
    """The emotion head as it was learnt together with the encoder, for unit vectors."""
    weight, bias = (tensor.detach().numpy() for tensor in (learnt.weight, learnt.bias))
    return Head(((weight * WIDE, bias),), EMOTIONS, 1.0, {})


def learn(datapath: Path, folder: Path, seed: int, recipe: Recipe, every: int = 200) -> Learner:
    """The trained learner; its state is saved in `folder` after every so many steps, and gone on from there."""
    torch.manual_seed(seed)
    streams = Streams(datapath, recipe)
    learner = Learner(recipe)
    optimizer = optimizer_of(learner, recipe)
    step = checkpoint.resume(folder, learner.named(), optimizer)
    per_epoch = len(streams.epoch(seed))
    total = int(per_epoch * recipe.epochs)
    log.info("%d steps of %d are done", step, total)
    with tqdm(total=total, initial=step, unit="step") as bar:
        while step < total:
            for batch in streams.epoch(seed + step // per_epoch)[step % per_epoch :]:
                loss = one_step(learner, optimizer, batch, schedule(step, total))
                step += 1
                bar.update()
                if step % every == 0 or step >= total:
                    log.info("step %d of %d: %s loss %.3f", step, total, batch.stream, loss)
                    checkpoint.save(folder, step, learner.named(), optimizer)
                if step >= total:
                    break
    return learner


def optimizer_of(learner: Learner, recipe: Recipe) -> torch.optim.AdamW:
    heads = [*learner.emotion.parameters(), *learner.strategy.parameters()]
    groups = [
        {"params": list(learner.adapter.values()), "lr": recipe.peak, "peak": recipe.peak},
        {"params": heads, "lr": 3 * recipe.peak, "peak": 3 * recipe.peak},
    ]
    return torch.optim.AdamW(groups, weight_decay=0.01)


def one_step(learner: Learner, optimizer: torch.optim.Optimizer, batch: Batch, share: float) -> float:
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * share
    loss = learner.loss(batch)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
    optimizer.step()
    return float(loss.detach())
