"""The cause head: does an utterance cause what a later one feels, and which of its words do (Poria et al. 2021)?

Both utterances' vectors are brought to short codes, so that the bot can keep what a turn is without its vector; one
hidden layer reads the codes, their product, where both stand, and the emotion. The emotion is the given one or our
own reading, by a coin: the head meets both. Words are found by a linear map of the tokens' states.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.corpora import reccon
from agents.metrics.classification import macro_f1
from agents.training.common.fit import Table, array, best_temperature, nll, split, tensor
from agents.training.common.run import Run
from agents.training.heads.cause_examples import Pairs, Spans, Told, pairs, spans, told
from skills.cause import LABELS, SIX
from skills.labels import EMOTIONS
from skills.models.head import Floats, Head

log = logging.getLogger(__name__)
CODE, HIDDEN = 16, 32
THRESHOLDS = np.linspace(0.1, 0.9, 81)


@dataclass(frozen=True, slots=True)
class Recipe:
    rate: float = 1e-3
    decay: float = 1.0
    dropout: float = 0.5
    epochs: int = 10
    batch: int = 512
    span_rate: float = 3e-3
    span_epochs: int = 6
    span_batch: int = 64


class Network(nn.Module):
    """The head before it is taken apart: rows of vectors and the rest (n, r) -> scores (n, 2)."""

    def __init__(self, width: int, rest: int, dropout: float) -> None:
        super().__init__()
        self.target, self.candidate = (nn.Linear(width, CODE, bias=False) for _ in range(2))
        for side in (self.target, self.candidate):
            nn.init.normal_(side.weight, std=width**-0.5)  # codes of about one
        self.hidden, self.scores = nn.Linear(3 * CODE + rest, HIDDEN), nn.Linear(HIDDEN, len(LABELS))
        self.drop = nn.Dropout(dropout)

    def forward(self, target: Tensor, candidate: Tensor, rest: Tensor) -> Tensor:
        a, b = self.target(self.drop(target)), self.candidate(self.drop(candidate))
        hidden = torch.relu(self.hidden(torch.cat([a, b, a * b, rest], dim=1)))
        scores: Tensor = self.scores(self.drop(hidden))
        return scores

    def outer(self) -> tuple[Tensor, Tensor]:
        """Weight and bias of the last layer."""
        return self.scores.weight, self.scores.bias


def learn(known: Pairs, recipe: Recipe, seed: int) -> Head:
    """The head with the least loss on a tenth of the talks, with its temperature; the codes' maps are in `extra`."""
    torch.manual_seed(seed)
    scale = Scale(np.float32(np.sqrt(known.vectors.shape[1])), known.rest.mean(axis=0), known.rest.std(axis=0) + 1e-3)
    kept, held = _apart(known, seed)
    network = Network(known.vectors.shape[1], known.rest.shape[1] + len(SIX), recipe.dropout)
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    found = []
    for _ in range(recipe.epochs):
        _epoch(network, optimizer, kept, scale, recipe.batch)
        head = scale.taken_in(network)
        scores = np.concatenate([head.scores(held.seen(head, emotions)) for emotions in (held.given, held.read)])
        found.append((nll(scores, np.tile(held.labels, 2)), head, scores))
    _, head, scores = min(found, key=lambda item: item[0])
    return Head(head.layers, LABELS, best_temperature(scores, np.tile(held.labels, 2)), head.extra)


@dataclass(frozen=True, slots=True)
class Scale:
    """What brings vectors and the rest to about one while the head is learnt."""

    wide: np.float32
    mean: Floats
    spread: Floats

    def taken_in(self, network: Network) -> Head:
        """The head for what is not brought to one."""
        weight, bias = array(network.hidden.weight).copy(), array(network.hidden.bias).copy()
        rest = slice(3 * CODE, 3 * CODE + len(self.mean))
        weight[:, rest] /= self.spread
        outer, shift = (array(part).copy() for part in network.outer())
        layers = ((weight, bias - weight[:, rest] @ self.mean.astype(np.float32)), (outer, shift))
        maps = {side: array(getattr(network, side).weight) * self.wide for side in ("target", "candidate")}
        return Head(layers, LABELS, 1.0, maps)


