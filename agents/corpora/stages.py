"""Stages of support derived from strategies: ESConv has no stage labels of its own (Liu et al. 2021, Figure 2).

A strategy fits one or more stages, and the order of stages is flexible, so what comes out is derived, never gold.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.dialog import SupportStage

EXPLORATION, COMFORTING, ACTION = SupportStage
STAGES_OF: dict[str, tuple[SupportStage, ...]] = {
    "Question": (EXPLORATION,),
    "Restatement or Paraphrasing": (EXPLORATION,),
    "Reflection of feelings": (EXPLORATION, COMFORTING),
    "Self-disclosure": (EXPLORATION, COMFORTING, ACTION),
    "Affirmation and Reassurance": (COMFORTING, ACTION),
    "Providing Suggestions": (ACTION,),
    "Information": (ACTION,),
    "Others": (EXPLORATION, COMFORTING, ACTION),
}


def derive(strategies: Iterable[str | None]) -> tuple[SupportStage, ...]:
    """One derived stage for each of a talk's supporter messages, in order.

    A talk begins with exploration and stays in its stage as long as the strategy fits it; otherwise it goes to the
    nearest stage that fits, the later one of two. A strategy outside the eight, or none, changes nothing.
    """
    stage, found = EXPLORATION, []
    for strategy in strategies:
        stage = _next(stage, STAGES_OF.get(strategy or "", ()))
        found.append(stage)
    return tuple(found)


def _next(stage: SupportStage, fitting: tuple[SupportStage, ...]) -> SupportStage:
    if not fitting or stage in fitting:
        return stage
    order = list(SupportStage)
    here = order.index(stage)
    return min(fitting, key=lambda other: (abs(order.index(other) - here), order.index(other) < here))
