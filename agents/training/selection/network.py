"""The selection's network in PyTorch: the same as `skills.selection.Selection`, and how it learns.

A talk's end goes on from the encoder's lower layers, which stay as they are, through the upper ones, which learn by
low-rank changes (Hu et al. 2022, section 4.1), to places beside those of the lines. Each line's place is made of its
vector, of its kind and of what is its own.
Shapes: c contexts, t tokens in the longest, n lines, k kinds, r the rank, d wide.
"""

from __future__ import annotations

import copy
import hashlib
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
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
from agents.training.selection.material import Example, spread
from agents.verdicts.verdict import MARKS
from skills.encoder import shared_text_encoder
from skills.models.context_reader import SEEN, last
from skills.models.head import Floats
from skills.models.ranker import context_tokens
from skills.models.served import network
from skills.selection import NAME, UNLIKELY
from skills.sizes import Size

log = logging.getLogger(__name__)
EPOCHS, BATCH, TOGETHER = 4, 128, 64
"""Passes; contexts of a step, and how many are gone back through at once: memory is short."""
RANK, PLACES = 24, 96
"""Of the changes, and the width of the places."""
PEAK, SCORED, OWN, HEEDED = 5e-4, 1e-3, 2e-3, 1e-2
"""The learning rates' peaks: of the changes, of what is read, of what each line and kind has for itself, and of how

much a line's kind counts.
"""
DECAY, READ_DECAY, OWN_DECAY = 0.01, 0.05, 0.3
STRETCH = 20.0
"""Lines' unit vectors are multiplied by this."""
THINNED, DROPPED, LOST = 0.1, 0.3, 0.2
"""Of the numbers within the layers, of those that are read, and of lines' vectors, the share left out as it learns."""
KINDS, PAIRS = 0.5, 1.0
"""What kinds and the order of readers' marks count beside the choices."""
EVERY = 50


class Shelf(NamedTuple):
    """Of the lines unit vectors (n, d), and the number of each one's kind among `kinds` of them."""

    vectors: Floats
    of_kind: Sequence[int]
    kinds: int


class Scores(NamedTuple):
    """(c, n) of the lines and (c, k) of the kinds."""

    lines: Tensor
    kinds: Tensor


class Network(nn.Module):
    """Lower states and which tokens are real and of the last message, (c, t) each, -> `Scores`.

    `stack` is the encoder's upper layers and becomes this network's own.
    """

    def __init__(self, size: Size, stack: Stack, shelf: Shelf) -> None:
        super().__init__()
        self.stack, self.wide = stack.requires_grad_(False), size.width**0.5
        self.changes = adapt_thinned(stack, RANK, THINNED)
        self.thinned, self.dropped, self.lost = nn.Dropout(THINNED), nn.Dropout(DROPPED), nn.Dropout(LOST)
        self.look = nn.Parameter(torch.zeros(size.width))  # at first every token is looked at alike
        self.query, self.kinds = nn.Linear(3 * size.width, PLACES), nn.Linear(3 * size.width, shelf.kinds)
        nn.init.normal_(self.kinds.weight, std=0.005)
        self.line = nn.Linear(size.width, PLACES)
        self.own = nn.Parameter(torch.zeros(len(shelf.vectors), PLACES))
        self.kind = nn.Parameter(torch.zeros(shelf.kinds, PLACES))
        self.bias = nn.Parameter(torch.zeros(len(shelf.vectors)))
        self.heeded = nn.Parameter(torch.tensor(0.5))
        self.vectors = torch.from_numpy(shelf.vectors * np.float32(STRETCH))
        self.of_kind = torch.tensor(shelf.of_kind)

    def lines(self) -> Tensor:
        """(n, r)"""
        found: Tensor = (self.line(self.lost(self.vectors)) + self.own + self.kind[self.of_kind]) / PLACES**0.5
        return found

    def forward(self, said: Side, lately: Tensor) -> Scores:
        places = torch.arange(said.words.shape[1])[None]
        states = self.stack(self.thinned(said.words), places, said.real).float()
        read = self.dropped(self.features(states, said.real, lately))
        kinds = self.kinds(read)
        told = self.heeded * kinds.log_softmax(1).clamp(min=float(np.log(UNLIKELY)))[:, self.of_kind]
        return Scores(self.dropped(self.query(read)) @ self.lines().T + self.bias + told, kinds)

    def features(self, states: Tensor, real: Tensor, lately: Tensor) -> Tensor:
        """(c, t, d) -> (c, 3 d), in full precision."""
        parts = [real[..., None].float(), lately[..., None].float()]
        means = [functional.normalize((states * part).sum(1) / part.sum(1), dim=-1) * self.wide for part in parts]
        looks = (states @ self.look).masked_fill(~real, float("-inf")).softmax(1)
        return torch.cat([*means, SEEN * (looks[..., None] * states).sum(1)], 1)

    def groups(self) -> list[dict[str, Any]]:
        """What learns, by its rate and decay."""
        maps = [*self.query.parameters(), *self.line.parameters(), *self.kinds.parameters(), self.look]
        return [
            {"params": [*self.changes.values()], "peak": PEAK, "weight_decay": DECAY},
            {"params": maps, "peak": SCORED, "weight_decay": READ_DECAY},
            {"params": [self.own, self.kind, self.bias], "peak": OWN, "weight_decay": OWN_DECAY},
            {"params": [self.heeded], "peak": HEEDED, "weight_decay": 0.0},
        ]

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        own = {name: tensor for name, tensor in self.named_parameters() if not name.startswith("stack.")}
        return {**self.changes, **own}


