"""EPITOME's levels read from the reply's token states, for measuring what reading whole vectors loses.

The encoder stays as it is. A map narrows the states, each kind of empathy pools the tokens by attention of its own, and
what a single token says strongest counts beside. The paper's network (Sharma et al. 2020, section 5) also lets the
reply's tokens attend to the post's; on states that do not learn this changed nothing (skills/weights/empathy.md).
It needs the replies' token states, which a bank does not keep, so it does not ship.
Shapes: n replies, t tokens, d wide, h narrow, k = 9 scores.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.fit import Ints, best_temperature
from agents.training.common.token_states import States
from agents.training.heads.empathy import held_out
from skills.empathy import KINDS, LEVELS, SCORES
from skills.models.head import Floats

NARROW, DROPOUT, RATE, DECAY, BATCH, EPOCHS = 64, 0.3, 2e-3, 0.05, 32, 10


class Attention(nn.Module):
    """States of replies (n, t, d), and which are real (n, t) -> scores (n, 3, 3)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.narrow = nn.Linear(width, NARROW)
        self.pool, self.mean, self.most = (nn.Linear(NARROW, size) for size in (len(KINDS), SCORES, SCORES))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, states: Tensor, real: Tensor) -> Tensor:
        x = self.drop(functional.relu(self.drop(self.narrow(states))))  # (n, t, h)
        blank = ~real[..., None]
        shares = self.pool(x).masked_fill(blank, -torch.inf).softmax(1)  # (n, t, 3)
        pooled = shares.transpose(1, 2) @ x  # (n, 3, h)
        weight = self.mean.weight.view(len(KINDS), LEVELS, NARROW)
        means = torch.einsum("nkh,klh->nkl", pooled, weight) + self.mean.bias.view(len(KINDS), LEVELS)
        most = self.most(x).masked_fill(blank, -torch.inf).amax(1)
        found: Tensor = means + most.view(means.shape)
        return found


def scores(model: Attention, replies: States, rows: Ints) -> Floats:
    """(r, 3, 3) of some replies."""
    model.eval()
    found = np.zeros((len(rows), len(KINDS), LEVELS), dtype=np.float32)
    order = np.argsort(replies.lengths[rows], kind="stable")
    with torch.no_grad():
        for start in range(0, len(order), 2 * BATCH):
            some = order[start : start + 2 * BATCH]
            found[some] = model(*_given(replies, rows[some])).numpy()
    return found


def fit(replies: States, levels: Ints, posts: Ints, rows: Ints, seed: int) -> tuple[Attention, Floats]:
    """The network with the least loss on a tenth of the posts, and each kind's temperature (3,) fitted there.

    `levels` (n, 3) and `posts` (n,) are of all replies; only `rows` of them are learnt from.
    """
    torch.manual_seed(seed)
    model = Attention(replies.tokens.shape[1])
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    aside = held_out(posts[rows], seed)
    kept, held = rows[~aside], rows[aside]
    best, best_state = np.inf, model.state_dict()
    for epoch in range(EPOCHS):
        model.train()
        for some in _batches(replies.lengths[kept], seed + epoch):
            loss = _loss(model(*_given(replies, kept[some])), levels[kept[some]])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        now = float(_loss(torch.from_numpy(scores(model, replies, held)), levels[held]))
        if now < best:
            best, best_state = now, {name: value.clone() for name, value in model.state_dict().items()}
    model.load_state_dict(best_state)
    found = scores(model, replies, held)
    return model, np.array([best_temperature(found[:, kind], levels[held, kind]) for kind in range(len(KINDS))])


def _loss(found: Tensor, levels: Ints) -> Tensor:
    return functional.cross_entropy(found.flatten(0, 1), torch.from_numpy(levels).flatten())


def _given(replies: States, rows: Ints) -> tuple[Tensor, Tensor]:
    states, real = replies.padded(rows)
    return torch.from_numpy(states), torch.from_numpy(real)


def _batches(lengths: Ints, seed: int) -> list[Ints]:
    """All rows in an order by chance, those of similar length together."""
    random = np.random.default_rng(seed)
    order = np.argsort(lengths + random.uniform(0, 12, len(lengths)), kind="stable")
    batches = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    random.shuffle(batches)
    return batches
