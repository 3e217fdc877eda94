"""An encoder for one task alone: a further low-rank change on top of the shipped one, and a linear head of its own.

It answers what frozen vectors cost: its figures stand in the column *specialist* of `attune eval understanding`, and it
is never shipped. Any labelled sequences will do, with one label each (softmax) or any number (sigmoid).
`attune train specialist` makes the one for the 41 labels. Shapes: n sequences, l labels, d = 384 wide.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from agents.corpora import intents
from agents.training.common.run import Run
from agents.training.network import adapt, best_dtype, load, padded
from skills.encoder import adapter_path
from skills.models import tensors
from skills.models.encoder import BATCH, Tokens, Words
from skills.models.head import Floats
from skills.sizes import SMALL

log = logging.getLogger(__name__)
FOLDER = "specialists"
"""Below the checkpoints: where their tensors lie."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run, which ends after `epochs` or `seconds`, whichever comes first.

    `several`: a sequence may have any number of labels.
    """

    several: bool = False
    rank: int = 8
    epochs: int = 2
    seconds: float = 720.0
    batch: int = 64
    peak: float = 5e-4
    head: float = 2e-3
    dropout: float = 0.1
    smoothing: float = 0.05


@dataclass(frozen=True, slots=True)
class Examples:
    """Sequences, and which labels each has: `marks` (n, l), 1 or 0."""

    sequences: Sequence[Tokens]
    marks: NDArray[np.float32]


class Specialist(nn.Module):
    """The encoder of a run under a change of its own, and a head: sequences -> scores (n, l)."""

    def __init__(self, run: Run, labels: int, recipe: Recipe) -> None:
        super().__init__()
        path = adapter_path(SMALL, run.adapter)
        self.encoder = load(path, best_dtype())
        self.change = adapt(self.encoder, recipe.rank)
        self.drop = nn.Dropout(recipe.dropout)
        self.out = nn.Linear(SMALL.width, labels)

    def forward(self, sequences: Sequence[Tokens]) -> Tensor:
        vectors = self.encoder(*padded(sequences)) * SMALL.width**0.5
        scores: Tensor = self.out(self.drop(vectors))
        return scores

    def own(self) -> dict[str, Tensor]:
        """All that learns, by name."""
        return {**self.change, "out.weight": self.out.weight, "out.bias": self.out.bias}


def learn(run: Run, examples: Examples, recipe: Recipe) -> Specialist:
    """The specialist after the recipe; the rate rises for a twentieth of the run, and falls to nothing at its end."""
    torch.manual_seed(run.seed)
    model = Specialist(run, examples.marks.shape[1], recipe).train()
    groups = [
        {"params": list(model.change.values()), "peak": recipe.peak},
        {"params": [*model.out.parameters()], "peak": recipe.head},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    began, steps = time.monotonic(), len(examples.sequences) * recipe.epochs // recipe.batch
    for step, rows in enumerate(batches(examples, recipe, run.seed)):
        done = max(step / max(steps, 1), (time.monotonic() - began) / recipe.seconds)
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * min(1.0, 20 * done + 0.05, 1 - done)
        found = loss(model([examples.sequences[row] for row in rows]), torch.from_numpy(examples.marks[rows]), recipe)
        optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(list(model.own().values()), 1.0)
        optimizer.step()
        if step % 50 == 0:
            log.info("specialist: step %d of at most %d, loss %.3f", step, steps, found.detach())
    return model.eval()


def loss(scores: Tensor, marks: Tensor, recipe: Recipe) -> Tensor:
    """Of scores (n, l) and marks (n, l)."""
    if recipe.several:
        return functional.binary_cross_entropy_with_logits(scores, marks)
    return functional.cross_entropy(scores, marks.argmax(dim=1), label_smoothing=recipe.smoothing)


def batches(examples: Examples, recipe: Recipe, seed: int) -> Iterator[list[int]]:
    """Rows of about equal lengths, epoch after epoch; what is left over of an epoch is left out."""
    for epoch in range(recipe.epochs):
        rng = random.Random(f"{seed} {epoch}")
        keys = [(len(item.ids) + 4 * rng.random(), row) for row, item in enumerate(examples.sequences)]
        order = [row for _, row in sorted(keys)]
        size = min(recipe.batch, len(order))
        cut = [order[start : start + size] for start in range(0, len(order) - size + 1, size)]
        yield from rng.sample(cut, len(cut))


def scores(model: Specialist, sequences: Sequence[Tokens]) -> Floats:
    """(n, l), before any softmax or sigmoid."""
    found = np.zeros((len(sequences), model.out.out_features), np.float32)
    order = sorted(range(len(sequences)), key=lambda place: len(sequences[place].ids))
    with torch.inference_mode():
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            found[rows] = model([sequences[row] for row in rows]).numpy()
    return found


def save(run: Run, task: str, model: Specialist) -> Path:
    """The tensors of a task's specialist, below the checkpoints."""
    arrays = {name: value.detach().numpy() for name, value in model.own().items()}
    return replace(run, out=run.checkpoints / FOLDER).save(task, arrays, {"adapter": run.adapter})


def trained(run: Run, task: str, labels: int, recipe: Recipe) -> Specialist | None:
    """A task's specialist, made before with this recipe; None where there is none, as for another size of encoder."""
    folder = run.checkpoints / FOLDER
    if run.size is not SMALL or not (folder / f"{task}.safetensors").is_file():
        return None
    model = Specialist(run, labels, recipe)
    held, own = load_file(tensors.find(task, folder)), model.own()
    with torch.no_grad():
        for name, value in own.items():
            value.copy_(held[name])
    return model.eval()


def labelled(rows: Sequence[intents.Labelled], words: Words) -> Examples:
    """EmpatheticIntents' texts and their 41 labels."""
    numbers = [intents.LABELS.index(row.label) for row in rows]
    marks = np.eye(len(intents.LABELS), dtype=np.float32)[numbers]
    return Examples([words.utterance(row.text) for row in rows], marks)


def train(run: Run) -> None:
    """Learn and save the specialist for the 41 labels."""
    examples = labelled(intents.load(run.datapath, "train"), Words())
    save(run, "intents", learn(run, examples, Recipe()))
