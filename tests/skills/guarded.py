"""Talks with the guard and one other skill, for the tests of safety: its patterns, and heads of what is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.dialog import Conversation, Reply
from bot.engine import Engine, Step
from bot.testing import ScriptedSkill
from skills.care import crisis_acts
from skills.care.state import CareState
from skills.encoder import shared_text_encoder
from skills.safety import Safety, safety
from skills.sizes import BASE

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
OTHER = "What was that like for you?"
Said = str | tuple[float, str]
"""A line, or how many hours after the one before it a line is said."""
BEATEN = "my friend's boyfriend hits her and she won't leave"
SISTER = "my sister says she wants to kill herself"


def other() -> ScriptedSkill:
    return ScriptedSkill(Reply(OTHER, "other", 0.5))


def hold(*said: Said, country: str | None = None, check_in: bool = False, heads: bool = False) -> list[Step]:
    """Say each line in turn to an engine with the guard and one skill.

    The guard finds danger by its patterns alone. With `heads` it hears what is told or asked beside danger, as the
    default bot does.
    """
    guard = safety(country=country, check_in=check_in)
    engine = Engine((("other", other()),), guard)
    if heads:
        assert isinstance(guard, Safety)
        encoder = shared_text_encoder("default", BASE)
        hearing = replace(guard, heads=crisis_acts.load_for(encoder), encoder=encoder)
        engine = replace(engine, guard=hearing, encoder=encoder)
    conversation, now, steps = Conversation("console:1:1:me"), NOW, []
    for item in said:
        hours, text = item if isinstance(item, tuple) else (0.0, item)
        now += timedelta(hours=hours)
        steps.append(engine.step(conversation, text, now))
        conversation = steps[-1].conversation
    return steps


def verdicts(*said: str, country: str | None = None) -> list[tuple[int, str, bool] | None]:
    found = [step.trace.verdict for step in hold(*said, country=country)]
    return [(verdict.level, verdict.kind, verdict.stopped) if verdict else None for verdict in found]


def last(*said: str, country: str | None = None, heads: bool = False) -> str:
    return hold(*said, country=country, heads=heads)[-1].reply.text


def care(step: Step) -> CareState:
    state = step.conversation.state.get(CareState)
    assert state is not None
    return state
