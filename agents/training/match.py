"""The ranker of replies in miniature: low-rank maps and a few agreements over the encoder's frozen vectors.

The same pairs and the same half of the talks as `pair`, and the same choice among a batch's replies; seconds to fit
once the vectors are there, and a whole bank is scored at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.fit import Ints
from agents.training.pair import corpora
from agents.training.pair_examples import Given
from agents.training.run import Run
from agents.training.vectors import Vectorizer
from skills.labels import EMOTIONS
from skills.models.bert import WIDTH
from skills.models.head import Floats, Head
from skills.models.match import SIMPLE, Replies, Said, log_length, replies_of, simple
from skills.models.pair import TURNS

log = logging.getLogger(__name__)
BEGUN = (20.0, 5.0, 1.0, -0.2)
"""What the simple comparisons weigh at first: mostly the cosine with the context."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run; at most so many of the half's replies are encoded."""

    most: int = 4096
    width: int = 64
    epochs: int = 12
    size: int = 128
    rate: float = 1e-3
    decay: float = 0.3
    held_out: float = 0.1


@dataclass(frozen=True, slots=True)
class Pairs:
    """Contexts and the replies given to them, row by row; `talks` and `emotions` are numbers."""

    said: Said
    replies: Replies
    talks: Ints
    emotions: Ints

    def at(self, rows: Ints) -> tuple[Said, Replies]:
        said, replies = self.said, self.replies
        return (
            Said(said.context[rows], said.last[rows], said.feelings[rows], said.lengths[rows]),
            Replies(replies.vectors[rows], replies.feelings[rows], replies.lengths[rows]),
        )


class Network(nn.Module):
    """(m, n) scores of m contexts with n replies."""

    def __init__(self, width: int, size: int) -> None:
        super().__init__()
        self.said = nn.Parameter(torch.randn(width, 2 * size) / size**0.5)
        self.reply = nn.Parameter(torch.randn(width, size) / size**0.5)
        self.prior = nn.Parameter(torch.zeros(width))
        self.simple = nn.Parameter(torch.tensor(BEGUN[:SIMPLE]))

    def forward(self, said: Said, replies: Replies) -> Tensor:
        left = torch.from_numpy(np.concatenate([said.context, said.last], axis=1)) @ self.said.T
        right = torch.from_numpy(replies.vectors) @ self.reply.T
        return left @ right.T + right @ self.prior + torch.from_numpy(simple(said, replies)) @ self.simple


def train(run: Run) -> None:
    """Encode, fit and save `match`."""
    recipe = Recipe()
    given = corpora(run, "train", half=0)
    chosen = np.random.default_rng(run.seed).permutation(len(given))[: recipe.most]
    pairs = encoded(run.vectorizer(), [given[place] for place in sorted(chosen)], run.head("emotion", EMOTIONS))
    network = fit(pairs, recipe, run.seed)
    run.save_head(
        "match", Head((), ("match",), 1.0, {name: p.detach().numpy() for name, p in network.named_parameters()})
    )


def encoded(vectorizer: Vectorizer, given: Sequence[Given], emotion: Head) -> Pairs:
    words = vectorizer.words
    context = vectorizer([words.context(item.context[-TURNS:]) for item in given])
    last = vectorizer([words.utterance(item.context[-1][1]) for item in given])
    replies = vectorizer([words.utterance(item.reply, True) for item in given])
    feelings = (emotion.probabilities(context) + emotion.probabilities(last)) / 2
    return Pairs(
        Said(context, last, feelings, log_length([item.context[-1][1] for item in given])),
        replies_of(replies, [item.reply for item in given], emotion),
        *(np.unique(names, return_inverse=True)[1] for names in ([i.talk for i in given], [i.emotion for i in given])),
    )


def scorer(run: Run) -> Callable[[Sequence[Given], Sequence[str]], Floats]:
    """The saved maps as a function of any contexts and replies, for measuring."""
    vectorizer, emotion = run.vectorizer(), run.head("emotion", EMOTIONS)
    network = Network(Recipe().width, WIDTH)
    network.load_state_dict({name: torch.from_numpy(held) for name, held in run.head("match").extra.items()})

    def score(given: Sequence[Given], replies: Sequence[str]) -> Floats:
        said = encoded(vectorizer, given, emotion).said
        vectors = vectorizer([vectorizer.words.utterance(text, True) for text in replies])
        with torch.no_grad():
            scores: Floats = network(said, replies_of(vectors, replies, emotion)).numpy()
        return scores

    return score


def fit(pairs: Pairs, recipe: Recipe, seed: int) -> Network:
    """The network of the epoch with the least loss on talks held out."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    talks = random.permutation(pairs.talks.max() + 1)
    held = np.isin(pairs.talks, talks[: max(1, int(recipe.held_out * len(talks)))])
    network = Network(recipe.width, pairs.replies.vectors.shape[1])
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    watched = batches(pairs, np.flatnonzero(held), recipe.size, np.random.default_rng(0))
    best, kept = float("inf"), network.state_dict()
    for epoch in range(recipe.epochs):
        for rows in batches(pairs, np.flatnonzero(~held), recipe.size, random):
            optimizer.zero_grad()
            loss(network, pairs, rows).backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        with torch.no_grad():
            now = float(np.mean([float(loss(network, pairs, rows)) for rows in watched]))
        log.info("match: epoch %d, loss held out %.3f", epoch + 1, now)
        if now < best:
            best, kept = now, {name: tensor.clone() for name, tensor in network.state_dict().items()}
    network.load_state_dict(kept)
    return network


def loss(network: Network, pairs: Pairs, rows: Ints) -> Tensor:
    """Each context must find its own reply, and each reply its context; others of the same talk count as neither."""
    scores = network(*pairs.at(rows))
    talks = torch.from_numpy(pairs.talks[rows])
    same = (talks[:, None] == talks) & ~torch.eye(len(rows), dtype=torch.bool)
    scores = scores.masked_fill(same, float("-inf"))
    own = torch.arange(len(rows))
    total: Tensor = functional.cross_entropy(scores, own) + functional.cross_entropy(scores.T, own)
    return total / 2


def batches(pairs: Pairs, rows: Ints, size: int, random: np.random.Generator) -> list[Ints]:
    """One pass over `rows`, half of them beside rows of their own emotion."""
    order = random.permutation(rows)
    mixed, alike = np.array_split(order, 2)
    alike = alike[np.argsort(pairs.emotions[alike], kind="stable")]
    return [part[start : start + size] for part in (mixed, alike) for start in range(0, len(part) - 1, size)]
