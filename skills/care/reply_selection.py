"""Reply selection in danger: which written reply answers what was just said (weights/base/crisis_replies.md).

The encoder's vectors of what the person said, alone and behind the guard's last words, the kind of danger and its level
lead by a linear map to where every reply has its place; the nearest is chosen, where it is likely enough.
Shapes: m utterances, d wide, n replies, r the width of the places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.dialog import Turn, Vectors
from bot.errors import WeightsError
from skills.bot_questions import features_of
from skills.care.replies import FILE, WrittenReply, fits, replies
from skills.care.state import Move
from skills.care.words import Say
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models.adapter import factors
from skills.models.encoder import BATCH, TextEncoder, Tokens, Words
from skills.models.head import Floats, softmax
from skills.models.tensors import find, folder_of, pins
from skills.sizes import Size

NAME = "crisis_replies"
KINDS = (
    *("suicide", "self_harm", "method_request", "third_party", "third_party_abuse", "abuse", "violence"),
    *("violence_baby", "medical", "eating_disorder", "psychosis"),
)
"""Kinds of danger, each a number that is read beside the words."""
MARKED = 8.0
"""How large that number is, beside numbers that are about one."""
SCALE = 20.0
"""By how much unit vectors count beside that."""
TOKENS = 80
"""The most of both utterances together; the ends are read."""
BAR = 0.35
"""How likely the likeliest reply must be.

Chosen by what blind readers said of it and of the guard's own words in played talks (docs/votes/crisis_more.jsonl).
"""
WIDTH = len(KINDS) + 2
"""Of what is read beside the words: the kind, whether the guard spoke before, and whether the act comes first."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a person just said in a danger of this kind and level, behind the guard's words, if it spoke."""

    text: str
    before: str
    kind: str
    level: int


def read_as(words: Words, said: Said) -> Tokens:
    """Both utterances as one sequence."""
    spoken = [(True, said.before)] if said.before else []
    return words.context([*spoken, (False, said.text)], TOKENS)


def beside(said: Said) -> Floats:
    """(WIDTH,)."""
    found = np.zeros(WIDTH, np.float32)
    found[KINDS.index(said.kind)] = found[-2:] = 1.0
    found[-2:] *= bool(said.before), said.level >= 3
    return found * np.float32(MARKED)


def names_of(known: Sequence[WrittenReply]) -> NDArray[np.uint8]:
    """The sha256 (32,) of the replies' names in their order, by which a file knows whose places it holds."""
    return np.frombuffer(sha256("\n".join(reply.id for reply in known).encode()).digest(), np.uint8)


def vectors_of(encoder: TextEncoder, said: Sequence[Said]) -> Floats:
    """(m, 4 d): of what was said alone and behind the guard's words the vector and the mean of the states."""
    alone, behind = ([encoder.words.utterance(one.text) for one in said], [read_as(encoder.words, one) for one in said])
    found: dict[Tokens, Floats] = {}
    order = sorted(dict.fromkeys([*alone, *behind]), key=lambda tokens: len(tokens.ids))
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        found |= zip(batch, map(features_of, *encoder.tapped(batch)), strict=True)
    return np.stack([np.concatenate([found[one], found[other]]) for one, other in zip(alone, behind, strict=True)])


class ReplySelection:
    """See the module."""

    def __init__(self, encoder: TextEncoder, path: Path, known: Sequence[WrittenReply]) -> None:
        """WeightsError where the file was made for another size, or of other replies."""
        held = load_file(path)
        if not np.array_equal(held.pop("names", np.zeros(0)), names_of(known)):
            raise WeightsError(f"{path}: it learnt other replies than there are in {FILE}: attune train {NAME}")
        found = factors(held)
        rank = found["bias"].shape[0] if "bias" in found else 0
        shapes = {"leads.a": (rank, 4 * encoder.size.width + WIDTH), "places.b": (len(known), rank)}
        for name, shape in (shapes | {"often": (len(known),)}).items():
            if name not in found or found[name].shape != shape:
                raise WeightsError(f"{path}: a tensor {name!r} of {shape} is expected for size {encoder.size.name!r}")
        self.replies, self._encoder = tuple(known), encoder
        self._leads, self._places = found["leads.a"], found["places.b"]
        self._bias, self._often = found["bias"], found["often"]

    def scores(self, said: Said, alone: Floats | None = None) -> Floats:
        """(n,), of every reply; what may not be said is left out before the softmax.

        `alone` (2 d,): what is known of the person's words by themselves from the turn's own pass, which saves one.
        """
        read = vectors_of(self._encoder, [said])[0] if alone is None else self._behind(said, alone)
        place = self._leads @ np.concatenate([read * np.float32(SCALE), beside(said)]) + self._bias
        found: Floats = self._places @ (place / np.linalg.norm(place)) + self._often
        return found

    def _behind(self, said: Said, alone: Floats) -> Floats:
        if not said.before:
            return np.concatenate([alone, alone])
        (behind,) = map(features_of, *self._encoder.tapped([read_as(self._encoder.words, said)]))
        return np.concatenate([alone, behind])

    def shares(self, said: Said, among: Sequence[int], alone: Floats | None = None) -> Floats:
        """How likely each of some replies is; they sum to one."""
        return softmax(self.scores(said, alone)[list(among)])

    def select(self, move: Move, turns: Sequence[Turn], vectors: Vectors) -> Say | None:
        """The likeliest of the replies that may be said now; None where it is not likely enough."""
        spoken = [turn.text for turn in turns if turn.speaker == "bot"]
        among = [number for number, reply in enumerate(self.replies) if fits(reply, move, spoken)]
        if not among or move.state.kind not in KINDS:
            return None
        before = turns[-2].text if len(turns) > 1 and turns[-2].speaker == "bot" else ""
        said = Said(turns[-1].text, before, move.state.kind, move.state.level)
        shares = self.shares(said, among, None if vectors.tokens is None else features_of(vectors.last, vectors.tokens))
        best = int(shares.argmax())
        return self.replies[among[best]].say if shares[best] >= BAR else None


def load_for(encoder: ConversationEncoder) -> ReplySelection | None:
    """What learnt from an encoder's states; None where nothing has: the guard's own words stand then."""
    texts = encoder.text_encoder
    place = folder_of(texts.size)
    if not texts.adapter or NAME not in pins(place):
        return None
    path = find(NAME, place)
    return _load(path, pins(place)[NAME], texts.size)


@lru_cache(maxsize=2)
def _load(path: Path, _checksum: str, size: Size) -> ReplySelection:
    return ReplySelection(shared_text_encoder("default", size).text_encoder, path, replies())
