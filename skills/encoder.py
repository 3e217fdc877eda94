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
from skills.models import tensors
from skills.models.encoder import BATCH, TextEncoder, Tokens
from skills.models.served import PUBLISHED, identity
from skills.models.unpacking import file
from skills.sizes import DEFAULT, SMALL, Size, size_of


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
        """Unit vectors (n, d) of single utterances, said by "user" or "bot"; for examples."""
        return self.text_encoder.texts(texts, bot=speaker == "bot")

    def last(self, conversation: Conversation) -> Tokens:
        said = next((turn.text for turn in reversed(conversation.turns) if turn.speaker == "user"), "")
        return self.text_encoder.words.utterance(said)

    def context(self, conversation: Conversation) -> Tokens:
        return self.text_encoder.words.context([(turn.speaker == "bot", turn.text) for turn in conversation.turns])


@encoder_slot("encoder")
def encoder(*, size: str = DEFAULT.name, adapter: str = "default") -> ConversationEncoder:
    """Meaning of the talk as vectors ("small": all-MiniLM-L6-v2, "base": all-mpnet-base-v2).

    `adapter = "published"` is the model without what was learnt from talks.
    """
    return shared_text_encoder(adapter, size_of(size))


def shared_text_encoder(adapter: str = "default", size: Size = SMALL) -> ConversationEncoder:
    """One model in memory for all who ask for the same: a name in `skills/weights`, "published" or "default".

    WeightsError when a file of it is missing or altered, also when it was read before that.
    """
    file(size, "tokenizer.json")
    if not size.block:  # else what is computed with is checked as it is read
        file(size, "model.safetensors")
    path = adapter_path(size, adapter)
    return _load(size, path, identity(size, path))


def adapter_path(size: Size, adapter: str, folder: Path | None = None) -> Path | None:
    """The adapter's file, checked; None for the model as published. `folder` is that of the shipped ones where None."""
    if adapter == PUBLISHED:
        return None
    return tensors.find(tensors.ENCODER if adapter == "default" else adapter, folder or tensors.folder_of(size))


def ours(encoder: Encoder | None) -> ConversationEncoder:
    """The bot's encoder where it is one of ours, else the small one."""
    return encoder if isinstance(encoder, ConversationEncoder) else shared_text_encoder()


def encoder_size(encoder: Encoder | None) -> Size:
    """The size that heads are chosen by: of the bot's encoder where it is one of ours, else the small one's."""
    return encoder.text_encoder.size if isinstance(encoder, ConversationEncoder) else SMALL


def small(encoder: Encoder | None) -> ConversationEncoder:
    """For what was tuned on the small encoder's vectors: the bot's encoder where it is small, else the small one.

    That has our adapter where the bot's encoder has one, and none where that has none.
    """
    own = ours(encoder)
    if own.text_encoder.size is SMALL:
        return own
    return shared_text_encoder("default" if own.text_encoder.adapter else PUBLISHED, SMALL)


@lru_cache(maxsize=3)
def _load(size: Size, adapter: Path | None, identity: str) -> ConversationEncoder:
    return ConversationEncoder(TextEncoder(adapter, size), identity)
