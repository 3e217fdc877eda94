"""What the person feels: EmpatheticDialogues' 32 emotions, followed over the talk; mapped also to ESConv's seven."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.dialog import EmotionState, SkillResult, TurnView
from bot.errors import SkillError
from bot.registry import Skill, skill
from skills.labels import EMOTIONS
from skills.models import head, prototypes
from skills.models.head import Floats

LABEL_SET = "empathetic-32"

SEVEN = {
    "anger": ("angry", "annoyed", "furious", "jealous"),
    "anxiety": ("anxious", "apprehensive", "anticipating"),
    "depression": ("devastated", "lonely", "disappointed"),
    "disgust": ("disgusted",),
    "fear": ("afraid", "terrified"),
    "sadness": ("sad", "sentimental", "nostalgic"),
    "shame": ("ashamed", "embarrassed", "guilty"),
}
"""ESConv's seven emotions (Table 2) and the labels of the 32 that speak for each; the pleasant ones speak for none."""


def to_seven(probabilities: Sequence[float]) -> dict[str, float]:
    """Probabilities of ESConv's seven from those of the 32, summed by `SEVEN` and brought to one."""
    share = dict(zip(EMOTIONS, probabilities, strict=True))
    sums = {name: sum(share[label] for label in labels) for name, labels in SEVEN.items()}
    total = sum(sums.values()) or 1.0
    return {name: value / total for name, value in sums.items()}


@skill("emotion", writes=(EmotionState,))
def emotion(*, weights: str = "emotion", memory: float = 0.6) -> Skill:
    """Names what the person feels. `memory` is how much of the last turn's reading a wordless turn would keep.

    `weights = "free"` compares with example lines of this project by the model as published.
    """
    if not 0 <= memory < 1:
        raise SkillError(f"emotion: memory must be from 0 to below 1, and is {memory}")
    trained = prototypes.load() if weights == "free" else head.load(weights, EMOTIONS)

    def feel(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("emotion needs the encoder's vectors")
        read = (trained.probabilities(turn.vectors.last) + trained.probabilities(turn.vectors.context)) / 2
        before = turn.get(EmotionState)
        return SkillResult((blend(before, read, weight(turn.text, memory)),))

    return feel


def weight(text: str, memory: float) -> float:
    """How much the newest words count against the reading before: a bare "yes" little, a full sentence nearly all."""
    words = min(len(text[:2000].split()), 40)
    return 1 - memory * 4 / (4 + words)


def blend(before: EmotionState | None, read: Floats, weight: float) -> EmotionState:
    """The new reading mixed with the one before; intensity is left to the skill that measures it."""
    mixed = read
    if before is not None and before.label_set == LABEL_SET and len(before.probabilities) == len(read):
        mixed = weight * read + (1 - weight) * np.array(before.probabilities, np.float32)
    shares = tuple(round(float(value), 6) for value in mixed / mixed.sum())
    return EmotionState(LABEL_SET, EMOTIONS[int(np.argmax(mixed))], shares, before.intensity if before else 3.0)
