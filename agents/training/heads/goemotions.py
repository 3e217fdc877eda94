"""GoEmotions' 27 emotions and neutral, any number of them in a text (Demszky et al. 2020).

The score of a label is a linear map of the text's vector plus a linear map of its tokens' states, these pooled by an
attention of the label's own (Mullenbach et al. 2018, "Explainable Prediction of Medical Codes from Clinical Text"): a
vector says what a text is about, and one word (a curse, a thank-you) can say what is felt. Both come from the one pass
that the bot makes anyway. Thresholds and temperature are chosen on training rows that are held out.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import safe_open
from torch import Tensor, nn
from torch.nn import functional

from agents.corpora import goemotions
from agents.corpora.goemotions import LABELS, Comment
from agents.training.common.fit import Ints, array
from agents.training.common.run import Run
from agents.training.common.token_states import States, states
from agents.training.common.vectors import Vectorizer
from agents.training.encoder.recipe import schedule
from skills.models import tensors
from skills.models.head import Floats
from skills.models.tensors import WEIGHTS, beside

log = logging.getLogger(__name__)
Marks = NDArray[np.bool_]
NAME = "goemotions"
FOCUS, STEP, STEPS = "focus.weight", "focus.step", 127
HELD_OUT = 0.1
ASKED = 256
"""Texts scored at once."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the maps are learnt; the best epoch on the held-out rows is kept."""

    peak: float = 2e-3
    decay: float = 0.01
    dropout: float = 0.2
    epochs: int = 5
    batch: int = 128


