"""What kind of message the last one is: what it does (a question, a correction, news) and what it is about.

The kinds are those that general replies are written for (`## after: ...` in `skills/replies`). The head learnt from
labels that readers gave, several a message: what it gives are shares among a message's kinds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bot.dialog import SkillResult, TurnView
from bot.errors import SkillError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.encoder import encoder_size
from skills.models import head

NAME = "kinds"
"""The head's file."""
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
def kinds(encoder: Encoder | None = None, *, weights: str = NAME) -> Skill:
    """Hears what the last message does and what it is about, so that what answers such a message can be found."""
    trained = head.shipped(weights, None, encoder_size(encoder), vectors=2)
    asked = [number for number, kind in enumerate(trained.labels) if asking(kind)]

    def hear(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("kinds needs the encoder's vectors")
        read = trained.probabilities(np.concatenate([turn.vectors.last, turn.vectors.context]))
        likely = np.argsort(-read)[:KEPT]
        shares = tuple((trained.labels[place], round(float(read[place]), 4)) for place in likely)
        return SkillResult((Kinds(shares, round(float(read[asked].sum()), 4)),))

    return hear


def asking(kind: str) -> bool:
    """Whether a kind is one of direct questions."""
    return kind.startswith(ASKING)
