"""The encoder slot: every conversation's last utterance and context as unit vectors, in one batched pass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.dialog import Conversation, Vectors
from bot.registry import Encoder
from bot.registry import encoder as encoder_slot
from skills import pins
from skills.models import tensors
from skills.models.encoder import BATCH, SHA256, TextEncoder, Tokens
from skills.models.files import digest

BASE = "base"
DEFAULT = "encoder"
"""The adapter that "default" stands for."""


class ConversationEncoder:
    """Implements `bot.registry.Encoder` over one `TextEncoder`. `identity` changes whenever its vectors do."""

    def __init__(self, texts: TextEncoder, identity: str) -> None:
        self.text_encoder = texts
        self.identity = identity

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]:
        """The vectors of each conversation; equal sequences, as in a first turn, are encoded once."""
        pairs = [(self.last(item), self.context(item)) for item in conversations]
        unique = list(dict.fromkeys(tokens for pair in pairs for tokens in pair))
        found: dict[Tokens, tuple[NDArray[np.float32], NDArray[np.float32]]] = {}
        order = sorted(unique, key=lambda tokens: len(tokens.ids))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            found |= zip(batch, zip(*self.text_encoder.tapped(batch), strict=True), strict=True)
        return [Vectors(found[last][0], found[context][0], found[last][1]) for last, context in pairs]

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> NDArray[np.float32]:
        """Unit vectors (n, 384) of single utterances, said by "user" or "bot"; for banks and examples."""
        return self.text_encoder.texts(texts, bot=speaker == "bot")

    def last(self, conversation: Conversation) -> Tokens:
        said = next((turn.text for turn in reversed(conversation.turns) if turn.speaker == "user"), "")
        return self.text_encoder.words.utterance(said)

    def context(self, conversation: Conversation) -> Tokens:
        return self.text_encoder.words.context([(turn.speaker == "bot", turn.text) for turn in conversation.turns])


@encoder_slot("encoder")
def encoder(*, adapter: str = "default") -> ConversationEncoder:
    """Meaning of the talk as vectors (all-MiniLM-L6-v2; `adapter = "base"` for the model as published)."""
    return shared_text_encoder(adapter)


def shared_text_encoder(adapter: str = "default") -> ConversationEncoder:
    """One model in memory for all who ask for the same adapter: a name in `skills/weights`, "base" or "default".

    WeightsError when a file of it is missing or altered, also when it was read before that.
    """
    for name in ("model.safetensors", "tokenizer.json"):
        pins.check(f"encoder/{name}")
    path = None if adapter == BASE else tensors.find(DEFAULT if adapter == "default" else adapter)
    return _load(path, SHA256 if path is None else f"{SHA256}+{digest(path)}")


def ours(encoder: Encoder | None) -> ConversationEncoder:
    """The bot's encoder where it is one of ours, else the default one."""
    return encoder if isinstance(encoder, ConversationEncoder) else shared_text_encoder()


@lru_cache(maxsize=2)
def _load(adapter: Path | None, identity: str) -> ConversationEncoder:
    return ConversationEncoder(TextEncoder(adapter), identity)