class Network(nn.Module):
    """Vectors (n, d), token states (n, t, d) and which are real (n, t) -> scores (n, l)."""

    def __init__(self, width: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = width**0.5
        self.whole = nn.Linear(width, len(LABELS))
        self.words, self.focus = (nn.Linear(width, len(LABELS), bias=False) for _ in range(2))
        self.drop = nn.Dropout(dropout)

    def forward(self, vectors: Tensor, tokens: Tensor, real: Tensor) -> Tensor:
        heed = self.focus(tokens).masked_fill(~real[..., None], float("-inf")).softmax(1)
        scores: Tensor = self.whole(self.drop(vectors * self.wide)) + (heed * self.words(self.drop(tokens))).sum(1)
        return scores


@dataclass(frozen=True)
class Reader:
    """The maps with the temperature that divides their scores, and each label's threshold (l,)."""

    network: Network
    temperature: float
    thresholds: Floats

    def scores(self, seen: States) -> Floats:
        """(n, l), before any temperature."""
        self.network.eval()
        found = np.zeros((len(seen.vectors), len(LABELS)), np.float32)
        order = np.argsort(seen.lengths, kind="stable")
        with torch.inference_mode():
            for start in range(0, len(order), ASKED):
                rows = order[start : start + ASKED]
                found[rows] = self.network(*given(seen, rows)).numpy()
        return found

    def probabilities(self, seen: States) -> Floats:
        """(n, l), each label's own; they need not sum to one."""
        return sigmoid(self.scores(seen) / self.temperature)

    def labels(self, probabilities: Floats) -> Marks:
        """(n, l): which labels a text is given. It may be none."""
        return np.asarray(probabilities >= self.thresholds)


def train(run: Run) -> None:
    """Fit and save `goemotions`."""
    comments = goemotions.load(run.datapath, "train")
    reader = fitted(read(run.vectorizer(), comments), marks(comments), run.seed, Settings())
    log.info("goemotions: %d comments, temperature %.2f", len(comments), reader.temperature)
    save(run, reader)


def read(vectorizer: Vectorizer, comments: Sequence[Comment]) -> States:
    return states(vectorizer, [vectorizer.words.utterance(comment.text) for comment in comments])


def marks(comments: Sequence[Comment]) -> Marks:
    """(n, l): which labels each comment has."""
    return np.array([[name in comment.labels for name in LABELS] for comment in comments])


def held_out(count: int, seed: int) -> tuple[Ints, Ints]:
    """The rows that are learnt from, and those that thresholds are chosen on."""
    order = np.random.default_rng(seed).permutation(count)
    held = max(1, int(HELD_OUT * count))
    return order[held:], order[:held]


def fitted(seen: States, truth: Marks, seed: int, settings: Settings) -> Reader:
    _, held = held_out(len(truth), seed)
    reader = Reader(learn(seen, truth, seed, settings), 1.0, np.full(len(LABELS), 0.5))
    scores = reader.scores(part(seen, held))
    temperature = best_temperature(scores, truth[held])
    return Reader(reader.network, temperature, best_thresholds(sigmoid(scores / temperature), truth[held]))


def learn(seen: States, truth: Marks, seed: int, settings: Settings) -> Network:
    torch.manual_seed(seed)
    kept, held = held_out(len(truth), seed)
    network, random = Network(seen.vectors.shape[1], settings.dropout), np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.peak, weight_decay=settings.decay)
    best, state, step = float("inf"), network.state_dict(), 0
    total = settings.epochs * -(-len(kept) // settings.batch)
    asked = part(seen, held)
    for _ in range(settings.epochs):
        network.train()
        for rows in batches(seen.lengths, kept, settings.batch, random):
            for group in optimizer.param_groups:
                group["lr"] = settings.peak * schedule(step, total)
            loss = likelihood(network(*given(seen, rows)), truth[rows])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            step += 1
        now = float(likelihood(torch.from_numpy(Reader(network, 1.0, np.zeros(1)).scores(asked)), truth[held]))
        log.info("held-out loss %.3f", now)
        if now < best:
            best, state = now, {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(state)
    return network


def likelihood(scores: Tensor, truth: Marks) -> Tensor:
    """The negative log-likelihood of a text's labels, summed over the labels."""
    wanted = torch.from_numpy(truth.astype(np.float32))
    return len(LABELS) * functional.binary_cross_entropy_with_logits(scores, wanted)


def batches(lengths: Ints, rows: Ints, size: int, random: np.random.Generator) -> list[Ints]:
    """The rows in batches of about equal lengths, in any order."""
    order = rows[np.argsort(lengths[rows] + 3 * random.random(len(rows)))]
    cut = [order[start : start + size] for start in range(0, len(order), size)]
    return [cut[place] for place in random.permutation(len(cut))]


def given(seen: States, rows: Ints) -> tuple[Tensor, Tensor, Tensor]:
    tokens, real = seen.padded(rows)
    return torch.from_numpy(seen.vectors[rows]), torch.from_numpy(tokens), torch.from_numpy(real)


def part(seen: States, rows: Ints) -> States:
    """The states of some rows alone."""
    tokens = np.concatenate([seen.tokens[seen.starts[row] : seen.starts[row + 1]] for row in rows])
    return States(seen.vectors[rows], tokens, np.concatenate([[0], np.cumsum(seen.lengths[rows])]))


def best_temperature(scores: Floats, truth: Marks) -> float:
    """The one temperature of least negative log-likelihood (Guo et al. 2017), from a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(3.0), 60))
    return float(min(grid, key=lambda t: float(likelihood(torch.from_numpy(np.float32(scores / t)), truth))))


def best_thresholds(probabilities: Floats, truth: Marks) -> Floats:
    """(l,): for each label the probability from which on it is given, so that its F1 on these rows is highest.

    It lies half-way to the next lower probability, so that it does not hang on one row.
    """
    found = np.zeros(truth.shape[1], np.float32)
    for label in range(truth.shape[1]):
        order = np.argsort(-probabilities[:, label], kind="stable")
        right = np.cumsum(truth[order, label])
        scores = 2 * right / (np.arange(1, len(order) + 1) + truth[:, label].sum())
        last = int(scores.argmax())
        found[label] = probabilities[order[last : last + 2], label].mean()
    return found


def sigmoid(scores: Floats) -> Floats:
    shares: Floats = 1 / (1 + np.exp(-scores))
    return shares


def save(run: Run, reader: Reader) -> Path:
    """Write `goemotions.safetensors` in half precision; where each label looks, in steps of a 127th of its farthest."""
    found: dict[str, NDArray[Any]] = {name: array(value) for name, value in reader.network.named_parameters()}
    focus = found[FOCUS]
    found[STEP] = np.abs(focus).max(axis=1, keepdims=True) / STEPS
    found[FOCUS] = np.round(focus / found[STEP]).astype(np.int8)
    notes = {"labels": LABELS, "temperature": reader.temperature, "adapter": run.adapter, "seed": run.seed}
    return run.save(NAME, found | {"thresholds": reader.thresholds}, {"goemotions": json.dumps(notes)})


def known(run: Run) -> Reader:
    """The reader that an earlier run has put in `out`, else the shipped one."""
    return load(beside(NAME, run.out, run.size))


def load(folder: Path = WEIGHTS) -> Reader:
    """The reader in a folder. WeightsError where it is missing or altered."""
    path = tensors.find(NAME, folder)
    with safe_open(path, framework="numpy") as file:
        held = {key: torch.from_numpy(file.get_tensor(key).astype(np.float32)) for key in file.keys()}  # noqa: SIM118
        notes = json.loads(file.metadata()["goemotions"])
    thresholds = held.pop("thresholds").numpy()
    held[FOCUS] *= held.pop(STEP)
    network = Network(held[FOCUS].shape[1])
    network.load_state_dict(held)
    return Reader(network, float(notes["temperature"]), thresholds)
