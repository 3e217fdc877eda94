"""Dialogue acts in a crisis: what somebody asks for or tells beside danger, whether it is voices, and who is young.

Three linear heads over the vector of the last utterance, made by `attune train crisis` from lines written for this
project. Each is a guess with a bar: it brings a line or milder words, and never lowers a level.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from skills.encoder import ConversationEncoder
from skills.models import head, tensors
from skills.models.head import Floats, Head
from skills.sizes import SMALL, Size

ACTS = ("none", "lines", "written", "unanswered", "engaged", "here", "away", "gone", "dont_know")
"""The moments of `skills.care.moments` that answer them: asks whom to call, asks to write instead, nobody answered, the
line was engaged, helpers are here, the means are away, who hurts them has gone, "I don't know"."""
VOICES = ("real", "voices")
"""Told of a real person, or of a voice or something that cannot be."""
YOUNG = ("adult", "young")
NAMES = {"crisis_acts": ACTS, "voices": VOICES, "young": YOUNG}
"""The heads' files, with their labels."""
FREE = "_free"
"""How the files end that learnt from the vectors of the encoder as published."""
ACT_BAR, TOLD_BAR, VOICES_BAR, YOUNG_BAR = 0.5, 0.65, 0.6, 0.8
"""How sure a head must be. What is told is relied on ("they are here", "nobody answered"): there it must be surer."""
_ASKING = frozenset({"lines", "written", "dont_know"})


@dataclass(frozen=True, slots=True)
class CrisisActs:
    """What one utterance shows; `act` is one of ACTS, "" for none."""

    act: str = ""
    voices: bool = False
    young: bool = False


@dataclass(frozen=True, slots=True)
class CrisisHeads:
    """The three heads, as they learnt from one encoder's vectors."""

    acts: Head
    voices: Head
    young: Head


def load_for(encoder: ConversationEncoder) -> CrisisHeads:
    """The heads for an encoder: those of the model as published, or with our adapter."""
    texts = encoder.text_encoder
    return load("" if texts.adapter else FREE, size=texts.size)


def load(ending: str = "", folder: Path | None = None, size: Size = SMALL) -> CrisisHeads:
    """The heads whose files end so, for vectors of this size. WeightsError when one is missing or altered."""
    place, widths = folder or tensors.folder_of(size), {head.INPUT: size.width}
    acts, voices, young = (head.load(f"{name}{ending}", labels, place, widths) for name, labels in NAMES.items())
    return CrisisHeads(acts, voices, young)


def read(vectors: Floats, heads: CrisisHeads) -> list[CrisisActs]:
    """Vectors (n, d) of utterances -> what each shows."""
    shares = heads.acts.probabilities(vectors)
    heard, under = heads.voices.probabilities(vectors)[:, 1], heads.young.probabilities(vectors)[:, 1]
    found = []
    for row, a_voice, a_child in zip(shares, heard, under, strict=True):
        best = int(row.argmax())
        bar = ACT_BAR if ACTS[best] in _ASKING else TOLD_BAR
        act = ACTS[best] if best and row[best] >= bar else ""
        found.append(CrisisActs(act, bool(a_voice >= VOICES_BAR), bool(a_child >= YOUNG_BAR)))
    return found
