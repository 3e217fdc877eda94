"""Context reader: a talk's end by upper layers of one's own (low-rank changes, Hu et al. 2022, section 4.1).

It goes on from the encoder's lower layers. What is read are the tokens' mean, that of the last message, and what a
learnt look-out attends to. Shapes: c contexts, t tokens, d wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import numpy as np

from bot.dialog import Conversation
from bot.step import NOT_KEPT
from skills.models.encoder import BATCH, Piece, TextEncoder, Tokens
from skills.models.head import softmax
from skills.models.layers import Floats, Layers
from skills.models.served import served
from skills.models.transformer import padded

SEEN = 3.0
"""What is attended to is multiplied by this, to be about as large as the means, made as long as the root of d."""


class ContextReader:
    """`path` is the file of the changes; `look` (d,) is the look-out."""

    def __init__(self, encoder: TextEncoder, path: Path, look: Floats) -> None:
        size = encoder.size
        self._encoder, self._look, self._wide = encoder.model, look, np.float32(size.width**0.5)
        with served(size, encoder.adapter, path) as upper:
            self._layers = Layers(upper, range(size.layers - size.shared), size)

    def __call__(self, contexts: Sequence[Tokens]) -> Floats:
        """(c, 3 d), the person's words the last of each; contexts of like lengths share a pass."""
        found = np.zeros((len(contexts), 3 * len(self._look)), np.float32)
        order = sorted(range(len(contexts)), key=lambda place: len(contexts[place].ids))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            found[places] = self._pass([contexts[place] for place in places])
        return found

    def _pass(self, batch: Sequence[Tokens]) -> Floats:
        lengths = [len(tokens.ids) for tokens in batch]
        bias = self._encoder.bias(lengths)
        below = self._encoder.lower(*padded([(tokens.ids, tokens.speakers) for tokens in batch]), bias)
        states = zip(self._layers(below, bias), lengths, batch, strict=True)
        return np.stack([self._features(own[:length], last(tokens)) for own, length, tokens in states])

    def _features(self, states: Floats, last: int) -> Floats:
        """(t, d) -> (3 d,), given how many tokens the last message has."""
        means = [own / np.linalg.norm(own) * self._wide for own in (states.mean(0), states[-last:].mean(0))]
        found: Floats = np.concatenate([*means, SEEN * (softmax(states @ self._look) @ states)]).astype(np.float32)
        return found


def pieces(talk: Conversation) -> list[Piece]:
    """Who said what, the bot or not, but for what is not kept."""
    return [(said.speaker == "bot", said.text) for said in talk.turns if said.text != NOT_KEPT]


def last(tokens: Tokens) -> int:
    """How many tokens the person's last words have, all since the bot spoke; the first token of all is nobody's."""
    return max(1, len(list(takewhile(lambda bot: not bot, reversed(tokens.speakers[1:])))))
