"""Danger reader's network in PyTorch: the same as `skills.care.danger_reader.DangerReader`, and how it learns.

What a person said goes on from the encoder's lower layers, which stay as they are, through the upper ones, which learn
by low-rank changes (Hu et al. 2022, section 4.1). Of their states the mean, what a learnt look-out attends to, and the
greatest numbers are scored by a linear map.
Shapes: n sequences, t tokens in the longest, d wide.
"""

from __future__ import annotations

import copy
import hashlib
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common import checkpoint
from agents.training.common.batches import batches, cut, schedule
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.encoder.lower_states import lower_states
from agents.training.encoder.network import Stack, load
from agents.training.network import adapt_thinned, best_dtype
from agents.training.rerankers.pair_network import Side, side
from skills.care.danger_classifier import LABELS, NAME
from skills.care.danger_reader import SEEN, read_as
from skills.encoder import shared_text_encoder
from skills.models.adapter import factors
from skills.models.head import Floats
from skills.models.served import network
from skills.sizes import Size

log = logging.getLogger(__name__)
BATCH, SMOOTHING, DECAY = 256, 0.05, 0.01
RANK = 16
"""Of the changes."""
THINNED, DROPPED = 0.1, 0.2
"""Of the numbers within the layers, and of those that are scored, the share left out while it learns."""
TOGETHER = 64
"""Rows that are gone back through at once: memory is short."""
EVERY = 50


class Pace(NamedTuple):
    """Passes over the rows, the peak of the learning rate of the changes, and that of what scores."""

    epochs: int = 3
    peak: float = 6e-4
    scored: float = 1.5e-3


class Row(NamedTuple):
    """What a person said, newest last, and the label of the last; rows of one `group` are learnt or scored together.

    `weight` is how much the row counts; `ordinary` ones are those of which few may be asked about.
    """

    texts: tuple[str, ...]
    label: int
    group: str
    weight: float = 1.0
    ordinary: bool = False


PACE = Pace()


class Network(nn.Module):
    """Lower states (n, t, d) and which are real (n, t) -> scores (n, labels).

    `stack` is the encoder's upper layers and becomes this network's own; `changes` are what learns of it, by name, and
    `scored` the rest.
    """

    def __init__(self, size: Size, stack: Stack) -> None:
        super().__init__()
        self.stack, self.wide = stack.requires_grad_(False), size.width**0.5
        self.changes = adapt_thinned(stack, RANK, THINNED)
        self.thinned, self.dropped = nn.Dropout(THINNED), nn.Dropout(DROPPED)
        self.look = nn.Parameter(torch.zeros(size.width))  # at first every token is looked at alike
        self.weight = nn.Parameter(torch.randn(LABELS, 3 * size.width) * 0.01)
        self.bias = nn.Parameter(torch.zeros(LABELS))

    @property
    def scored(self) -> dict[str, nn.Parameter]:
        return {"look": self.look, "weight": self.weight, "bias": self.bias}

    @property
    def learning(self) -> dict[str, nn.Parameter]:
        """All that learns, by its name in the file."""
        return {**self.changes, **self.scored}

    def forward(self, said: Side) -> Tensor:
        places = torch.arange(said.words.shape[1])[None]
        states = self.stack(self.thinned(said.words), places, said.real).float()
        found: Tensor = self.dropped(self.features(states, said.real)) @ self.weight.T + self.bias
        return found

    def features(self, states: Tensor, real: Tensor) -> Tensor:
        """(n, t, d) -> (n, 3 d), in full precision."""
        weights, hidden = real[..., None].float(), ~real
        mean = (states * weights).sum(1) / weights.sum(1)
        looks = (states @ self.look).masked_fill(hidden, float("-inf")).softmax(1)
        most = states.masked_fill(hidden[..., None], float("-inf")).amax(1)
        seen = (looks[..., None] * states).sum(1)
        return torch.cat([self.wide * functional.normalize(mean, dim=-1), SEEN * seen, most], 1)


