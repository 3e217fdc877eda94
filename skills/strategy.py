"""Which support strategy the next reply should use: probabilities over the eight of ESConv."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bot.dialog import (
    STRATEGIES,
    EmotionState,
    PastStrategies,
    SkillResult,
    StageState,
    SupportStage,
    TurnView,
)
from bot.errors import SkillError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.emotion import EmotionTrajectory
from skills.encoder import encoder_size
from skills.history import beside, seen
from skills.intent import Acts
from skills.labels import EMOTIONS, POSITIVE
from skills.models import head
from skills.models.head import Floats


@part("strategy_plan", version=1)
@dataclass(frozen=True, slots=True)
class StrategyPlan:
    """How fitting each of `bot.dialog.STRATEGIES` is now, in that order; sums to one."""

    probabilities: tuple[float, ...]

    def explain(self) -> str:
        best = sorted(zip(self.probabilities, STRATEGIES, strict=True), reverse=True)[:3]
        return ", ".join(f"{name} {probability:.2f}" for probability, name in best)


@skill("strategy", reads=(Acts, EmotionState, EmotionTrajectory, StageState, PastStrategies), writes=(StrategyPlan,))
def strategy(encoder: Encoder | None = None, *, weights: str = "strategy") -> Skill:
    """Weighs ESConv's eight support strategies; `weights = "free"` goes by stage and variety alone."""
    if weights == "free":
        return lambda turn: SkillResult((_plan(rule(past(turn), stage(turn), pleasant(turn))),))
    size = encoder_size(encoder)
    trained = head.shipped(weights, STRATEGIES, size, others=beside(size))

    def weigh(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("strategy needs the encoder's vectors")
        return SkillResult((_plan(trained.probabilities(seen(turn, turn.vectors, trained.width))),))

    return weigh


def _plan(probabilities: Floats) -> StrategyPlan:
    return StrategyPlan(tuple(round(float(value), 6) for value in probabilities))


def past(turn: TurnView) -> tuple[str | None, ...]:
    known = turn.get(PastStrategies)
    return known.past if known else ()


def stage(turn: TurnView) -> SupportStage:
    known = turn.get(StageState)
    return known.stage if known else SupportStage.EXPLORATION


def emotions(turn: TurnView) -> Floats:
    known = turn.get(EmotionState)
    if known is None or len(known.probabilities) != len(EMOTIONS):
        return np.full(len(EMOTIONS), 1 / len(EMOTIONS), np.float32)
    return np.array(known.probabilities, np.float32)


def pleasant(turn: TurnView) -> float:
    """The share of pleasant emotions, from 0 to 1."""
    return float(sum(p for p, label in zip(emotions(turn), EMOTIONS, strict=True) if label in POSITIVE))


RULES = {
    SupportStage.EXPLORATION: (0.42, 0.14, 0.18, 0.04, 0.12, 0.02, 0.02, 0.06),
    SupportStage.COMFORTING: (0.15, 0.10, 0.25, 0.12, 0.28, 0.03, 0.02, 0.05),
    SupportStage.ACTION: (0.12, 0.06, 0.08, 0.10, 0.20, 0.28, 0.10, 0.06),
}
"""Our own weights by stage, in the order of STRATEGIES: ask first, then comfort, then offer (ESConv, Figure 2)."""


def rule(used: Sequence[str | None], stage: SupportStage, pleasant: float) -> Floats:
    """A plan without a trained head: the stage's weights, less for what was just done, no advice on good news."""
    weights = np.array(RULES[stage], np.float32)
    for back, share in ((1, 0.4), (2, 0.7)):
        if len(used) >= back and used[-back] in STRATEGIES:
            weights[STRATEGIES.index(str(used[-back]))] *= share
    if pleasant > 0.5:
        weights[[STRATEGIES.index("Providing Suggestions"), STRATEGIES.index("Reflection of feelings")]] *= 0.2
    shares: Floats = weights / weights.sum()
    return shares
