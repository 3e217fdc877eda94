"""What kind of message the last one is: what it does (a question, a correction, news) and what it is about.

The kinds are those that general replies are written for (`## after: ...` in `skills/replies`). They are read by
`skills.selection`, which learnt from labels that readers gave, several a message: what it gives are shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bot.dialog import SkillResult, TurnView
from bot.errors import WeightsError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.encoder import ours
from skills.models.layers import Floats
from skills.selection import Selection, shipped

KEPT = 12
"""So many kinds are told on, the likeliest."""
ASKING = "they ask"
"""How the kinds of a direct question begin."""
ASKED = 0.2
"""A message with such a share of direct questions among its kinds wants an answer."""


@part("kinds", version=1)
@dataclass(frozen=True, slots=True)
class Kinds:
    """`shares` are the likeliest kinds, each with its share of all; `asks` is the share of all direct questions."""

    shares: tuple[tuple[str, float], ...] = ()
    asks: float = 0.0

    def explain(self) -> str:
        return ", ".join(f"{kind} ({share:.2f})" for kind, share in self.shares[:3])


@skill("kinds", writes=(Kinds,))
def kinds(encoder: Encoder | None = None) -> Skill:
    """Hears what the last message does and what it is about, so that what answers such a message can be found."""
    own = ours(encoder)
    selection = shipped(own)
    if selection is None:
        size = own.text_encoder.size.name
        raise WeightsError(f"kinds are heard over the base encoder with our adapter alone; this one's size is {size!r}")
    return Hear(selection)


@dataclass(frozen=True, slots=True)
class Hear:
    """See `kinds`."""

    selection: Selection

    def __call__(self, turn: TurnView, /) -> SkillResult:
        return self.many([turn])[0]

    def many(self, turns: Sequence[TurnView], /) -> list[SkillResult]:
        names = self.selection.names
        asked = [number for number, kind in enumerate(names) if asking(kind)]
        return [
            SkillResult((_told(read.kinds, names, asked),))
            for read in self.selection([turn.conversation for turn in turns])
        ]


def _told(shares: Floats, names: Sequence[str], asked: Sequence[int]) -> Kinds:
    likely = np.argsort(-shares)[:KEPT]
    told = tuple((names[place], round(float(shares[place]), 4)) for place in likely)
    return Kinds(told, round(float(shares[list(asked)].sum()), 4))


def asking(kind: str) -> bool:
    """Whether a kind is one of direct questions."""
    return kind.startswith(ASKING)
