"""A skill that says what it was told, after some milliseconds of its processor's time: a stand-in for a network."""

from __future__ import annotations

from time import thread_time

from bot.dialog import Reply, SkillResult, TurnView
from bot.registry import Skill, skill


@skill("busy")
def busy(*, milliseconds: float = 20.0) -> Skill:
    """Answer with the person's own words, and be busy before."""

    def answer(turn: TurnView, /) -> SkillResult:
        until = thread_time() + milliseconds / 1000
        while thread_time() < until:
            pass
        return SkillResult(replies=(Reply(turn.text, "busy", 1.0),))

    return answer
