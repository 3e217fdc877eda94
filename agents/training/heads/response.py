"""`attune train response`: which of the 41 labels a listener's reply will have, before it is said (Xie & Pu 2021).

As MEED2's predictor (section 4) it pools what was said by attention and is trained apart. Here attention goes over the
states of tokens that the encoder's one pass hands out, with looks of its own for each speaker; beside what is pooled it
sees the context's vector and how the last utterance is labelled. The labels of replies are the shipped reader's
(`skills.models.intents`), and so is what is measured against them: another labeller gives other figures.
Shapes: n contexts, t tokens in the longest, d wide, c = 41 labels.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import safe_open
from torch import Tensor, nn
from torch.nn import functional

from agents.corpora.exchanges import Exchange
from agents.corpora.exchanges import load as exchanges
from agents.metrics.classification import weighted_f1
from agents.training.common.fit import Ints, best_temperature, nll
from agents.training.common.run import Run
from agents.training.common.token_states import States, states
from agents.training.common.vectors import Vectorizer
from agents.training.heads.calibration import EARLIER
from skills.models import intents, tensors
from skills.models.head import Floats
from skills.models.intents import Intents
from skills.sizes import SMALL, Size

log = logging.getLogger(__name__)
NAME = "response"
LABELS = 41
LOOKS, VALUES, HIDDEN = 4, 48, 96
TURNS = 12_288
"""Listeners' turns that are learnt from; states of all 40,254 would take 1.5 GB."""
FLOOR = 0.0025
"""A label less likely than this is as unlikely as any."""
CHUNK = 256
BALANCES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Recipe:
    epochs: int = 8
    batch: int = 64
    rate: float = 1e-3
    decay: float = 0.05
    dropout: float = 0.3
    held_out: float = 0.15


