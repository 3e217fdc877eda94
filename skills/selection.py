"""Selection: which general line would be chosen, and what kind of message the last one is.

Response selection as classification: by what a context reader of its own, which learnt what readers of all general
lines chose, reads of a talk's end (weights/base/selection.md).
Shapes: c contexts, n lines, k kinds, r the rank, d wide.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from safetensors import safe_open

from bot.dialog import Conversation
from bot.errors import WeightsError
from skills.encoder import ConversationEncoder
from skills.models import tensors
from skills.models.context_reader import ContextReader, pieces
from skills.models.encoder import Piece, TextEncoder, Tokens
from skills.models.head import softmax
from skills.models.layers import Floats
from skills.models.ranker import context_tokens

NAME = "selection"
"""The file of its tensors."""
UNLIKELY = 1e-3
"""The share of a kind that is not told on."""
KEPT = 64
"""Contexts whose readings need not be made again: two skills ask for the same."""


class Read(NamedTuple):
    """Of a context the `kinds` (k,), shares of what its last message is, and of the `lines` (n,) the logarithms of

    their chances to be chosen.
    """

    kinds: Floats
    lines: Floats


class Selection:
    """`names` are the kinds; `learnt` is the digest of the lines."""

    def __init__(self, encoder: TextEncoder, path: Path) -> None:
        """WeightsError where the file was made for another size."""
        size = encoder.size
        with safe_open(path, "numpy") as file:
            held = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
            self.names: tuple[str, ...] = tuple(json.loads((file.metadata() or {}).get("kinds", "[]")))
        widths = {"look": size.width, "query": 3 * size.width, "kinds": 3 * size.width}
        if wrong := [name for name, width in widths.items() if name not in held or held[name].shape[-1] != width]:
            raise WeightsError(f"{path}: {wrong[0]!r} is not of {widths[wrong[0]]} numbers, as size {size.name!r} has")
        if len(held["kinds"]) != len(self.names):
            raise WeightsError(f"{path}: {len(held['kinds'])} kinds, and names of {len(self.names)}")
        self.learnt = held["digest"].tobytes()
        maps = ("query", "shift"), ("lines", "bias"), ("kinds", "kinds_bias")
        self._query, self._lines, self._kinds = ([held[name].astype(np.float32) for name in pair] for pair in maps)
        self._of_kind, self._heeded = held["of_kind"].astype(np.intp), held["heeded"].astype(np.float32)
        self._words, self._reader = encoder.words, ContextReader(encoder, path, held["look"].astype(np.float32))
        self._known: dict[Tokens, Read] = {}

    def __call__(self, talks: Sequence[Conversation]) -> list[Read]:
        """What is made of the end of each talk, the person's words the last."""
        return self.read([pieces(talk) for talk in talks])

    def read(self, contexts: Sequence[Sequence[Piece]]) -> list[Read]:
        """The same of talks as who said what, the bot or not."""
        wanted = [context_tokens(self._words, context) for context in contexts]
        known = {tokens: self._known.pop(tokens) for tokens in dict.fromkeys(wanted) if tokens in self._known}
        if new := [tokens for tokens in dict.fromkeys(wanted) if tokens not in known]:
            known |= self._made(new)
        self._known |= known
        for tokens in list(self._known)[:-KEPT]:
            del self._known[tokens]
        return [known[tokens] for tokens in wanted]

    def _made(self, contexts: Sequence[Tokens]) -> dict[Tokens, Read]:
        features = self._reader(contexts)
        kinds = softmax(_mapped(features, self._kinds))
        told = self._heeded * np.log(np.maximum(kinds, UNLIKELY))[:, self._of_kind]
        scores = _mapped(_mapped(features, self._query), self._lines) + told
        lines = scores - scores.max(1, keepdims=True)
        lines -= np.log(np.exp(lines).sum(1, keepdims=True))
        return {tokens: Read(*own) for tokens, own in zip(contexts, zip(kinds, lines, strict=True), strict=True)}


def _mapped(read: Floats, weight_and_bias: Sequence[Floats]) -> Floats:
    weight, bias = weight_and_bias
    found: Floats = read @ weight.T + bias
    return found


def digest(texts: Sequence[str]) -> bytes:
    """Of the lines in their order."""
    return hashlib.sha256("\n".join(texts).encode()).digest()


def shipped(encoder: ConversationEncoder, folder: Path | None = None) -> Selection | None:
    """What was learnt over this encoder, once in memory; None where none ships for it.

    `folder` is that of the tensors which ship for the encoder's size where None. WeightsError where a file is altered.
    """
    texts = encoder.text_encoder
    folder = folder or tensors.folder_of(texts.size)
    if NAME not in tensors.pins(folder) or texts.adapter != tensors.find(tensors.ENCODER, folder):
        return None
    return _load(texts, tensors.find(NAME, folder), tensors.pins(folder)[NAME])


@lru_cache(maxsize=2)
def _load(encoder: TextEncoder, path: Path, _checksum: str) -> Selection:
    return Selection(encoder, path)
