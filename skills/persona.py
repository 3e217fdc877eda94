"""Honesty about being a program: answered before anything else, then the talk goes on."""

from __future__ import annotations

import re

from bot.dialog import Reply, SkillResult, TurnView
from bot.registry import Skill, skill
from skills.intent import Acts

SURE = 2.0
"""Above any score of the bank: a direct question about the bot comes first."""

ANSWERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        r"therapist|counsell?or|doctor|psycholog",
        ("I'm a computer program, not a therapist or a clinician. I can listen, and help you think things through.",),
    ),
    (
        r"feel|love|care about|feelings|emotions|alive|conscious",
        (
            "I'm a program and can't feel. What I can do is pay attention to what you write.",
            "I don't have feelings; I'm software. What you tell me still shapes every answer I give you here.",
        ),
    ),
    (
        r"remember",
        ("I mostly go by what is written in this conversation.",),
    ),
    (
        r"name|who (made|built)|who are you|what are you",
        ("I'm Attune, a computer program made to listen and to help you think. There's no person behind these lines.",),
    ),
    (
        r"",
        (
            "I'm a computer program, not a person. I can listen and help you think; I can't feel, and I can't act in "
            "an emergency.",
            "No person here, only a program that reads what you write and tries to answer it well.",
        ),
    ),
)
BACK = ("What would you like to tell me?", "We can go on from where you were, if you like.")


@skill("persona", reads=(Acts,))
def persona() -> Skill:
    """Says truthfully what the bot is, when asked."""

    def answer(turn: TurnView) -> SkillResult:
        acts = turn.get(Acts)
        if acts is None or "about_bot" not in acts:
            return SkillResult()
        said = set(turn.conversation.said("bot"))
        lines = next(lines for pattern, lines in ANSWERS if re.search(pattern, turn.text, re.IGNORECASE))
        back = BACK[len(turn.conversation.turns) > 1]
        texts = [f"{line} {back}" for line in lines]
        fresh = [text for text in texts if text not in said] or list(lines)
        return SkillResult(replies=(Reply(fresh[0], "persona", SURE, "Others"),))

    return answer
