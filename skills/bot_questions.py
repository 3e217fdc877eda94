"""Questions about the bot itself: which of 33 kinds a message asks, or none.

A linear head over the last utterance's vector and the mean of its tokens' states, made by `attune train bot_questions`
from lines written for this project. What is only quoted, or asked about others or about the writer's own matter, is
none. The answers stand in `bot_questions.toml`, by their kind. Shapes: n texts of t tokens, d the encoder's width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from bot.errors import ConfigError
from bot.toml import read_toml
from skills.encoder import ConversationEncoder
from skills.models import head
from skills.models.head import Floats, Head
from skills.models.tensors import folder_of

KINDS = (
    *("what", "name", "maker", "model", "age", "place", "body", "family", "life", "taste", "feelings", "likes_me"),
    *("judges_me", "understands", "attention", "memory", "sincerity", "clinician", "acts", "data", "tells", "trust"),
    *("stays", "sees", "can", "languages", "beliefs", "worth", "human", "smart", "cost", "romance", "you_too"),
)
"""What they ask: whether it is a person, its name, its makers, which model it is, its age, where it is, its body, its

people and past, what it does all day, what it likes, whether it feels, likes the one who writes, judges them,
understands, is there, remembers, means what it says, is a clinician, can act outside of the talk, where one's words go
and how they are erased, whether it tells anybody, can be trusted, stays, sees or hears, what it can do, its languages,
what it believes, what it is good for, whether it would be human, is smart, what it costs; flirting; and "how are you?".
"""
NONE = "none"
LABELS = (NONE, *KINDS)
NAME, FREE = "bot_questions", "bot_questions_free"
"""The head's file: over our adapter's vectors, and over those of the encoder as published."""
BAR = "bar"
"""The tensor of the file that says how likely all kinds together must be for a question to be heard, (1,)."""
UNSURE = 0.01
"""From this on the last sentence of a message is read by itself as well: that costs a pass of the encoder."""
FILE = Path(__file__).with_name("bot_questions.toml")


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What answers a kind of question."""

    kind: str
    replies: tuple[str, ...]


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class BotQuestions:
    """The head, and the encoder whose vectors it learnt from."""

    head: Head
    encoder: ConversationEncoder

    def kind(self, text: str, features: Floats) -> str:
        """The kind of question in a message, by its features (2 d,) or its last sentence; "" where it asks none."""
        (shares,), last = self.shares(features[None]), last_sentence(text)
        found = self.likeliest(shares)
        if found or shares.sum() < UNSURE or last == text.strip():
            return found
        return self.likeliest(self.shares(read([last], self.encoder))[0])

    def shares(self, features: Floats) -> Floats:
        """How likely each of KINDS is asked, of features (n, 2 d): (n, kinds)."""
        return self.head.probabilities(features)[:, 1:]

    def likeliest(self, shares: Floats) -> str:
        """The kind that is asked by `shares` (kinds,); "" where that is not likely enough."""
        return KINDS[int(shares.argmax())] if shares.sum() >= self.head.extra[BAR][0] else ""


def load_for(encoder: ConversationEncoder) -> BotQuestions:
    """What learnt from an encoder's vectors. WeightsError when its file is missing or altered."""
    texts = encoder.text_encoder
    name = NAME if texts.adapter else FREE
    return BotQuestions(head.load(name, LABELS, folder_of(texts.size), {head.INPUT: 2 * texts.size.width}), encoder)


@lru_cache(maxsize=1)
def answers() -> dict[str, tuple[str, ...]]:
    """The answers by their kind, in the order in which they are given. ConfigError names what is wrong in the file."""
    found = read_toml(FILE, Answers).answers
    for one in found:
        if one.kind not in KINDS or not one.replies:
            raise ConfigError(f"{FILE}: {one.kind!r} is none of {', '.join(KINDS)}, or has no replies")
    if missing := [kind for kind in KINDS if kind not in {one.kind for one in found}]:
        raise ConfigError(f"{FILE}: nothing answers {', '.join(missing)}")
    return {one.kind: one.replies for one in found}


def read(texts: Sequence[str], encoder: ConversationEncoder) -> Floats:
    """The features (n, 2 d) of messages, in one batch."""
    own = encoder.text_encoder
    return np.stack(list(map(features_of, *own.tapped([own.words.utterance(text) for text in texts]))))


def features_of(vector: Floats, tokens: Floats) -> Floats:
    """The vector (d,) of an utterance beside the mean of its tokens' states (t, d), made as long: (2 d,)."""
    mean = tokens.mean(axis=0)
    return np.concatenate([vector, mean / np.linalg.norm(mean)])


def last_sentence(text: str) -> str:
    """What stands behind the last full stop, question or exclamation mark that something follows."""
    text = text.strip()
    end = max(text.rstrip(".?! ").rfind(mark) for mark in (". ", "? ", "! ", "\n"))
    return text[end + 1 :].strip()
