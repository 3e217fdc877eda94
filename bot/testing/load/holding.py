"""A skill that says what it was told, and holds on to some words as a careless plugin might."""

from __future__ import annotations

import re

from bot.dialog import Reply, SkillResult, TurnView
from bot.registry import Skill, skill

SEARCHES_ON = re.compile(r"(a+)+$")
"""Twice the time for each letter more."""


@skill("holding")
def holding() -> Skill:
    """Answer with the person's own words, unless they say "hold the lock"."""

    def answer(turn: TurnView, /) -> SkillResult:
        if "hold the lock tightly" in turn.text:
            sum(range(10**15))  # in C, where no signal is looked for
        if "hold the lock" in turn.text:
            SEARCHES_ON.match("a" * 90 + "!")
        return SkillResult(replies=(Reply(turn.text, "holding", 1.0),))

    return answer
