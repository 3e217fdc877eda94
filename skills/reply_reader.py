"""Reply reader: whether a model wrote something that no reply may say, by what its sentences mean.

The last gate (`skills.reply_gate`) knows wordings. Lines that were written beforehand are read by people; what a large
model writes is read by nobody, so a small head over the encoder's vectors of its sentences reads that as well. It
learnt from examples (`agents.training.heads.replies`) and knows the reply alone, not what it answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.sentences import sentences
from skills.encoder import ConversationEncoder
from skills.models import head
from skills.models.head import Head
from skills.models.tensors import folder_of

LABELS = ("fit", "unfit")
NAME, FREE = "replies", "replies_free"
"""The head's file: over our adapter's vectors, and over those of the encoder as published."""
BAR = 0.7
"""How likely a sentence must be unfit for its reply to be held back."""
MOST = 12
"""Sentences that are read; a longer reply is held back."""
UNFIT = "unfit by what it means"


@dataclass(frozen=True, slots=True)
class ReplyReader:
    """See the module."""

    head: Head
    encoder: ConversationEncoder

    def __call__(self, text: str) -> str | None:
        """Why a reply must not go out, or None."""
        found = sentences(text)
        if not found:
            return None
        if len(found) > MOST:
            return f"more than {MOST} sentences"
        shares = self.head.probabilities(self.encoder.encode_texts(found, "bot"))[:, 1]
        return UNFIT if shares.max() >= BAR else None


def load_for(encoder: ConversationEncoder) -> ReplyReader:
    """The reader that learnt from an encoder's vectors. WeightsError when its file is missing or altered."""
    texts = encoder.text_encoder
    name = NAME if texts.adapter else FREE
    return ReplyReader(head.load(name, LABELS, folder_of(texts.size), {head.INPUT: texts.size.width}), encoder)
