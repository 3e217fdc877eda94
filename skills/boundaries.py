"""Boundaries: what is always answered alike: a dose, a diagnosis, the law, another language, a flood of messages.

The answers stand in `boundaries.toml`, by the act that they answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.dialog import Reply, SkillResult, TurnView
from bot.errors import ConfigError
from bot.registry import Skill, skill
from bot.toml import read_toml
from skills.intent import NAMES, Acts

FILE = Path(__file__).with_name("boundaries.toml")
FIXED, OPEN, STEP = 2.0, 0.95, 0.01
"""The score of a fixed answer, that of persona's; of one that is a proposal among others; and less for each further."""
AGAIN = 30
"""After so many replies an answer may be given again, before those not given yet are used up it is not."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What answers an act; `fixed`: nothing better can be written or chosen."""

    act: str
    fixed: bool
    replies: tuple[str, ...]


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: the most telling act first."""

    answers: tuple[Answer, ...]


@skill("boundaries", reads=(Acts,))
def boundaries() -> Skill:
    """Answers what a program must not or cannot answer otherwise: doses, diagnoses, the law, languages, orders."""
    answers = load()

    def answer(turn: TurnView) -> SkillResult:
        acts = turn.get(Acts) or Acts(frozenset())
        found = next((one for one in answers if one.act in acts), None)
        return SkillResult(replies=tuple(_replies(found, turn)) if found else ())

    return answer


@lru_cache(maxsize=1)
def load() -> tuple[Answer, ...]:
    """The answers in their order. ConfigError names what is wrong with the file."""
    found = read_toml(FILE, Answers).answers
    for one in found:
        if one.act not in NAMES or not one.replies:
            raise ConfigError(f"{FILE}: {one.act!r} is no act of skills/intent.py, or has no replies")
    return found


def _replies(answer: Answer, turn: TurnView) -> Iterator[Reply]:
    """Those not given lately, else all of them."""
    said = set(turn.conversation.said("bot")[-AGAIN:])
    fresh = [text for text in answer.replies if text not in said] or list(answer.replies)
    for place, text in enumerate(fresh):
        yield Reply(text, "boundaries", (FIXED if answer.fixed else OPEN) - STEP * place, "Others")
