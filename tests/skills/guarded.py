"""Talks with the guard and one other skill, for the tests of safety."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from bot.build import build
from bot.config import read
from bot.dialog import Conversation, Reply
from bot.engine import Engine
from bot.step import Step
from bot.testing import ScriptedSkill
from skills.care.state import CareState
from skills.safety import Safety, safety

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
OTHER = "What was that like for you?"
Said = str | tuple[float, str]
"""A line, or how many hours after the one before it a line is said."""
BEATEN = "my friend's boyfriend hits her and she won't leave"
SISTER = "my sister says she wants to kill herself"


def other() -> ScriptedSkill:
    return ScriptedSkill(Reply(OTHER, "other", 0.5))


@cache
def default() -> Engine:
    """The default bot's guard, beside one skill."""
    return replace(build(read("default")), skills=(("other", other()),), writer=None)


@cache
def ears() -> Engine:
    """The same, which hears with its encoder and answers in words of its own alone."""
    guard = default().guard
    assert isinstance(guard, Safety)
    return replace(default(), guard=replace(guard, networks=replace(guard.networks, selection=None)))


def hear(*said: Said, country: str | None = "gb") -> list[Step]:
    """Say each line in turn to a guard that hears with the encoder."""
    return _hold(ears(), Conversation("console:1:1:me").knowing(CareState(country=country)), said)


def hold(*said: Said, country: str | None = None, check_in: bool = False) -> list[Step]:
    """Say each line in turn to an engine with the guard, which has no encoder, and one skill."""
    engine = Engine((("other", other()),), safety(country=country, check_in=check_in))
    return _hold(engine, Conversation("console:1:1:me"), said)


def _hold(engine: Engine, conversation: Conversation, said: tuple[Said, ...]) -> list[Step]:
    now, steps = NOW, []
    for item in said:
        hours, text = item if isinstance(item, tuple) else (0.0, item)
        now += timedelta(hours=hours)
        steps.append(engine.step(conversation, text, now))
        conversation = steps[-1].conversation
    return steps


def verdicts(*said: str, country: str | None = None) -> list[tuple[int, str, bool] | None]:
    found = [step.trace.verdict for step in hold(*said, country=country)]
    return [(verdict.level, verdict.kind, verdict.stopped) if verdict else None for verdict in found]


def last(*said: str, country: str | None = None) -> str:
    return hold(*said, country=country)[-1].reply.text


def care(step: Step) -> CareState:
    state = step.conversation.state.get(CareState)
    assert state is not None
    return state
