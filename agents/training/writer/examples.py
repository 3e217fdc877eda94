"""What the writer learns from: whole talks as the prompt writes them, of which only the replies are scored."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor

from agents.training.writer.talks import Learnt
from skills.writer.prompt import END, OPENING, SUPPORTER, written

LONGEST = 1400
"""Pieces of a talk that are read."""
BARE = 0.2
"""The share of replies that are learnt without their strategy: of many talks nobody knows it."""
BEGIN = 2
"""The number of the piece that stands before every text."""
UNEVEN = 40
"""Talks of one batch differ by about so many pieces in length."""


class Tokenizer(Protocol):
    """What cuts text into pieces."""

    def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]: ...

    def decode(self, pieces: list[int]) -> str: ...


@dataclass(frozen=True, slots=True)
class Example:
    """A talk's pieces by number, and which of them are scored."""

    pieces: list[int]
    scored: list[bool]


def examples(talks: Iterable[Sequence[Learnt]], tokenizer: Tokenizer, rng: random.Random) -> Iterator[Example]:
    """Each talk as an example. What names a speaker is not scored, a reply's strategy is."""
    for talk in talks:
        pieces, scored = [BEGIN], [False]
        for text, counts in (OPENING, False), *_texts(talk, rng):
            found = tokenizer(text, add_special_tokens=False)["input_ids"]
            pieces += found
            scored += [counts] * len(found)
        yield Example(pieces[:LONGEST], scored[:LONGEST])


def _texts(talk: Sequence[Learnt], rng: random.Random) -> Iterator[tuple[str, bool]]:
    """The lines of a talk, each reply in two: up to where the model goes on, and the rest, which is scored."""
    for line, learnt in talk:
        if not line.supporter:
            yield written(line), False
        elif not line.strategy or rng.random() < BARE:
            yield SUPPORTER, False
            yield f": {line.text}{END}", learnt
        else:
            yield f"{SUPPORTER} [", False
            yield f"{line.strategy}]: {line.text}{END}", learnt


def batches(found: Sequence[Example], most: int, rng: random.Random) -> list[list[Example]]:
    """The examples in batches of at most `most` pieces with padding, talks of like length together, in any order."""
    ordered = sorted(found, key=lambda one: len(one.pieces) + rng.random() * UNEVEN)
    cut: list[list[Example]] = [[]]
    for one in ordered:  # ascending but for the unevenness
        longest = max(len(other.pieces) for other in [*cut[-1], one])
        if cut[-1] and (len(cut[-1]) + 1) * longest > most:
            cut.append([])
        cut[-1].append(one)
    rng.shuffle(cut)
    return cut


def padded(batch: Sequence[Example]) -> tuple[Tensor, Tensor]:
    """(n, t) pieces and whether each is scored, padded on the right."""
    longest = max(len(one.pieces) for one in batch)
    pieces = torch.zeros(len(batch), longest, dtype=torch.long)
    scored = torch.zeros(len(batch), longest, dtype=torch.bool)
    for row, one in enumerate(batch):
        pieces[row, : len(one.pieces)] = torch.tensor(one.pieces)
        scored[row, : len(one.pieces)] = torch.tensor(one.scored)
    return pieces, scored


def tokenizer(path: Path) -> Tokenizer:
    """The tokenizer in a GGUF file."""
    from transformers import AutoTokenizer

    found: Tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    return found
