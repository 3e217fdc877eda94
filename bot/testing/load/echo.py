"""A skill that says what it was told."""

from __future__ import annotations

from bot.dialog import Reply, SkillResult, TurnView
from bot.registry import Skill, skill


@skill("echo")
def echo() -> Skill:
    """Answer with the person's own words."""

    def answer(turn: TurnView, /) -> SkillResult:
        return SkillResult(replies=(Reply(turn.text, "echo", 1.0),))

    return answer
