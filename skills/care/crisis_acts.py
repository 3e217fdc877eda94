"""Dialogue acts in a crisis: what somebody asks for or tells beside danger, whether it is voices, and who is young.

Three linear heads over the vector of the last utterance, made by `attune train crisis` from lines written for this
project. Each is a guess with a bar: it brings a line or milder words, and never lowers a level.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from skills.models import head, tensors
from skills.models.head import Floats, Head

ACTS = ("none", "lines", "written", "unanswered", "engaged", "here", "away", "gone", "dont_know")
"""The moments of `skills.care.moments` that answer them: asks whom to call, asks to write instead, nobody answered, the
line was engaged, helpers are here, the means are away, who hurts them has gone, "I don't know"."""
VOICES = ("real", "voices")
"""Told of a real person, or of a voice or something that cannot be."""
YOUNG = ("adult", "young")
ACT_BAR, PRESENCE_BAR, VOICES_BAR, YOUNG_BAR = 0.5, 0.7, 0.6, 0.5
"""How sure a head must be. Who or what is near or away is praised or relied on: for that it must be surer."""
_PRESENCE = frozenset({"here", "away", "gone"})


@dataclass(frozen=True, slots=True)
class CrisisActs:
    """What one utterance shows; `act` is one of ACTS, "" for none."""

    act: str = ""
    voices: bool = False
    young: bool = False


@lru_cache(maxsize=1)
def load(folder: Path = tensors.WEIGHTS) -> tuple[Head, Head, Head]:
    """The heads of acts, voices and young. WeightsError when a file is missing or altered."""
    named = (("crisis_acts", ACTS), ("voices", VOICES), ("young", YOUNG))
    acts, voices, young = (head.load(name, labels, folder) for name, labels in named)
    return acts, voices, young


def read(vectors: Floats) -> list[CrisisActs]:
    """Vectors (n, d) of utterances -> what each shows."""
    acts, voices, young = load()
    shares = acts.probabilities(vectors)
    heard, under = voices.probabilities(vectors)[:, 1], young.probabilities(vectors)[:, 1]
    found = []
    for row, a_voice, a_child in zip(shares, heard, under, strict=True):
        best = int(row.argmax())
        bar = PRESENCE_BAR if ACTS[best] in _PRESENCE else ACT_BAR
        act = ACTS[best] if best and row[best] >= bar else ""
        found.append(CrisisActs(act, bool(a_voice >= VOICES_BAR), bool(a_child >= YOUNG_BAR)))
    return found
