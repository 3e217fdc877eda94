"""Reply selection in danger: which written reply answers what was just said (weights/base/crisis_replies.md).

Two readings are put together. One is of the encoder's own vectors of what the person said, alone and behind the guard's
last words. The other is of the latter by upper layers of its own, which learnt by low-rank changes (Hu et al. 2022,
section 4.1). A linear map of what is read, of the kind of danger and its level leads to where every reply has its
place; what is nearest in the mean of both is chosen, where it is likely enough.
Shapes: m utterances, t tokens, d wide, n replies, r the width of the places.
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

from bot.dialog import Turn
from bot.errors import WeightsError
from skills.bot_questions import features_of as features_of_vector
from skills.care.danger_reader import features_of
from skills.care.replies import FILE, WrittenReply, fits, replies
from skills.care.state import Move
from skills.care.words import Say
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models.adapter import merged
from skills.models.encoder import BATCH, TextEncoder, Tokens, Words
from skills.models.head import softmax
from skills.models.layers import Floats, Layers
from skills.models.served import in_bytes, network
from skills.models.tensors import find, folder_of, pins
from skills.models.transformer import above, padded
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
BAR, SURE = 0.12, 0.35
"""How likely the likeliest reply must be, and where the guard heard what it has words of its own for.

Chosen by what blind readers said of both in 144 moments of played talks (docs/votes/crisis_replies.jsonl).
"""
UNHEARD = "stay"
"""The moment in which nothing of that was heard."""
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
        found |= zip(batch, map(features_of_vector, *encoder.tapped(batch)), strict=True)
    return np.stack([np.concatenate([found[one], found[other]]) for one, other in zip(alone, behind, strict=True)])


class ReplySelection:
    """See the module."""

    def __init__(self, encoder: TextEncoder, path: Path, known: Sequence[WrittenReply]) -> None:
        """WeightsError where the file was made for another size, or of other replies."""
        size, held = encoder.size, load_file(path)
        rank = held["places"].shape[-1] if "places" in held else 0
        shapes: dict[str, tuple[int, ...]] = {"look": (size.width,)}
        for number, width in enumerate((3 * size.width, 4 * size.width)):
            shapes |= {f"{number}.weight": (rank, width + WIDTH), f"{number}.bias": (rank,)}
        shapes |= {"places": (2, len(known), rank), "often": (2, len(known))}
        for name, shape in shapes.items():
            if name not in held or held[name].shape != shape:
                raise WeightsError(f"{path}: a tensor {name!r} of {shape} is expected for size {size.name!r}")
        if not np.array_equal(held.pop("names", np.zeros(0)), names_of(known)):
            raise WeightsError(f"{path}: it learnt other replies than there are in {FILE}: attune train {NAME}")
        self.replies = tuple(known)
        self._encoder = encoder
        self._held = {name: held.pop(name).astype(np.float32) for name in shapes}
        changed = merged(above(network(size, encoder.adapter), size.shared), held)
        ready = in_bytes(size, changed) if size.block else changed
        self._layers = Layers(ready, range(size.layers - size.shared), size)

    def scores(self, said: Said) -> Floats:
        """(2, n), of every reply by both readings."""
        read = (features_of(self._states(said), self._held["look"]), vectors_of(self._encoder, [said])[0] * SCALE)
        return np.stack([self._scores(number, part, said) for number, part in enumerate(read)])

    def shares(self, said: Said, among: Sequence[int]) -> Floats:
        """How likely each of some replies is, in the mean of both readings; they sum to one."""
        found: Floats = softmax(self.scores(said)[:, list(among)]).mean(0)
        return found

    def _states(self, said: Said) -> Floats:
        tokens, model = read_as(self._encoder.words, said), self._encoder.model
        bias = model.bias([len(tokens.ids)])
        found: Floats = self._layers(model.lower(*padded([(tokens.ids, tokens.speakers)]), bias), bias)[0]
        return found

    def _scores(self, number: int, read: Floats, said: Said) -> Floats:
        held = self._held
        place = held[f"{number}.weight"] @ np.concatenate([read, beside(said)]) + held[f"{number}.bias"]
        found: Floats = held["places"][number] @ (place / np.linalg.norm(place)) + held["often"][number]
        return found

    def select(self, move: Move, turns: Sequence[Turn]) -> Say | None:
        """The likeliest of the replies that may be said now; None where it is not likely enough."""
        spoken = [turn.text for turn in turns if turn.speaker == "bot"]
        among = [number for number, reply in enumerate(self.replies) if fits(reply, move, spoken)]
        if not among or move.state.kind not in KINDS:
            return None
        before = turns[-2].text if len(turns) > 1 and turns[-2].speaker == "bot" else ""
        shares = self.shares(Said(turns[-1].text, before, move.state.kind, move.state.level), among)
        best = int(shares.argmax())
        bar = BAR if move.moment == UNHEARD else SURE
        return self.replies[among[best]].say if shares[best] >= bar else None


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
