"""How strong the feeling is, from 1 to 5 as in ESConv's surveys: smoothed over the turns, with a trend.

The person's own answer, one tap at the start and one at the end, overrides what was read from their words; the change
between the two is the talk's effectiveness (ESConv, section 3.1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from bot.dialog import EmotionState, SelfReport, SkillResult, TurnView
from bot.errors import SkillError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.encoder import encoder_size
from skills.models import head

LOWEST, HIGHEST = 1.0, 5.0
KEPT = 6
SLOPE = 0.15
"""A change per turn smaller than this is called steady."""


@part("intensity", version=1)
@dataclass(frozen=True, slots=True)
class Intensity:
    """`recent` are the smoothed values of the last turns, newest last; `answer` is the own answer they start from."""

    recent: tuple[float, ...]
    answer: int | None = None

    @property
    def value(self) -> float:
        return self.recent[-1]

    @property
    def slope(self) -> float:
        """Change per turn over the last turns (least squares); 0 for a first turn."""
        if len(self.recent) < 2:
            return 0.0
        return float(np.polyfit(np.arange(len(self.recent)), np.array(self.recent), 1)[0])

    @property
    def trend(self) -> Literal["easing", "steady", "rising"]:
        if abs(self.slope) < SLOPE:
            return "steady"
        return "rising" if self.slope > 0 else "easing"

    def explain(self) -> str:
        return f"{self.value:.1f}, {self.trend}"


@skill("intensity", reads=(EmotionState, SelfReport), writes=(Intensity, EmotionState))
def intensity(encoder: Encoder | None = None, *, weights: str = "intensity", smoothing: float = 0.5) -> Skill:
    """Measures how strong the feeling is. `smoothing` is what the value before keeps; `weights = "free"`: by words."""
    if not 0 <= smoothing < 1:
        raise SkillError(f"intensity: smoothing must be from 0 to below 1, and is {smoothing}")
    trained = None if weights == "free" else head.shipped(weights, None, encoder_size(encoder), vectors=2)

    def measure(turn: TurnView) -> SkillResult:
        if trained is None:
            raw = by_words(turn.text)
        elif turn.vectors is None:
            raise SkillError("intensity needs the encoder's vectors")
        else:
            raw = float(trained.scores(np.concatenate([turn.vectors.context, turn.vectors.last]))[0])
        now = follow(turn.get(Intensity), raw, turn.get(SelfReport), smoothing)
        felt = turn.get(EmotionState)
        return SkillResult((now, replace(felt, intensity=now.value)) if felt else (now,))

    return measure


def follow(before: Intensity | None, raw: float, own: SelfReport | None, smoothing: float) -> Intensity:
    """The next smoothed value; a new answer of the person's own is taken as it is and followed from there."""
    answer = None if own is None else own.first if own.last is None else own.last
    known = before.answer if before else None
    if answer is not None and answer != known:
        return Intensity((float(answer),), answer)
    value = min(max(raw, LOWEST), HIGHEST)
    if before is not None:
        value = smoothing * before.value + (1 - smoothing) * value
    recent = (*before.recent, value) if before else (value,)
    return Intensity(tuple(round(item, 4) for item in recent[-KEPT:]), answer)


STRONG = {
    "can't", "cannot", "never", "nothing", "always", "so", "devastated", "hopeless", "unbearable", "terrified",
    "furious", "hate", "worst", "crying", "desperate", "panic", "alone", "awful", "horrible", "broken", "destroyed",
}  # fmt: skip
MILD = {
    "bit", "little", "slightly", "somewhat", "fine", "ok", "okay", "better", "calm", "alright", "kinda", "maybe",
    "relaxed", "good", "nice",
}  # fmt: skip


def by_words(text: str) -> float:
    """Without a head: strong and mild words, capitals and exclamation marks move a middle value."""
    words = [word.strip(".,!?") for word in text[:2000].split()][:200]
    strong, mild = (sum(word.lower() in known for word in words) for known in (STRONG, MILD))
    loud = sum(len(word) > 2 and word.isupper() for word in words) + text[:2000].count("!") / 2
    return float(np.clip(3.0 + 0.5 * min(strong, 4) + 0.25 * min(loud, 4) - 0.6 * min(mild, 3), LOWEST, HIGHEST))
