"""Talks with the guard in Britain, and what they start from, for the tests of its state."""

from __future__ import annotations

from bot.dialog import Conversation
from bot.engine import Engine
from bot.step import Step
from skills.care.findings import Reading
from skills.care.state import CareState
from skills.safety import safety
from tests.skills import guarded
from tests.skills.guarded import NOW, Said, other

DANGER, BEATEN = "I want to die", "my husband hits me"
CALM = Reading(None, frozenset(), means=False, soon=False, denied=False)


def hold(*said: Said, check_in: bool = False) -> list[Step]:
    return guarded.hold(*said, country="gb", check_in=check_in)


def texts(*said: Said, check_in: bool = False) -> list[str]:
    return [step.reply.text for step in hold(*said, check_in=check_in)]


def asked(kind: str, level: int, step: str) -> CareState:
    """In danger, and the guard has just asked a question."""
    return CareState(level=level, kind=kind, step=step, lines_shown=1, answered=0)


def begin(state: CareState, said: str) -> Step:
    """One turn of somebody whose state is known."""
    engine = Engine((("other", other()),), safety())
    before = Conversation("c").knowing(state)
    return engine.step(before, said, NOW)
