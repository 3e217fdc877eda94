"""Sentences and conversations to unit vectors, by a sentence encoder (Reimers & Gurevych 2019), pinned and offline.

Tensors and tokenizer come from the packages that `sizes.Size` names; a file with another checksum is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from skills.models.served import served
from skills.models.transformer import Transformer
from skills.models.unpacking import file
from skills.sizes import SMALL, Size

CHARACTERS = 1500
"""Of one utterance, only this many characters at the end are read: a message of 100,000 costs what a long one does."""
TOKENS = 128
"""The longest utterance; its end is what is read."""
CONTEXT = 96
"""The longest context: the last turns that fit."""
WINDOW = 8
"""How many utterances a context looks back at most."""
BATCH = 32
"""Sequences in a pass: with more, what is between the layers does not stay in the processor's cache."""

Piece = tuple[bool, str]
"""One utterance to encode: is it the bot's (or supporter's, or listener's), and its text."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Ids of one sequence, and for each whether the bot said it."""

    ids: tuple[int, ...]
    speakers: tuple[int, ...]


class Words:
    """The uncased WordPiece tokenizer of the model, with its own marks of start and end."""

    def __init__(self, size: Size = SMALL) -> None:
        self.tokenizer: Tokenizer = Tokenizer.from_file(str(file(size, "tokenizer.json")))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.start, self.end = self.tokenizer.encode("").ids
        self.ids = lru_cache(maxsize=4096)(self._ids)

    def _ids(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text[-CHARACTERS:], add_special_tokens=False).ids)

    def utterance(self, text: str, bot: bool = False, limit: int = TOKENS) -> Tokens:
        """One utterance, in at most `limit` tokens."""
        return self.context([(bot, text)], limit)

    def context(self, pieces: Sequence[Piece], limit: int = CONTEXT) -> Tokens:
        """The end of a conversation, newest utterance last, in at most `limit` tokens."""
        ids: list[int] = []
        speakers: list[int] = []
        for bot, text in reversed(pieces[-WINDOW:]):
            room = limit - 1 - len(ids)
            if room < 2:
                break
            part = [*self.ids(text)[-(room - 1) :], self.end]
            ids, speakers = part + ids, [int(bot)] * len(part) + speakers
        return Tokens((self.start, *ids), (speakers[0] if speakers else 0, *speakers))


class TextEncoder:
    """Sequences in, unit vectors (n, d) out; similar lengths share a batch, so that little is spent on padding."""

    def __init__(self, adapter: Path | None = None, size: Size = SMALL) -> None:
        self.adapter, self.size = adapter, size
        self.words = Words(size)
        with served(size, adapter) as tensors:
            self.model = Transformer(size, tensors)

    def __call__(self, sequences: Sequence[Tokens]) -> NDArray[np.float32]:
        vectors = np.zeros((len(sequences), self.size.width), dtype=np.float32)
        order = sorted(range(len(sequences)), key=lambda index: len(sequences[index].ids))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            vectors[rows] = self.tapped([sequences[row] for row in rows])[0]
        return vectors

    def tapped(self, sequences: Sequence[Tokens]) -> tuple[NDArray[np.float32], list[NDArray[np.float32]]]:
        """The vectors, and for each sequence the states (t, d) of its tokens after `size.tap` layers: one batch."""
        return self.model.tapped([(sequence.ids, sequence.speakers) for sequence in sequences])

    def texts(self, texts: Sequence[str], bot: bool = False) -> NDArray[np.float32]:
        """One vector for each text, said by the bot or by the user."""
        return self([self.words.utterance(text, bot) for text in texts])
