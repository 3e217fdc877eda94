"""Replies that people gave (EmpatheticDialogues, ESConv) against what stands near in their place.

Beside each reply that was given stand replies to other talks that a dual encoder finds near, some of the same emotion,
and one of the talk itself. Many of the near ones would do no harm, and some given ones are poor: so each counts as the
shares of readers that replies of its kind had, and none is read here.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from agents.corpora import empathetic, esconv
from agents.matching import Floats
from agents.training.ranker.examples import Example, example
from agents.training.rerankers.pair_examples import Given, common, supported, told
from skills.models.encoder import Piece, Words

GIVEN, NEAR, FAR = (0.65, 0.27, 0.08), (0.12, 0.33, 0.55), (0.02, 0.08, 0.90)
"""Shares of good, passable and bad: of what people replied, as readers said (docs/writer.md), of what is near in its

place, and of what is not. The second are of the kind that readers met as a dual encoder's first choices, less good.
"""
NEAREST = (2, 40)
"""Ranks that near replies are drawn from: the first often fit as well as the one that was given."""
COUNTS = (4, 2, 1)
"""Near replies, replies of the same emotion, and replies of the talk itself."""
SHARE = 0.3
"""Of the examples, from ESConv."""
CHUNK = 512


class Vectors(Protocol):
    """Unit vectors (n, d) of contexts and replies."""

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats: ...

    def replies(self, texts: Sequence[str]) -> Floats: ...


def given(datapath: Path, vectors: Vectors, words: Words, rng: random.Random, count: int) -> list[Example]:
    """`count` contexts of both corpora's train parts, each with the reply that was given, first, and seven others."""
    support = list(supported(esconv.load(datapath, "train")))
    listened = list(told(empathetic.load(datapath, "train")))
    from_support = min(round(SHARE * count), len(support))
    parts = (support, from_support), (listened, min(count - from_support, len(listened)))
    return [one for part, number in parts for one in _against(_drawn(part, rng, number), vectors, words, rng)]


def _drawn(given: Sequence[Given], rng: random.Random, count: int) -> list[Given]:
    """Some, without those whose reply fits everything."""
    usual = set(common(given))
    found = [one for one in given if one.reply.strip() not in usual and one.context]
    return rng.sample(found, min(count, len(found)))


def _against(given: Sequence[Given], vectors: Vectors, words: Words, rng: random.Random) -> Iterator[Example]:
    contexts = vectors.contexts([one.context for one in given])
    replies = vectors.replies([one.reply for one in given])
    felt: dict[str, list[int]] = defaultdict(list)
    talks: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(given):
        felt[one.emotion].append(number)
        talks[one.talk].append(number)
    shares = np.array([GIVEN, *[NEAR] * COUNTS[0], *[FAR] * (COUNTS[1] + COUNTS[2])], np.float32)
    for start in range(0, len(given), CHUNK):
        scores = contexts[start : start + CHUNK] @ replies.T
        near = np.argsort(-scores, axis=1, kind="stable")[:, : NEAREST[1] + 10]
        for one, ranked in zip(given[start : start + CHUNK], near, strict=True):
            others = [row for row in ranked.tolist() if given[row].talk != one.talk][slice(*NEAREST)]
            far = [*rng.choices(felt[one.emotion], k=COUNTS[1])]
            same = [row for row in talks[one.talk] if given[row].reply != one.reply]
            far.append(rng.choice(same) if same else rng.choice(felt[one.emotion]))
            texts = [given[row].reply for row in (*rng.sample(others, COUNTS[0]), *far)]
            yield example(words, one.context, (one.reply, *texts), shares)
