"""A skill that says what it was told, after some milliseconds: a stand-in for a network here or on another device."""

from __future__ import annotations

from time import sleep, thread_time

from bot.dialog import Reply, SkillResult, TurnView
from bot.registry import Skill, skill


@skill("busy")
def busy(*, milliseconds: float = 20.0, waits: bool = False) -> Skill:
    """Answer with the person's own words, and keep the processor busy before, or only wait."""

    def answer(turn: TurnView, /) -> SkillResult:
        if waits:
            sleep(milliseconds / 1000)
        until = thread_time() + (0.0 if waits else milliseconds / 1000)
        while thread_time() < until:
            pass
        return SkillResult(replies=(Reply(turn.text, "busy", 1.0),))

    return answer