def _epoch(network: Network, optimizer: torch.optim.Optimizer, kept: Pairs, scale: Scale, batch: int) -> None:
    vectors, labels = tensor(kept.vectors * scale.wide), torch.from_numpy(kept.labels)
    known, given, read = tensor((kept.rest - scale.mean) / scale.spread), tensor(kept.given), tensor(kept.read)
    network.train()
    order = torch.randperm(len(labels))
    for rows in (order[start : start + batch] for start in range(0, len(order), batch)):
        emotions = torch.where(torch.rand(len(rows), 1) < 0.5, given[rows], read[rows])
        scores = network(
            vectors[kept.target[rows]], vectors[kept.candidate[rows]], torch.cat([known[rows], emotions], 1)
        )
        loss = functional.cross_entropy(scores, labels[rows])
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()


def _apart(known: Pairs, seed: int) -> tuple[Pairs, Pairs]:
    table = Table(np.zeros((len(known.labels), 0)), known.labels, known.groups)
    held = np.isin(known.groups, split(table, 0.1, seed)[1].groups)
    return known.some(~held), known.some(held)


def threshold(head: Head, known: Pairs) -> float:
    """The probability from which a candidate counts as a cause: of the best macro-F1, over both kinds of emotions."""
    chances = np.concatenate([head.probabilities(known.seen(head, item))[:, 1] for item in (known.given, known.read)])
    labels = np.tile(known.labels, 2)
    return float(max(THRESHOLDS, key=lambda bound: macro_f1(labels, (chances > bound).astype(np.int64), 2)))


def learn_bounds(known: Told, wanted: Spans, recipe: Recipe, seed: int) -> dict[str, Floats]:
    """`bounds` (2, d) and `outermost` (2,): which tokens begin and end a span, each a softmax over an utterance."""
    torch.manual_seed(seed)
    width = known.states.tokens.shape[1]
    maps, outermost = nn.Linear(width, 2, bias=False), nn.Parameter(torch.zeros(2))
    optimizer = torch.optim.AdamW([*maps.parameters(), outermost], lr=recipe.span_rate, weight_decay=0.1)
    order = np.argsort(known.states.lengths[wanted.rows], kind="stable")
    batches = [order[start : start + recipe.span_batch] for start in range(0, len(order), recipe.span_batch)]
    for _ in range(recipe.span_epochs):
        for number in torch.randperm(len(batches)):
            batch = batches[int(number)]
            found, real = known.states.padded(wanted.rows[batch])
            inner = torch.from_numpy(real[:, 2:])  # without the two marks
            first, last = torch.zeros_like(inner, dtype=torch.float32), torch.zeros_like(inner, dtype=torch.float32)
            first[:, 0] = 1.0
            last[torch.arange(len(last)), inner.sum(1) - 1] = 1.0
            scores = maps(tensor(found[:, 1:-1])) + torch.stack([first, last], dim=2) * outermost
            scores = scores.masked_fill(~inner[..., None], float("-inf"))
            loss = functional.cross_entropy(scores, torch.from_numpy(wanted.bounds[batch]))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    return {"bounds": array(maps.weight), "outermost": array(outermost)}


def made(known: Told, asked: Pairs, wanted: Spans, recipe: Recipe, seed: int) -> Head:
    """Both maps, and the probability from which a candidate is a cause."""
    head = learn(asked, recipe, seed)
    extra = {**head.extra, **learn_bounds(known, wanted, recipe, seed), "threshold": np.array([threshold(head, asked)])}
    return Head(head.layers, LABELS, head.temperature, extra)


def train(run: Run) -> None:
    """Fit and save `cause`."""
    known = told(run, reccon.load(run.datapath, "train"))
    asked, recipe = pairs(known, run.head("emotion", EMOTIONS)), Recipe()
    head = made(known, asked, spans(known, run.vectorizer().words), recipe, run.seed)
    log.info(
        "cause: %d pairs, temperature %.2f, threshold %.2f",
        len(asked.labels),
        head.temperature,
        head.extra["threshold"][0],
    )
    run.save_head("cause", head)
