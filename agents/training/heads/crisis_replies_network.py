"""Reply selection's network in PyTorch: the same as `skills.care.reply_selection.ReplySelection`, and how it learns.

Every reply has a place, made of its own vectors; moments and messages are led to the places of the replies that are
right there, and away from those that are named as wrong.
Shapes: m rows, n replies, t tokens in the longest, d wide, r the width of the places.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.encoder.lower_states import lower_states
from agents.training.encoder.network import Stack, load
from agents.training.heads.danger_reader_network import DECAY, PEAK, SCORED, Reader, schedule
from agents.training.network import best_dtype
from agents.training.rerankers.pair_network import Side, side
from skills.care.reply_selection import SCALE, WIDTH, Said, beside, read_as, vectors_of
from skills.encoder import shared_text_encoder
from skills.models.head import Floats
from skills.models.served import network
from skills.sizes import Size

log = logging.getLogger(__name__)
EPOCHS, BATCH = 12, 64
PLACES, SHARP = 192, 12.0
"""Width of the places, and by how much a cosine counts at first."""
OWN, OWN_PEAK, OWN_DECAY = 0.2, 3e-3, 0.1
"""Of a reply's vectors the share left out while it learns; the rate and decay of what is its place's own."""
SHARP_PEAK = 1e-2
LOST = 0.3
"""Of the encoder's vectors the share left out while it learns."""
CUES = 0.5
"""How much messages count that were written for a reply, beside moments of talks."""
NEVER, HIGHEST = -30.0, 0.99
EVEN = 1e-9
NEAR = 12
"""Rows of a batch may be about so many tokens longer than one another."""
EVERY = 20


@dataclass(frozen=True, slots=True)
class Rows:
    """What was said, and of each reply (m, n) how right it is there (0 to 1), whether it is wrong, and of this kind."""

    said: Sequence[Said]
    right: Tensor
    wrong: Tensor
    of_kind: Tensor


class Choice(nn.Module):
    """One reading (m, w) and what stands beside it -> scores (m, n); `vectors` (n, v) are the replies' own."""

    def __init__(self, width: int, vectors: Tensor, lost: float) -> None:
        super().__init__()
        many, wide = vectors.shape
        self.vectors = vectors
        self.leads = nn.Linear(width + WIDTH, PLACES)
        nn.init.normal_(self.leads.weight, std=0.02)
        self.turned = nn.Parameter(torch.randn(wide, PLACES) * 3 * wide**-0.5)
        self.own = nn.Parameter(torch.zeros(many, PLACES))
        self.often = nn.Parameter(torch.zeros(many))
        self.sharp = nn.Parameter(torch.tensor(SHARP))
        self.lost, self.left_out = nn.Dropout(lost), nn.Dropout(OWN)

    @property
    def places(self) -> Tensor:
        """(n, r)."""
        return functional.normalize(self.left_out(self.vectors) @ self.turned + self.own, dim=1) * self.sharp

    def forward(self, read: Tensor, marks: Tensor) -> Tensor:
        led = functional.normalize(self.leads(torch.cat([self.lost(read), marks], 1)), dim=1)
        found: Tensor = led @ self.places.T + self.often
        return found


class Selection(nn.Module):
    """Both readings: lower states go through layers that learn, the encoder's own vectors are taken as they are."""

    def __init__(self, size: Size, stack: Stack, vectors: Tensor) -> None:
        super().__init__()
        self.reader = Reader(size, stack)
        # What the reader hands on has lost some already.
        self.by_states, self.by_vectors = Choice(3 * size.width, vectors, 0.0), Choice(4 * size.width, vectors, LOST)

    def forward(self, said: Side, read: Tensor, marks: Tensor) -> Tensor:
        """(2, m, n)."""
        return torch.stack([self.by_states(self.reader(said), marks), self.by_vectors(read, marks)])

    def groups(self) -> list[dict[str, Any]]:
        """What learns, by its rate."""
        both = (self.by_states, self.by_vectors)
        scored = [part for one in both for part in (one.leads.weight, one.leads.bias, one.turned)]
        own = [part for one in both for part in (one.own, one.often)]
        return [
            {"params": list(self.reader.changes.values()), "peak": PEAK, "weight_decay": DECAY},
            {"params": [*scored, self.reader.look], "peak": SCORED, "weight_decay": DECAY},
            {"params": own, "peak": OWN_PEAK, "weight_decay": OWN_DECAY},
            {"params": [one.sharp for one in both], "peak": SHARP_PEAK, "weight_decay": 0.0},
        ]


