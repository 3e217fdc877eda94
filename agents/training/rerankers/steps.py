"""What the rankers of replies compare at each step of a run: contexts, and the replies that are scored with each.

Either every context of a batch with the replies of all, and then each reply must find its context as well (in-batch
negatives, Humeau et al. 2020, section 4); or each context with candidates of its own, among them hard ones
(Karpukhin et al. 2020, section 3.2): wrong replies which the dual encoder takes for likely.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from agents.training.rerankers.pair_examples import Example, batches
from skills.models.encoder import Tokens
from skills.models.head import Floats
from skills.sizes import BASE, SMALL, Size

UNEVEN = 8
"""Tokens by which contexts of like length, which share a step, may differ by chance."""
Encode = Callable[[Sequence[Tokens]], Floats]
"""Tokens of n texts -> their unit vectors (n, d)."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run. `half` of the talks is learnt from; `size` contexts are read at each of `steps`.

    With `hard` each context has candidates of its own: its reply, `hard` of the `best` that the dual encoder finds for
    it in a pool of so many, `drawn` others of the pool and `hollow` common ones. Else the replies of a batch and
    `hollow` common ones are everybody's candidates, and batches are of talks whose vectors are near (`alike`) or half
    of them of one emotion.
    """

    half: int
    hollow: int
    alike: bool = False
    steps: int = 1600
    size: int = 8
    hard: int = 0
    drawn: int = 0
    best: int = 10
    pool: int = 200
    rank: int = 32
    peak: float = 5e-4
    others: float = 2.5e-3
    """The rate of the score's weights and of the heed paid to the other side."""

    @property
    def candidates(self) -> int:
        """Replies that are scored with each context."""
        return self.hollow + (1 + self.hard + self.drawn if self.hard else self.size)


PAIR = {
    SMALL.name: Recipe(half=0, hollow=1, alike=True, steps=1500),
    BASE.name: Recipe(half=0, hollow=1, steps=600, size=16, hard=5, drawn=1),
}
"""Recipes of the ranker that chooses replies. The base one reads 4.5 million tokens in pairs."""


@dataclass(frozen=True, slots=True)
class Step:
    """Contexts (c), the candidates of each (c, k), and which of these may be right though they were not given (c, k).

    Where all have the same candidates (`shared`) the first c of them are the contexts' own, in their order; else the
    first of each is its own.
    """

    contexts: Sequence[Tokens]
    replies: Sequence[Sequence[Tokens]]
    doubtful: NDArray[np.bool_]
    shared: bool

    @property
    def pairs(self) -> list[tuple[Tokens, Tokens]]:
        """All c k, context by context."""
        rows = zip(self.contexts, self.replies, strict=True)
        return [(context, reply) for context, replies in rows for reply in replies]


def plan(size: Size) -> str:
    """What a run of `PAIR` does, in words."""
    recipe = PAIR[size.name]
    return f"{recipe.steps:,} steps of {recipe.size} contexts, each with {recipe.candidates} candidates"


def in_batches(
    examples: Sequence[Example], hollow: Sequence[Tokens], recipe: Recipe, seed: int, encode: Encode | None
) -> list[Step]:
    """The steps of a run in which all of a batch share their candidates; the same for the same seed."""
    vectors = talk_vectors(examples, encode) if recipe.alike and encode else None
    count = min(recipe.hollow, len(hollow))
    made: list[Step] = []
    for place, batch in enumerate(islice(_epochs(examples, recipe.size, seed, vectors), recipe.steps)):
        beside = random.Random(f"{seed} {place}").sample(hollow, count)
        replies = [*(item.reply for item in batch), *beside]
        made.append(Step([item.context for item in batch], [replies] * len(batch), doubtful(batch, beside), True))
    return made


def _epochs(examples: Sequence[Example], size: int, seed: int, vectors: Floats | None) -> Iterator[list[Example]]:
    while True:
        yield from batches(examples, size, seed, vectors)
        seed += 1


def talk_vectors(examples: Sequence[Example], encode: Encode) -> Floats:
    """(n, d) unit vectors of what was said and answered together."""
    both = encode([item.context for item in examples]) + encode([item.reply for item in examples])
    unit: Floats = both / np.linalg.norm(both, axis=1, keepdims=True)
    return unit


def doubtful(batch: Sequence[Example], hollow: Sequence[Tokens]) -> NDArray[np.bool_]:
    """(c, k) pairs that may be right though they were not given: of one talk, or with the same words."""
    replies = [(item.given.talk, item.reply) for item in batch] + [("", tokens) for tokens in hollow]
    rows = [[item.given.talk == talk or item.reply == reply for talk, reply in replies] for item in batch]
    found: NDArray[np.bool_] = np.array(rows) & ~np.eye(len(batch), len(replies), dtype=np.bool_)
    return found


def seen(examples: Sequence[Example], recipe: Recipe, seed: int) -> list[Example]:
    """As many examples, drawn by chance, as a run of candidates of one's own has room for."""
    return random.Random(seed).sample(examples, min(len(examples), recipe.steps * recipe.size))


def with_hard(
    examples: Sequence[Example], vectors: tuple[Floats, Floats], hollow: Sequence[Tokens], recipe: Recipe, seed: int
) -> list[Step]:
    """The steps of a run in which each context has candidates of its own, contexts of a step being of like length.

    `vectors` are the examples' in the dual encoder: of contexts and of replies, each (n, d). ValueError where the
    corpus is too small.
    """
    rng = random.Random(seed)
    contexts, replies = vectors

    def candidates(row: int) -> list[Tokens]:
        own = examples[row]
        pool = rng.sample(range(len(examples)), min(recipe.pool, len(examples)))
        wrong = {examples[other].reply: other for other in pool if examples[other].given.talk != own.given.talk}
        wrong.pop(own.reply, None)
        order = np.argsort(-(replies[list(wrong.values())] @ contexts[row]), kind="stable")
        likely = [list(wrong)[place] for place in order]
        near, others = rng.sample(likely[: recipe.best], recipe.hard), rng.sample(likely[recipe.best :], recipe.drawn)
        return [own.reply, *near, *others, *rng.sample([text for text in hollow if text != own.reply], recipe.hollow)]

    made: list[Step] = []
    clear = np.zeros((recipe.size, recipe.candidates), np.bool_)
    for rows in islice(_alike_in_length(examples, recipe.size, rng), recipe.steps):
        made.append(Step([examples[row].context for row in rows], [candidates(row) for row in rows], clear, False))
    return made


def _alike_in_length(examples: Sequence[Example], size: int, rng: random.Random) -> Iterator[list[int]]:
    while True:
        lengths = [len(item.context.ids) + rng.random() * UNEVEN for item in examples]
        order = sorted(range(len(examples)), key=lengths.__getitem__)
        made = [order[start : start + size] for start in range(0, len(order) - size + 1, size)]
        rng.shuffle(made)
        yield from made
