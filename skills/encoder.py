"""The encoder skill slot: every conversation's last utterance and context as unit vectors, in one batched pass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import torch
from numpy.typing import NDArray

from bot.dialog import Conversation, Vectors
from bot.registry import encoder as encoder_slot
from skills.models import tensors
from skills.models.encoder import TextEncoder, Tokens

BASE = "base"


class ConversationEncoder:
    """Implements `bot.registry.Encoder` over one `TextEncoder`."""

    def __init__(self, texts: TextEncoder) -> None:
        self.text_encoder = texts

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]:
        """The vectors of each conversation; equal sequences, as in a first turn, are encoded once."""
        pairs = [(self.last(item), self.context(item)) for item in conversations]
        unique = list(dict.fromkeys(tokens for pair in pairs for tokens in pair))
        found = dict(zip(unique, self.text_encoder(unique), strict=True))
        return [Vectors(found[last], found[context]) for last, context in pairs]

    def encode_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, 384) of texts as a person would say them; for banks and examples."""
        return self.text_encoder.texts(texts)

    def last(self, conversation: Conversation) -> Tokens:
        said = conversation.said("user")
        return self.text_encoder.words.utterance(said[-1] if said else "")

    def context(self, conversation: Conversation) -> Tokens:
        return self.text_encoder.words.context([(turn.speaker == "bot", turn.text) for turn in conversation.turns])


@encoder_slot("encoder")
def encoder(*, adapter: str = "base") -> ConversationEncoder:
    """Meaning of the talk as vectors (all-MiniLM-L6-v2, with our adapter, unless `adapter = "base"`)."""
    return shared(adapter)


@lru_cache(maxsize=2)
def shared(adapter: str) -> ConversationEncoder:
    """One model in memory for all who ask for the same adapter ("base": the model as published)."""
    torch.set_num_threads(1)  # two threads on a busy machine make a pass many times slower
    path = None if adapter == BASE else tensors.find(adapter)
    return ConversationEncoder(TextEncoder(path))
