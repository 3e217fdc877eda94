"""What the rankers of replies learn from: contexts, the replies given to them, and batches that make a choice hard."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import Exchange, joined, of_empathetic, of_esconv
from skills.care.detect import read
from skills.models.encoder import Piece, Tokens, Words
from skills.models.head import Floats
from skills.models.pair import context_tokens, reply_tokens

COMMON, SHORT = 3, 8
"""A reply given so often, in so few words, says nothing of what it answers."""
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Given:
    """A reply that somebody gave, what was said before it, the talk it is from and the emotion of that talk."""

    talk: str
    emotion: str
    context: tuple[Piece, ...]
    reply: str

    @property
    def half(self) -> int:
        """0 or 1 by the talk's name alone, so that two rankers can learn from different people."""
        return hashlib.sha256(self.talk.encode()).digest()[0] % 2


def told(dialogs: Sequence[empathetic.Dialog]) -> Iterator[Given]:
    """EmpatheticDialogues: every reply of a listener."""
    for item in _safe(of_empathetic(dialogs)):
        yield Given(dialogs[item.talk].id, item.label, item.context, item.reply)


def supported(dialogs: Iterable[esconv.Dialog]) -> Iterator[Given]:
    """ESConv: all that a supporter sent in a row is one reply; what precedes the seeker's first words is context."""
    talks = [joined(dialog) for dialog in dialogs]
    for item in _safe(of_esconv(talks)):
        talk = talks[item.talk]
        name = f"{talk.situation} {' '.join(said.text for said in talk.utterances[:4])}"
        yield Given(name, talk.emotion, item.context, item.reply)


def _safe(exchanges: Iterable[Exchange]) -> Iterator[Exchange]:
    """Those of each talk up to its first danger: where there is any, only the guard speaks."""
    for _, talk in groupby(exchanges, key=lambda item: item.talk):
        known = 0
        for item in talk:
            texts = [*(text for _, text in item.context), item.reply]
            if any(read(text).finding for text in texts[known:]):
                break
            known = len(texts)
            yield item


def common(given: Iterable[Given]) -> tuple[str, ...]:
    """Short replies that were given again and again: they fit everything, and so nothing in particular."""
    counts = Counter(item.reply.strip() for item in given)
    return tuple(text for text, count in counts.items() if count >= COMMON and len(text.split()) <= SHORT)


@dataclass(frozen=True, slots=True)
class Example:
    """A `Given` as the network reads it."""

    given: Given
    context: Tokens
    reply: Tokens


def tokenised(given: Iterable[Given], words: Words) -> list[Example]:
    return [Example(item, context_tokens(words, item.context), reply_tokens(words, item.reply)) for item in given]


def batches(examples: Sequence[Example], size: int, seed: int, vectors: Floats | None = None) -> list[list[Example]]:
    """One pass over everything in batches of similar length: half of them of one emotion, half of any; or, given the

    examples' unit `vectors` (n, d), in batches of talks that are alike.
    """
    rng = random.Random(seed)
    if vectors is not None:
        return [[examples[place] for place in batch] for batch in alike(vectors, size, rng)]
    mixed = rng.sample(examples, len(examples))
    half = len(mixed) // 2
    made = list(_cut(mixed[half:], size, rng))
    for _, felt in groupby(sorted(mixed[:half], key=_emotion), key=_emotion):
        made += _cut(list(felt), size, rng)
    rng.shuffle(made)
    return made


def alike(vectors: Floats, size: int, rng: random.Random) -> list[list[int]]:
    """One pass over the rows of unit vectors (n, d): each hundred drawn is cut into batches of one and what is nearest.

    So what a batch holds is about what a ranking of a hundred has at its top, where the choice is hard.
    """
    order = rng.sample(range(len(vectors)), len(vectors))
    found: list[list[int]] = []
    for start in range(0, len(order), HUNDRED):
        left = order[start : start + HUNDRED]
        while len(left) >= size:
            near = np.argsort(-(vectors[left] @ vectors[left[0]]), kind="stable")[:size]
            found.append([left[place] for place in near])
            left = [row for row in left if row not in found[-1]]
    rng.shuffle(found)
    return found


def _emotion(example: Example) -> str:
    return example.given.emotion


def _cut(examples: Sequence[Example], size: int, rng: random.Random) -> Iterator[list[Example]]:
    keys = [(len(example.context.ids) + rng.random() * 8, place) for place, example in enumerate(examples)]
    order = [examples[place] for _, place in sorted(keys)]
    for start in range(0, len(order) - size + 1, size):
        yield order[start : start + size]
