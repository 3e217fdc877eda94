"""Reply selection in danger: which written reply answers what was just said (weights/base/crisis_replies.md).

One sequence is read, the guard's last words and the person's: the encoder's lower layers, then upper ones of its own,
which learnt by low-rank changes (Hu et al. 2022, section 4.1). A linear map of their states, the kind of danger and its
level leads to where every reply has its place; the nearest is chosen, where it is likely enough.
Shapes: t tokens, d wide, n replies, r the width of the places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from bot.dialog import Turn
from bot.errors import WeightsError
from skills.care.danger_reader import features_of
from skills.care.replies import WrittenReply, fits, replies
from skills.care.state import Move
from skills.care.words import Say
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models.adapter import merged
from skills.models.encoder import TextEncoder, Tokens, Words
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
TOKENS = 80
"""The most of both utterances together; the ends are read."""
BAR = 0.35
"""How likely the likeliest reply must be."""
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


class ReplySelection:
    """See the module."""

    def __init__(self, encoder: TextEncoder, path: Path, known: Sequence[WrittenReply]) -> None:
        """WeightsError where the file was made for another size, or of other replies."""
        size, held = encoder.size, load_file(path)
        rank = held["places"].shape[1] if "places" in held else 0
        shapes = {"look": (size.width,), "weight": (rank, 3 * size.width + WIDTH), "bias": (rank,)}
        shapes |= {"places": (len(known), rank), "often": (len(known),)}
        for name, shape in shapes.items():
            if name not in held or held[name].shape != shape:
                raise WeightsError(f"{path}: a tensor {name!r} of {shape} is expected for size {size.name!r}")
        self.replies = tuple(known)
        self._words, self._encoder = encoder.words, encoder.model
        parts = (held.pop(name).astype(np.float32) for name in shapes)
        self._look, self._weight, self._bias, self._places, self._often = parts
        changed = merged(above(network(size, encoder.adapter), size.shared), held)
        ready = in_bytes(size, changed) if size.block else changed
        self._layers = Layers(ready, range(size.layers - size.shared), size)

    def scores(self, said: Said) -> Floats:
        """(n,), of every reply; what may not be said is left out before the softmax."""
        tokens = read_as(self._words, said)
        bias = self._encoder.bias([len(tokens.ids)])
        states = self._layers(self._encoder.lower(*padded([(tokens.ids, tokens.speakers)]), bias), bias)[0]
        read = np.concatenate([features_of(states, self._look), beside(said)])
        place = self._weight @ read + self._bias
        found: Floats = self._places @ (place / np.linalg.norm(place)) + self._often
        return found

    def select(self, move: Move, turns: Sequence[Turn]) -> Say | None:
        """The likeliest of the replies that may be said now; None where it is not likely enough."""
        spoken = [turn.text for turn in turns if turn.speaker == "bot"]
        among = [number for number, reply in enumerate(self.replies) if fits(reply, move, spoken)]
        if not among or move.state.kind not in KINDS:
            return None
        before = turns[-2].text if len(turns) > 1 and turns[-2].speaker == "bot" else ""
        shares = softmax(self.scores(Said(turns[-1].text, before, move.state.kind, move.state.level))[among])
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
