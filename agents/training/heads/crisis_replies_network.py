"""Reply selection's map in PyTorch: the same as `skills.care.reply_selection.ReplySelection`, and how it learns.

Every reply has a place, made of its own vectors; moments and messages are led to the places of the replies that are
right there, and away from those that are named as wrong.
Shapes: m rows, n replies, w numbers read of a row, r the width of the places.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.batches import schedule
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from skills.care.reply_selection import SCALE, WIDTH, Said, beside, vectors_of
from skills.encoder import shared_text_encoder
from skills.models.head import Floats

log = logging.getLogger(__name__)
EPOCHS, BATCH = 30, 64
PEAK, DECAY = 1.5e-3, 0.01
"""The learning rate's peak, and what is lost of a map in a step, by that."""
PLACES, SHARP = 128, 12.0
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
EVERY = 20


@dataclass(frozen=True, slots=True)
class Rows:
    """What was said, and of each reply (m, n) how right it is there (0 to 1), whether it is wrong, and of this kind."""

    said: Sequence[Said]
    right: Tensor
    wrong: Tensor
    of_kind: Tensor


class Selection(nn.Module):
    """What is read (m, w) and what stands beside it -> scores (m, n); `vectors` (n, v) are the replies' own."""

    def __init__(self, width: int, vectors: Tensor) -> None:
        super().__init__()
        many, wide = vectors.shape
        self.vectors = vectors
        self.leads = nn.Linear(width + WIDTH, PLACES)
        nn.init.normal_(self.leads.weight, std=0.02)
        self.turned = nn.Parameter(torch.randn(wide, PLACES) * 3 * wide**-0.5)
        self.own = nn.Parameter(torch.zeros(many, PLACES))
        self.often = nn.Parameter(torch.zeros(many))
        self.sharp = nn.Parameter(torch.tensor(SHARP))
        self.lost, self.left_out = nn.Dropout(LOST), nn.Dropout(OWN)

    @property
    def places(self) -> Tensor:
        """(n, r)."""
        return functional.normalize(self.left_out(self.vectors) @ self.turned + self.own, dim=1) * self.sharp

    def forward(self, read: Tensor, marks: Tensor) -> Tensor:
        led = functional.normalize(self.leads(torch.cat([self.lost(read), marks], 1)), dim=1)
        found: Tensor = led @ self.places.T + self.often
        return found

    def groups(self) -> list[dict[str, Any]]:
        """What learns, by its rate."""
        scored, own = [self.leads.weight, self.leads.bias, self.turned], [self.own, self.often]
        return [
            {"params": scored, "peak": PEAK, "weight_decay": DECAY},
            {"params": own, "peak": OWN_PEAK, "weight_decay": OWN_DECAY},
            {"params": [self.sharp], "peak": SHARP_PEAK, "weight_decay": 0.0},
        ]


class Learner:
    """Moments and cues with what is read of them, and the map that learns."""

    def __init__(self, run: Run, moments: Rows, cues: Rows, vectors: Floats) -> None:
        encoder, said = shared_text_encoder(run.adapter, run.size).text_encoder, [*moments.said, *cues.said]
        self.read = torch.from_numpy(vectors_of(encoder, said) * np.float32(SCALE))
        self.marks = torch.from_numpy(np.stack([beside(one) for one in said]))
        self.moments, self.cues, self.seed = moments, cues, run.seed
        torch.manual_seed(run.seed)
        self.model = Selection(self.read.shape[1], torch.from_numpy(vectors))

    def learn(self, kept: Ints, epochs: int = EPOCHS) -> Selection:
        """The map after it learnt the moments that are `kept`, each `epochs` times, and as many cues."""
        rng, model = np.random.default_rng(self.seed), self.model.train()
        optimizer = torch.optim.AdamW(model.groups())
        steps = epochs * -(-len(kept) // BATCH)
        losses = list[float]()
        for number in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * schedule(number, steps)
            optimizer.zero_grad()
            rows = rng.choice(kept, min(BATCH, len(kept)), replace=False)
            cues = rng.choice(len(self.cues.said), min(BATCH, len(self.cues.said)), replace=False)
            loss = self._loss(self.moments, rows, 0) + CUES * self._loss(self.cues, cues, len(self.moments.said))
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(float(loss.detach()))
            if (number + 1) % EVERY == 0 or number + 1 == steps:
                log.info("step %d of %d: loss %.3f", number + 1, steps, float(np.mean(losses)))
                losses.clear()
        return model.eval()

    @torch.no_grad()
    def scores(self, places: Ints) -> Tensor:
        """(m, n) of some moments: the logarithm of how likely each reply is."""
        found: Tensor = self.model(self.read[places], self.marks[places])
        return found.masked_fill(~self.moments.of_kind[places], NEVER).log_softmax(-1)

    def _loss(self, rows: Rows, places: Ints, first: int) -> Tensor:
        """Of rows that have a right reply: half that each of these is likely, half that one is; of all: that none is

        wrong.
        """
        scores = self.model(self.read[places + first], self.marks[places + first])
        shares = scores.masked_fill(~rows.of_kind[places], NEVER).log_softmax(-1)
        return _loss(shares, rows.right[places], rows.wrong[places])


def _loss(shares: Tensor, right: Tensor, wrong: Tensor) -> Tensor:
    any_right = right.sum(1) > 0
    each = -(right / right.sum(1, keepdim=True).clamp(min=1) * shares).sum(1)
    one = -torch.logsumexp(shares + (right + EVEN).log(), 1)
    found = ((each + one) / 2 * any_right).sum() / any_right.sum().clamp(min=1)
    return found - (1 - (shares.exp() * wrong).sum(1).clamp(max=HIGHEST)).log().mean()
