"""Dialogue acts in a crisis: what somebody asks for or tells beside danger, whether it is voices, who is young, and who

was misheard. Four linear heads over the vector of the last utterance, made by `attune train crisis` from lines written
for this project. Each is a guess with a bar: it brings a line or milder words. A level is lowered by one only where the
level was a guess itself, and the danger classifier, which reads the talk, hears nothing either.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.sentences import sentences
from skills.encoder import ConversationEncoder
from skills.models import head, tensors
from skills.models.head import Floats, Head
from skills.sizes import SMALL, Size

ACTS = (
    *("none", "lines", "written", "unanswered", "engaged", "called", "here", "company", "alone", "unreached"),
    *("refuses", "police", "leaves", "away", "means_near", "gone", "dont_know", "safe", "for_other", "better"),
    *("worse", "erase", "tells", "wording", "should_call", "stays", "fault", "other_safe", "dread"),
    *("unsafe", "misread", "will_tell", "child", "for_self"),
)
"""What they are: asks whom to call, asks to write instead, nobody answered, the line was engaged, has called or told

somebody, helpers are here, somebody is with them, nobody is, has somebody who was not told, wants no help, fears the
police or a hospital, stops writing, the means are away, or at hand, who hurts them has gone, "I don't know", says they
are safe, speaks of somebody else, feels better than before, or worse, asks how to erase the talk,
who is told of it, what to write to somebody, whether to call, for company, whose fault it is, says that the one they
worry about is safe, dreads harming their own child, is not safe or can't say, was misread, will now tell somebody or do
another safe thing, asks whether their child is taken away, and says that it is about themself after all.
"""
VOICES = ("real", "voices")
"""Told of a real person, or of a voice or something that cannot be."""
YOUNG = ("adult", "young")
MISHEARD = ("meant", "misheard")
"""Answered as by somebody who was taken for in danger and isn't: puzzled, amused, cross, back at what they told."""
NAMES = {"crisis_acts": ACTS, "voices": VOICES, "young": YOUNG, "misheard": MISHEARD}
"""The heads' files, with their labels."""
FREE = "_free"
"""How the files end that learnt from the vectors of the encoder as published."""
ACT_BAR, VOICES_BAR, YOUNG_BAR, MISHEARD_BAR = 0.35, 0.6, 0.8, 0.7
"""How sure a head must be."""
EASING, EASING_BAR = frozenset({"safe", "here", "called", "away", "gone", "better", "other_safe"}), 0.5
"""Acts after which less is urged, and how sure the head must be of one: to miss it costs a question too many."""
MOST = 6
"""Sentences of a message that are read one by one, at most: each costs a pass of the encoder."""


@dataclass(frozen=True, slots=True)
class CrisisActs:
    """What one utterance shows; `act` is one of ACTS, "" for none."""

    act: str = ""
    voices: bool = False
    young: bool = False
    misheard: bool = False


@dataclass(frozen=True, slots=True)
class CrisisHeads:
    """The four heads, as they learnt from one encoder's vectors."""

    acts: Head
    voices: Head
    young: Head
    misheard: Head


def load_for(encoder: ConversationEncoder) -> CrisisHeads:
    """The heads for an encoder: those of the model as published, or with our adapter."""
    texts = encoder.text_encoder
    return load("" if texts.adapter else FREE, size=texts.size)


def load(ending: str = "", folder: Path | None = None, size: Size = SMALL) -> CrisisHeads:
    """The heads whose files end so, for vectors of this size. WeightsError when one is missing or altered."""
    place, widths = folder or tensors.folder_of(size), {head.INPUT: size.width}
    acts, voices, young, misheard = (
        head.load(f"{name}{ending}", labels, place, widths) for name, labels in NAMES.items()
    )
    return CrisisHeads(acts, voices, young, misheard)


def read(vectors: Floats, heads: CrisisHeads) -> list[CrisisActs]:
    """Vectors (n, d) of utterances -> what each shows."""
    shares = heads.acts.probabilities(vectors)
    apart = (heads.voices, VOICES_BAR), (heads.young, YOUNG_BAR), (heads.misheard, MISHEARD_BAR)
    reached = np.stack([one.probabilities(vectors)[:, 1] >= bar for one, bar in apart], axis=1)
    found = []
    for row, (a_voice, a_child, misheard) in zip(shares, reached.tolist(), strict=True):
        found.append(CrisisActs(likeliest(row), a_voice, a_child, misheard))
    return found


def parts_of(text: str) -> list[str]:
    """The sentences of a message that has several, but not too many."""
    found = sentences(text)
    return found if 1 < len(found) <= MOST else []


def act_of_parts(whole: Floats, parts: Floats, heads: CrisisHeads) -> str:
    """The act of a message by its vector (d,) and those of its sentences (n, d): the mean of its share in the whole and

    of the greatest in a sentence; none is as likely as in the sentence that tells most.
    """
    shares = heads.acts.probabilities(parts)
    told = np.concatenate([shares[:, :1].min(axis=0), shares[:, 1:].max(axis=0)])
    return likeliest((heads.acts.probabilities(whole[None])[0] + told) / 2)


def likeliest(shares: Floats) -> str:
    """The act that is likeliest and likely enough, by the shares (acts,); "" for none."""
    best = int(shares.argmax())
    bar = EASING_BAR if ACTS[best] in EASING else ACT_BAR
    return ACTS[best] if best and shares[best] >= bar else ""