class Predictor(nn.Module):
    """Tokens' states and speakers, vectors, and labels of the last utterance -> scores (n, c)."""

    def __init__(self, width: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = width**0.5
        self.look = nn.Linear(width, 2 * LOOKS)
        self.value = nn.Linear(width, VALUES)
        self.mix = nn.Linear(2 * LOOKS * VALUES + width + LABELS, HIDDEN)
        self.out = nn.Linear(HIDDEN, LABELS)
        self.drop = nn.Dropout(dropout)

    def forward(self, tokens: Tensor, listener: Tensor, real: Tensor, vectors: Tensor, last: Tensor) -> Tensor:
        """Of states (n, t, d), who said each token, which are real (n, t), vectors (n, d), and shares (n, c)."""
        seen = torch.stack([real & ~listener, real & listener], dim=-1).repeat_interleave(LOOKS, dim=-1)
        looks = self.look(tokens).masked_fill(~seen, -1e4).softmax(dim=1) * seen  # nothing where one was silent
        pooled = torch.einsum("ntl,ntv->nlv", looks, self.value(tokens)).flatten(1)
        x = torch.cat([pooled, vectors * self.wide, last.clamp(min=FLOOR).log()], dim=1)
        scores: Tensor = self.out(self.drop(functional.relu(self.mix(self.drop(x)))))
        return scores


@dataclass(frozen=True, slots=True)
class Known:
    """Listeners' turns as the predictor sees them.

    `speakers` tell of each token whether the listener said it (tokens of all contexts, one after another), `last` are
    the shares of the last utterance's labels (n, c), `labels` those of the replies (n,), `talks` (n,) of their talks.
    """

    states: States
    speakers: NDArray[np.bool_]
    last: Floats
    labels: Ints
    talks: Ints

    def batch(self, some: Ints) -> tuple[Tensor, ...]:
        """What `Predictor.forward` takes."""
        tokens, real = self.states.padded(some)
        listener = np.zeros_like(real)
        starts = self.states.starts
        listener[real] = np.concatenate([self.speakers[starts[row] : starts[row + 1]] for row in some])
        arrays = (tokens, listener, real, self.states.vectors[some], self.last[some].astype(np.float32))
        return tuple(torch.from_numpy(array) for array in arrays)


def known(vectorizer: Vectorizer, reader: Intents, asked: Sequence[Exchange]) -> Known:
    """The turns with everything that is seen of them, and the labels of their replies."""
    contexts = [vectorizer.words.context(turn.context[-EARLIER:]) for turn in asked]
    speakers = np.concatenate([np.array(sequence.speakers, bool) for sequence in contexts])
    last, replies = (
        labelled(vectorizer, reader, texts) for texts in ([turn.last for turn in asked], [turn.reply for turn in asked])
    )
    talks = np.array([turn.talk for turn in asked])
    return Known(states(vectorizer, contexts), speakers, last, replies.argmax(axis=1), talks)


def labelled(vectorizer: Vectorizer, reader: Intents, texts: Sequence[str]) -> Floats:
    """(n, c) the shares of the labels of single texts, by whomever they were said."""
    return reader.shares(vectorizer([vectorizer.words.utterance(text) for text in texts]), texts)


@dataclass(frozen=True, slots=True)
class Trained:
    """The predictor, its temperature, and what is taken from its scores (c,) so that rare labels are guessed too."""

    network: Predictor
    temperature: float
    balance: Floats

    def scores(self, asked: Known) -> Floats:
        """(n, c), before any temperature."""
        return scores(self.network, asked, np.arange(len(asked.labels)))

    def guesses(self, found: Floats) -> Ints:
        """(n,) the labels guessed by such scores."""
        labels: Ints = (found / self.temperature - self.balance).argmax(axis=1)
        return labels


def scores(network: Predictor, asked: Known, some: Ints) -> Floats:
    """(r, c) of some of the turns."""
    network.eval()
    with torch.inference_mode():
        parts = [network(*asked.batch(rows)).numpy() for rows in np.split(some, range(CHUNK, len(some), CHUNK))]
    return np.concatenate(parts)


def learn(seen: Known, recipe: Recipe, seed: int) -> Trained:
    """The predictor of least loss on talks held out; temperature and balance are chosen there as well."""
    talks = np.unique(seen.talks)
    apart = np.random.default_rng(seed).permutation(talks)[: max(1, int(recipe.held_out * len(talks)))]
    held = np.isin(seen.talks, apart)
    own, other = np.flatnonzero(~held), np.flatnonzero(held)
    network = fitted(seen, own, other, recipe, seed)
    found, truth = scores(network, seen, other), seen.labels[other]
    temperature = best_temperature(found, truth)
    prior = np.log((np.bincount(seen.labels[own], minlength=LABELS) + 1) / (len(own) + LABELS))
    share = max(BALANCES, key=lambda s: weighted_f1(truth, (found / temperature - s * prior).argmax(axis=1), LABELS))
    log.info("response: %d turns, temperature %.2f, %.2f of the log prior taken out", len(own), temperature, share)
    return Trained(network, temperature, share * prior)


def fitted(seen: Known, own: Ints, other: Ints, recipe: Recipe, seed: int) -> Predictor:
    """Learnt from the turns `own`, as it was when its loss on `other` was least."""
    torch.manual_seed(seed)
    network, rng = Predictor(seen.states.vectors.shape[1], recipe.dropout), np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    best, state = float("inf"), network.state_dict()
    for epoch in range(recipe.epochs):
        network.train()
        order = rng.permutation(own)
        for rows in np.split(order, range(recipe.batch, len(order), recipe.batch)):
            loss = functional.cross_entropy(network(*seen.batch(rows)), torch.from_numpy(seen.labels[rows]))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        now = nll(scores(network, seen, other), seen.labels[other])
        log.info("response: epoch %d, loss %.3f on talks held out", epoch + 1, now)
        if now < best:
            best, state = now, {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(state)
    return network


def train(run: Run) -> None:
    """Learn and save `response`."""
    vectorizer, reader = run.vectorizer(), intents.load(run.out, run.size)
    asked = exchanges("empathetic", run.datapath, "train")[:TURNS]
    trained = learn(known(vectorizer, reader, asked), Recipe(), run.seed)
    save(trained, run, reader.labels)


def save(trained: Trained, run: Run, labels: Sequence[str]) -> None:
    arrays = {name: value.detach().numpy() for name, value in trained.network.named_parameters()}
    notes = {"labels": json.dumps(labels), "temperature": str(trained.temperature), "seed": str(run.seed)}
    run.save(NAME, arrays | {"balance": trained.balance}, notes | {"adapter": run.adapter})


def load(folder: Path = tensors.WEIGHTS, size: Size = SMALL) -> Trained:
    """The trained predictor in `folder`, or shipped for an encoder of this size.

    WeightsError when its file is missing or altered.
    """
    with safe_open(tensors.find(NAME, tensors.beside(NAME, folder, size)), framework="pt") as file:
        held: dict[str, Tensor] = {key: file.get_tensor(key).float() for key in file.keys()}  # noqa: SIM118
        temperature = float(file.metadata()["temperature"])
    network, balance = Predictor(held["look.weight"].shape[1]), held.pop("balance").numpy()
    network.load_state_dict(held)
    return Trained(network.requires_grad_(False).eval(), temperature, balance)
