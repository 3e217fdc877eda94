"""Whether somebody asks what becomes of what they wrote: to have it erased, to get it, where it is, who can read it.

Nearness to example lines by the encoder's vectors, weighted by kernel ridge regression (Saunders, Gammerman & Vovk
1998): +1 for a line that asks so, -1 for one that speaks of other things that are lost, deleted, kept or told.
Shapes: n lines, d wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from skills.data_lines import ASKS, TALK
from skills.encoder import ConversationEncoder
from skills.models.head import Floats

SHARPNESS = 2.0
"""How fast a line counts less as its cosine falls."""
RIDGE = 0.3
"""Holds the weights small: no single line decides."""
SURE = 0.1
"""From this score on it is such a question: of the lines of ASKS 90% reach it and of TALK 2%, each left out once, with

the base encoder (85 and 3% with the small one).
"""

FAR = -0.8
"""Below this score of a whole message its last sentence is not read by itself: that costs a pass of the encoder."""


@dataclass(frozen=True)
class DataQuestions:
    """`lines` (n, d) are unit vectors, `weights` (n,) what nearness to each counts for."""

    encoder: ConversationEncoder
    lines: Floats
    weights: Floats

    def scores(self, vectors: Floats) -> Floats:
        """(m, d) unit vectors -> (m,), around +1 for such a question and -1 for anything else."""
        return _nearness(vectors, self.lines) @ self.weights

    def asked(self, text: str, vector: Floats) -> bool:
        """Whether a message asks it: as a whole, whose `vector` (d,) is known, or with its last sentence."""
        whole, last = float(self.scores(vector[None])[0]), last_sentence(text)
        if whole >= SURE or whole < FAR or last == text.strip():
            return whole >= SURE
        return float(self.scores(self.encoder.encode_texts([last]))[0]) >= SURE


@lru_cache(maxsize=2)
def load(encoder: ConversationEncoder) -> DataQuestions:
    """Encode the example lines once for an encoder, and weigh them."""
    asks, talk = lines(ASKS), lines(TALK)
    rows = encoder.encode_texts([*asks, *talk])
    wanted = np.array([1.0] * len(asks) + [-1.0] * len(talk), dtype=np.float32)
    kernel = _nearness(rows, rows) + RIDGE * np.eye(len(rows), dtype=np.float32)
    return DataQuestions(encoder, rows, np.linalg.solve(kernel, wanted))


def lines(written: str) -> list[str]:
    """The example lines of `ASKS` or `TALK`."""
    return [line.strip() for line in written.replace("\n", " ").split(" | ")]


def last_sentence(text: str) -> str:
    """What stands behind the last full stop, question or exclamation mark that something follows."""
    text = text.strip()
    end = max(text.rstrip(".?! ").rfind(mark) for mark in (". ", "? ", "! ", "\n"))
    return text[end + 1 :].strip()


def _nearness(some: Floats, others: Floats) -> Floats:
    near: Floats = np.exp(SHARPNESS * (some @ others.T - 1.0))
    return near
