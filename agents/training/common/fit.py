"""Fitting a small head on vectors: softmax regression or one hidden layer, early-stopped on talks held out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from skills.models.head import Floats, Head

Ints = NDArray[np.int64]


def both_ways(scores: Tensor) -> Tensor:
    """Each row must find its own column among all, and each of the first columns its row (in-batch negatives)."""
    own = torch.arange(len(scores))
    loss: Tensor = functional.cross_entropy(scores, own) + functional.cross_entropy(scores[:, : len(own)].T, own)
    return loss


def matched(contexts: Tensor, replies: Tensor, said: Sequence[str], sharpness: float | Tensor) -> Tensor:
    """The loss of each of contexts (n, d) finding its own of replies (n, d), and the other way round, by their cosines.

    `said` are the replies' words: another pair with the same is neither right nor wrong.
    """
    texts = np.array(said)
    same = torch.from_numpy(texts[:, None] == texts) & ~torch.eye(len(said), dtype=torch.bool)
    scores = sharpness * functional.normalize(contexts, dim=-1) @ functional.normalize(replies, dim=-1).T
    return both_ways(scores.masked_fill(same, float("-inf"))) / 2


@dataclass(frozen=True, slots=True)
class Table:
    """`features` (n, f), `labels` (n,), and `groups` (n,): rows of one talk share a number."""

    features: Floats
    labels: Ints
    groups: Ints

    def rows(self, mask: NDArray[np.bool_]) -> Table:
        return Table(self.features[mask], self.labels[mask], self.groups[mask])


@dataclass(frozen=True, slots=True)
class Settings:
    """How a head is fitted. `balance` from 0 to 1 takes that share of the log prior out of the scores."""

    hidden: int = 0
    rate: float = 1e-3
    decay: float = 0.1
    dropout: float = 0.0
    epochs: int = 40
    batch: int = 256
    held_out: float = 0.1
    balance: float = 0.0
    smoothing: float = 0.0


STRETCH = 20.0
"""What unit vectors are stretched by while a head learns, so that their numbers are about one."""


def fit_unit(table: Table, labels: Sequence[str], seed: int, settings: Settings) -> Head:
    """`fit` over unit vectors, which the head reads as they are."""
    stretched = Table(table.features * STRETCH, table.labels, table.groups)
    return fit(stretched, labels, seed, settings).on_scale(STRETCH)


def fit(table: Table, labels: Sequence[str], seed: int, settings: Settings) -> Head:
    """The head with the least loss on the held-out talks, its temperature fitted there.

    The share of the log prior that was taken out of its scores (Menon et al. 2021) is kept as `balance`.
    """
    kept, held = split(table, settings.held_out, seed)
    network = learn(kept, held, len(labels), seed, settings)
    linear = [module for module in network if isinstance(module, nn.Linear)]
    layers = [(array(module.weight), array(module.bias)) for module in linear]
    plain = Head(tuple(layers), tuple(labels), 1.0, {})
    temperature = best_temperature(plain.scores(held.features), held.labels)
    prior = np.bincount(table.labels, minlength=len(labels)) / len(table.labels)
    weight, bias = layers[-1]
    balance = settings.balance * np.log(prior).astype(np.float32)
    shifted = bias - temperature * balance
    return Head((*layers[:-1], (weight, shifted)), tuple(labels), temperature, {"balance": balance})


def split(table: Table, share: float, seed: int) -> tuple[Table, Table]:
    """Whole talks apart: (kept, held out)."""
    groups = np.unique(table.groups)
    chosen = np.random.default_rng(seed).permutation(groups)[: max(1, int(share * len(groups)))]
    held = np.isin(table.groups, chosen)
    return table.rows(~held), table.rows(held)


def learn(kept: Table, held: Table, classes: int, seed: int, settings: Settings) -> nn.Sequential:
    torch.manual_seed(seed)
    network = build(kept.features.shape[1], classes, settings)
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.rate, weight_decay=settings.decay)
    x, y = tensor(kept.features), torch.from_numpy(kept.labels)
    best, best_state = float("inf"), network.state_dict()
    for _ in range(settings.epochs):
        network.train()
        order = torch.randperm(len(x))
        for rows in (order[start : start + settings.batch] for start in range(0, len(x), settings.batch)):
            loss = functional.cross_entropy(network(x[rows]), y[rows], label_smoothing=settings.smoothing)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        now = loss_of(network, held)
        if now < best:
            best, best_state = now, {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(best_state)
    return network


def build(inputs: int, classes: int, settings: Settings) -> nn.Sequential:
    drop = nn.Dropout(settings.dropout)
    if not settings.hidden:
        return nn.Sequential(drop, nn.Linear(inputs, classes))
    return nn.Sequential(drop, nn.Linear(inputs, settings.hidden), nn.ReLU(), drop, nn.Linear(settings.hidden, classes))


def loss_of(network: nn.Module, table: Table) -> float:
    network.eval()
    with torch.no_grad():
        return float(functional.cross_entropy(network(tensor(table.features)), torch.from_numpy(table.labels)))


def best_temperature(scores: Floats, labels: Ints) -> float:
    """The temperature of least negative log-likelihood (Guo et al. 2017), from a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(3.0), 60))
    return float(min(grid, key=lambda t: nll(scores / t, labels)))


def nll(scores: Floats, labels: Ints) -> float:
    raised = scores - scores.max(axis=1, keepdims=True)
    return float((np.log(np.exp(raised).sum(axis=1)) - raised[np.arange(len(labels)), labels]).mean())


def tensor(features: Floats) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(features, dtype=np.float32))


def array(parameter: Tensor) -> Floats:
    return parameter.detach().numpy().astype(np.float32)