class Learner:
    """The examples with the lower states of what is read of them, and the encoder's upper layers."""

    def __init__(self, run: Run, examples: Sequence[Example], shelf: Shelf) -> None:
        shared = shared_text_encoder(run.adapter, run.size)
        encoder, self.dtype = shared.text_encoder, best_dtype()
        lower, self.upper = load(encoder.size, network(encoder.size, encoder.adapter), self.dtype)
        self.read = [context_tokens(encoder.words, one.context) for one in examples]
        numbers = {tokens: number for number, tokens in enumerate(dict.fromkeys(self.read))}
        folder = run.checkpoints / "lower" / hashlib.sha256(shared.identity.encode()).hexdigest()[:16]
        self.states = lower_states(lower, list(numbers), folder)
        self.numbers = np.array([numbers[tokens] for tokens in self.read])
        self.lengths = np.array([len(tokens.ids) for tokens in self.read])
        self.examples, self.shelf, self.size, self.seed = examples, shelf, encoder.size, run.seed
        # Of other material nothing is gone on with.
        shown = hashlib.sha256(repr((shared.identity, self.seed, list(examples))).encode()).hexdigest()[:16]
        self.folder = run.checkpoints / f"{NAME}-{encoder.size.name}" / shown

    def learn(self, kept: Ints) -> Network:
        """The network after it learnt the examples that are `kept`; a stopped run goes on."""
        torch.manual_seed(self.seed)
        model = Network(self.size, copy.deepcopy(self.upper.stack), self.shelf).train()
        optimizer, rng, plan = torch.optim.AdamW(model.groups()), np.random.default_rng(self.seed), list[Ints]()
        for _ in range(EPOCHS):
            plan += batches(self.lengths, kept, BATCH, rng)
        losses: list[float] = []
        for number in range(checkpoint.resume(self.folder, model.named(), optimizer), len(plan)):
            torch.manual_seed(self.seed + number)  # what is left out is the same where a stopped run goes on
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * schedule(number, len(plan))
            optimizer.zero_grad()
            losses.append(sum(self._back(model, part, len(plan[number])) for part in cut(plan[number], TOGETHER)))
            nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
            optimizer.step()
            if (number + 1) % EVERY == 0 or number + 1 == len(plan):
                log.info("step %d of %d: loss %.3f", number + 1, len(plan), float(np.mean(losses)))
                checkpoint.save(self.folder, number + 1, model.named(), optimizer)
                losses.clear()
        return model.eval()

    def _back(self, model: Network, places: Ints, many: int) -> float:
        """The loss of some examples of a step with so `many`, gone back through."""
        loss = total(self._scores(model, places), [self.examples[place] for place in places]) / many
        torch.autograd.backward(loss)
        return float(loss.detach())

    def _scores(self, model: Network, places: Ints) -> Scores:
        batch = self.states.batch(self.numbers[places].tolist(), [np.arange(self.lengths[place]) for place in places])
        said = side(batch, self.upper.speakers, self.dtype)
        ends = torch.from_numpy(self.lengths[places])[:, None]
        begins = ends - torch.tensor([last(self.read[place]) for place in places])[:, None]
        at = torch.arange(said.real.shape[1])
        found: Scores = model(said, (at >= begins) & (at < ends))
        return found

    @torch.no_grad()
    def scores(self, model: Network, places: Ints) -> tuple[Floats, Floats]:
        """(c, n) of the lines and (c, k) of the kinds, of some examples."""
        widths = len(self.shelf.vectors), self.shelf.kinds
        lines, kinds = (np.zeros((len(places), width), np.float32) for width in widths)
        for at in cut(np.argsort(self.lengths[places], kind="stable"), TOGETHER):
            lines[at], kinds[at] = (own.numpy() for own in self._scores(model, places[at]))
        return lines, kinds


def total(scores: Scores, examples: Sequence[Example]) -> Tensor:
    """The loss of all examples together: of the lines that are wanted, of the kinds, and of the order of marks."""
    wanted = torch.from_numpy(spread((one.wanted for one in examples), scores.lines.shape[1]))
    kinds = torch.from_numpy(spread((one.kinds for one in examples), scores.kinds.shape[1]))
    chosen = -(wanted * scores.lines.log_softmax(1)).sum()
    told = -(kinds * scores.kinds.log_softmax(1)).sum()
    pairs = [ordered(own, one.marked) for own, one in zip(scores.lines, examples, strict=True) if one.marked]
    return chosen + KINDS * told + PAIRS * sum(pairs, torch.zeros(()))


def ordered(scores: Tensor, marked: Sequence[tuple[int, int]]) -> Tensor:
    """How far marked lines (n,) are from standing as readers marked them; a pair two marks apart counts twice."""
    lines, marks = zip(*marked, strict=True)
    own, worth = scores[list(lines)], torch.tensor([len(MARKS) - mark for mark in marks], dtype=torch.float32)
    better = (worth[:, None] - worth).clamp(min=0)
    found: Tensor = (better * functional.softplus(own - own[:, None])).sum() / better.sum().clamp(min=1)
    return found
