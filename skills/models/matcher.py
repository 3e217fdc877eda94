"""Contexts and replies as vectors whose dot product says how well they go together: a dual encoder.

One encoder reads both sides, and a linear map for each turns its vectors to where they meet (two encoders of one
network, Humeau et al. 2020, section 4.1; Rashkin et al. 2019, section 4.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.models import tensors
from skills.models.encoder import Piece, TextEncoder
from skills.models.files import digest
from skills.models.served import identity as identity_of
from skills.sizes import Size

Floats = NDArray[np.float32]
TURNS, CONTEXT, REPLY = 4, 96, 64
"""Of a talk the last so many utterances, in at most so many tokens; and the most of a reply."""
NAME = "retrieval"
"""The maps' file; they were learnt from the vectors of an encoder with its own adapter."""


class Shared(Protocol):
    """What a matcher needs of an encoder. `identity` changes whenever its vectors do."""

    @property
    def identity(self) -> str: ...

    @property
    def text_encoder(self) -> TextEncoder: ...


class Matcher:
    """Vectors of contexts and of replies, each of length one. `identity` changes whenever they do."""

    def __init__(self, encoder: Shared, folder: Path | None = None) -> None:
        self.encoder = encoder.text_encoder
        size = self.encoder.size
        folder = folder or tensors.folder_of(size)
        maps = maps_of(encoder.identity, size, folder)
        self._context = maps[0] if maps else None
        self._reply = maps[1] if maps else None
        self.identity = f"{encoder.identity}+{digest(folder / f'{NAME}.safetensors')}" if maps else encoder.identity

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        """(n, d) of the ends of talks, newest utterance last, speakers told apart."""
        read = self.encoder.words.context
        return self.turned(self.encoder([read(pieces[-TURNS:], CONTEXT) for pieces in talks]))

    def turned(self, vectors: Floats) -> Floats:
        """Contexts' vectors (n, d) where replies lie."""
        return turned(vectors, self._context)

    def replies(self, texts: Sequence[str]) -> Floats:
        """(n, d) of replies, each said by the bot."""
        read = self.encoder.words.utterance
        return turned(self.encoder([read(text, True, REPLY) for text in texts]), self._reply)


def maps_of(identity: str, size: Size, folder: Path) -> tuple[Floats, Floats] | None:
    """The maps (out, in) of contexts and of replies; None where none ship, or for vectors they were not learnt from.

    For an encoder as published no file is opened to tell.
    """
    if NAME not in tensors.pins(folder) or identity == identity_of(size, None):
        return None
    if identity != identity_of(size, tensors.find(tensors.ENCODER, folder)):
        return None
    path = tensors.find(NAME, folder)
    held = load_file(path)
    for name in ("context", "reply"):
        if name not in held or held[name].shape != (size.width, size.width):
            raise WeightsError(f"{path}: a tensor {name!r} of {size.width} x {size.width} is expected")
    return held["context"].astype(np.float32), held["reply"].astype(np.float32)


def turned(vectors: Floats, weight: Floats | None) -> Floats:
    """(n, d) under a map, each of length one again."""
    if weight is None or not len(vectors):
        return vectors
    turned: Floats = vectors @ weight.T
    unit: Floats = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    return unit