class Learner:
    """The rows with the lower states of what they read, and the encoder's upper layers, where every network begins."""

    def __init__(self, run: Run, rows: Sequence[Row]) -> None:
        shared = shared_text_encoder(run.adapter, run.size)
        encoder, self.dtype = shared.text_encoder, best_dtype()
        lower, self.upper = load(encoder.size, network(encoder.size, encoder.adapter), self.dtype)
        read = [read_as(encoder.words, row.texts) for row in rows]
        numbers = {tokens: number for number, tokens in enumerate(dict.fromkeys(read))}
        folder = run.checkpoints / "lower" / hashlib.sha256(shared.identity.encode()).hexdigest()[:16]
        self.states = lower_states(lower, list(numbers), folder)
        self.size, self.seed, self.rows = encoder.size, run.seed, rows
        self.numbers = np.array([numbers[tokens] for tokens in read])
        self.lengths = np.array([len(tokens.ids) for tokens in read])
        # Of other material nothing is gone on with.
        shown = hashlib.sha256(repr((shared.identity, self.seed, list(rows))).encode()).hexdigest()[:16]
        self.folder = run.checkpoints / f"{NAME}-{encoder.size.name}" / shown

    def network(self, held: Mapping[str, NDArray[np.generic]] | None = None) -> Network:
        """One that has learnt nothing, or what a file holds."""
        torch.manual_seed(self.seed)
        model = Network(self.size, copy.deepcopy(self.upper.stack))
        if held is not None:
            known = factors(held)
            with torch.no_grad():
                for name, tensor in model.learning.items():
                    tensor.copy_(torch.from_numpy(known[name]))
        return model

    def learn(self, kept: Ints, name: str, model: Network | None = None, pace: Pace | None = None) -> Network:
        """The network, else one that has learnt nothing, after it learnt the rows that are `kept`.

        Checkpoints are called `name`.
        """
        model, pace = (model or self.network()).train(), pace or PACE
        parts = (model.changes, pace.peak), (model.scored, pace.scored)
        named: dict[str, Tensor] = {**model.learning}
        groups = [{"params": list(part.values()), "peak": peak} for part, peak in parts]
        optimizer = torch.optim.AdamW(groups, weight_decay=DECAY)
        rng, plan = np.random.default_rng(self.seed), list[Ints]()
        for _ in range(pace.epochs):
            plan += batches(self.lengths, kept, BATCH, rng)
        losses: list[float] = []
        for number in range(checkpoint.resume(self.folder / name, named, optimizer), len(plan)):
            torch.manual_seed(self.seed + number)  # what is left out is the same where a stopped run goes on
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * schedule(number, len(plan))
            optimizer.zero_grad()
            losses.append(sum(self._back(model, part, len(plan[number])) for part in cut(plan[number], TOGETHER)))
            torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
            optimizer.step()
            if (number + 1) % EVERY == 0 or number + 1 == len(plan):
                log.info("%s: step %d of %d: loss %.3f", name, number + 1, len(plan), float(np.mean(losses)))
                checkpoint.save(self.folder / name, number + 1, named, optimizer)
                losses.clear()
        return model.eval()

    def _back(self, model: Network, places: Ints, many: int) -> float:
        """The loss of some rows of a step with so `many`, gone back through."""
        labels = torch.tensor([self.rows[place].label for place in places])
        weights = torch.tensor([self.rows[place].weight for place in places])
        apart = functional.cross_entropy(
            self._scores(model, places), labels, reduction="none", label_smoothing=SMOOTHING
        )
        loss = (apart * weights).sum() / many
        torch.autograd.backward(loss)
        return float(loss.detach())

    def _scores(self, model: Network, places: Ints) -> Tensor:
        whole = [np.arange(self.lengths[place]) for place in places]
        batch = self.states.batch(self.numbers[places].tolist(), whole)
        scores: Tensor = model(side(batch, self.upper.speakers, self.dtype))
        return scores

    @torch.no_grad()
    def shares(self, model: Network, places: Ints) -> Floats:
        """(n, labels) of some rows."""
        found = np.zeros((len(places), LABELS), np.float32)
        for at in cut(np.argsort(self.lengths[places], kind="stable"), TOGETHER):
            found[at] = self._scores(model, places[at]).softmax(-1).numpy()
        return found