class Learner:
    """Moments and cues with the lower states of what they read, and the encoder's upper layers."""

    def __init__(self, run: Run, moments: Rows, cues: Rows, vectors: Floats) -> None:
        shared = shared_text_encoder(run.adapter, run.size)
        encoder, self.dtype = shared.text_encoder, best_dtype()
        lower, self.upper = load(encoder.size, network(encoder.size, encoder.adapter), self.dtype)
        said = [*moments.said, *cues.said]
        read = [read_as(encoder.words, one) for one in said]
        numbers = {tokens: number for number, tokens in enumerate(dict.fromkeys(read))}
        self.states = lower_states(lower, list(numbers), run.checkpoints / "lower" / "crisis_replies")
        self.numbers = np.array([numbers[tokens] for tokens in read])
        self.lengths = np.array([len(tokens.ids) for tokens in read])
        self.marks = torch.from_numpy(np.stack([beside(one) for one in said]))
        self.read = torch.from_numpy(vectors_of(encoder, said) * np.float32(SCALE))
        self.moments, self.cues, self.seed = moments, cues, run.seed
        torch.manual_seed(run.seed)
        self.model = Selection(encoder.size, copy.deepcopy(self.upper.stack), torch.from_numpy(vectors))

    def learn(self, kept: Ints, epochs: int = EPOCHS) -> Selection:
        """The network after it learnt the moments that are `kept`, each `epochs` times, and as many cues."""
        rng, model = np.random.default_rng(self.seed), self.model.train()
        optimizer = torch.optim.AdamW(model.groups())
        plan = [part for _ in range(epochs) for part in self._batches(kept, rng)]
        losses = list[float]()
        for number, rows in enumerate(plan):
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * schedule(number, len(plan))
            optimizer.zero_grad()
            cues = rng.choice(len(self.cues.said), min(BATCH, len(self.cues.said)), replace=False)
            loss = self._loss(self.moments, rows, 0) + CUES * self._loss(self.cues, cues, len(self.moments.said))
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(float(loss.detach()))
            if (number + 1) % EVERY == 0 or number + 1 == len(plan):
                log.info("step %d of %d: loss %.3f", number + 1, len(plan), float(np.mean(losses)))
                losses.clear()
        return model.eval()

    @torch.no_grad()
    def scores(self, places: Ints) -> Tensor:
        """(m, n) of some moments: the logarithm of how likely each reply is."""
        parts = [self._scores(places[start : start + BATCH]) for start in range(0, len(places), BATCH)]
        return torch.cat(parts, 1).masked_fill(~self.moments.of_kind[places], NEVER).softmax(-1).mean(0).log()

    def _batches(self, kept: Ints, rng: np.random.Generator) -> list[Ints]:
        order = kept[np.argsort(self.lengths[kept] + NEAR * rng.random(len(kept)))]
        cut = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        return [cut[place] for place in rng.permutation(len(cut))]

    def _scores(self, places: Ints) -> Tensor:
        whole = [np.arange(self.lengths[place]) for place in places]
        batch = self.states.batch(self.numbers[places].tolist(), whole)
        said = side(batch, self.upper.speakers, self.dtype)
        found: Tensor = self.model(said, self.read[places], self.marks[places])
        return found

    def _loss(self, rows: Rows, places: Ints, first: int) -> Tensor:
        """Of rows that have a right reply: half that each of these is likely, half that one is; of all: that none is

        wrong.
        """
        right, wrong = rows.right[places], rows.wrong[places]
        both = self._scores(places + first).masked_fill(~rows.of_kind[places], NEVER).log_softmax(-1)
        return sum((_loss(shares, right, wrong) for shares in both), torch.zeros(()))


def _loss(shares: Tensor, right: Tensor, wrong: Tensor) -> Tensor:
    any_right = right.sum(1) > 0
    each = -(right / right.sum(1, keepdim=True).clamp(min=1) * shares).sum(1)
    one = -torch.logsumexp(shares + (right + EVEN).log(), 1)
    found = ((each + one) / 2 * any_right).sum() / any_right.sum().clamp(min=1)
    return found - (1 - (shares.exp() * wrong).sum(1).clamp(max=HIGHEST)).log().mean()
