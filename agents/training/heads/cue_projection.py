"""The map under which ways of saying one thing lie together, learnt from the bank's cues alone; no corpus is read.

The cues of an exchange say one thing in several ways. Each must find the mean of some others of its exchange among
those of all exchanges in the batch (in-batch negatives; Henderson et al. 2017, section 4), and the map is held near
the identity: the encoder knows far more than the bank.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.fit import both_ways
from agents.training.common.run import Run
from skills.bank_index import Floats
from skills.encoder import shared_text_encoder
from skills.moves import Move, load

log = logging.getLogger(__name__)
HELD_OUT = 8
"""One exchange in so many is kept for measuring."""
NEAREST = 120


@dataclass(frozen=True, slots=True)
class Recipe:
    steps: int = 200
    batch: int = 400
    rate: float = 5e-4
    others: int = 3
    sharpness: float = 20.0
    held: float = 0.02


def exchanges(moves: Iterable[Move], least: int) -> list[tuple[str, ...]]:
    """Ways of saying one thing, each list once: the cues of moves that have at least so many."""
    return [cues for cues in dict.fromkeys(move.cues for move in moves) if len(cues) >= least]


def learn(rows: Sequence[NDArray[np.float32]], recipe: Recipe, seed: int) -> Floats:
    """The map (d, d), given for each exchange the unit vectors of its cues, at least `others` + 1 of them."""
    rng, size = random.Random(seed), rows[0].shape[1]
    mapping = nn.Parameter(torch.eye(size))
    optimizer = torch.optim.AdamW([mapping], lr=recipe.rate)
    for step in range(recipe.steps):
        drawn = [rng.sample(list(item), recipe.others + 1) for item in rng.sample(rows, min(recipe.batch, len(rows)))]
        cues = functional.normalize(torch.from_numpy(np.stack([np.stack(item) for item in drawn])) @ mapping, dim=-1)
        loss = _loss(cues, recipe.sharpness) + recipe.held * (mapping - torch.eye(size)).square().sum()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        if (step + 1) % 50 == 0:
            log.info("match: step %d of %d, loss %.3f", step + 1, recipe.steps, loss.detach())
    found: Floats = mapping.detach().numpy()
    return found


def _loss(cues: Tensor, sharpness: float) -> Tensor:
    """Of cues (n, 1 + others, d): the first of each row is to find the mean of the rest, and the other way round."""
    scores = sharpness * cues[:, 0] @ functional.normalize(cues[:, 1:].mean(1), dim=-1).T
    return both_ways(scores)


def found_first(rows: Sequence[NDArray[np.float32]], asked: Sequence[int], mapping: Floats, pooled: bool) -> float:
    """The share of the cues of the exchanges `asked` whose own exchange comes first among all.

    By the nearest other cue, or `pooled`: by the mean of the two nearest, as the bank's index has it.
    """
    every = np.concatenate(rows) @ mapping
    every /= np.linalg.norm(every, axis=1, keepdims=True)
    owner = np.repeat(np.arange(len(rows)), [len(item) for item in rows])
    right = []
    for cue in np.flatnonzero(np.isin(owner, asked)):
        likeness = every @ every[cue]
        likeness[cue] = -1.0
        best = np.full((2, len(rows)), -1.0)
        for near in np.argsort(-likeness)[:NEAREST][::-1]:  # the nearest last: what it replaces is the second
            best[:, owner[near]] = likeness[near], best[0, owner[near]]
        score = best.sum(axis=0) if pooled else best[0]
        right.append(int(score.argmax()) == owner[cue])
    return float(np.mean(right))


def train(run: Run) -> None:
    """Learn and save `match`, and say how much better it finds the exchanges that were held out."""
    encoder, recipe = shared_text_encoder(run.adapter, run.size), Recipe()
    known = exchanges(load(), least=recipe.others + 1)
    vectors = encoder.encode_texts([cue for cues in known for cue in cues])
    rows = np.split(vectors, np.cumsum([len(cues) for cues in known])[:-1])
    held = range(0, len(rows), HELD_OUT)
    mapping = learn([item for number, item in enumerate(rows) if number % HELD_OUT], recipe, run.seed)
    for name, tried in (("the encoder's own", np.eye(len(mapping), dtype=np.float32)), ("mapped", mapping)):
        shares = [found_first(rows, held, tried, pooled) for pooled in (False, True)]
        log.info("%s vectors: own exchange first %.3f by one cue, %.3f by two", name, *shares)
    run.save("match", {"map": mapping}, {"seed": str(run.seed), "adapter": run.adapter})
