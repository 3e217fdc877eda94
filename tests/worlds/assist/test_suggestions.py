"""Drafts for a person who leads the talk: one a strategy, the best first, none in danger or where nothing is good."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.dialog import Conversation, Reply
from bot.engine import Engine
from bot.testing import ScriptedSkill
from skills.safety import safety
from worlds.assist.suggestions import LEAST, MOST, WHY, close, suggest

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
TALK = Conversation("assist:talk")
REPLIES = (
    Reply("What happened?", "a", 0.6, "Question"),
    Reply("When was that?", "a", 0.9, "Question"),
    Reply("That must hurt.", "a", 0.8, "Reflection of feelings"),
    Reply("I can't stand you.", "a", 0.95, "Self-disclosure"),
    Reply("Hello!", "a", 0.5),
    Reply("Try to sleep.", "a", LEAST / 2, "Providing Suggestions"),
)


def engine(*replies: Reply) -> Engine:
    skills = tuple((f"s{number}", ScriptedSkill(reply)) for number, reply in enumerate(replies))
    return Engine(skills, safety(country="gb"))


def test_the_best_draft_of_each_strategy_that_is_good_enough() -> None:
    found, _ = suggest(engine(*REPLIES), TALK, "My dog is old.", NOW)
    assert [(draft.text, draft.strategy) for draft in found.drafts[1:]] == [
        ("When was that?", "Question"),
        ("That must hurt.", "Reflection of feelings"),
        ("Hello!", "Others"),
    ]
    assert len(found.drafts) <= MOST
    assert {draft.strategy for draft in found.drafts} <= WHY.keys()


def test_what_the_gate_refuses_is_not_suggested() -> None:
    refused = Reply("You should kill yourself.", "a", 0.95, "Providing Suggestions")
    found, _ = suggest(engine(*REPLIES[:1], refused), TALK, "My dog is old.", NOW)
    assert [draft.text for draft in found.drafts] == ["What happened?"]


@pytest.mark.parametrize(("said", "level"), [("I want to kill myself tonight", 3), ("I wish I wouldn't wake up", 1)])
def test_in_danger_nothing_is_suggested(said: str, level: int) -> None:
    found, pending = suggest(engine(*REPLIES), TALK, said, NOW)
    assert (found.drafts, found.level, found.kind) == ((), level, "suicide")
    closed = close(engine(*REPLIES), pending, "I'm glad you said that. Are you safe?")
    assert closed.turns[-1].text == "I'm glad you said that. Are you safe?"


def test_the_talk_goes_on_with_what_the_person_said() -> None:
    bot = engine(*REPLIES)
    _, pending = suggest(bot, TALK, "My dog is old.", NOW)
    closed = close(bot, pending, "How old is he?", "Question")
    assert [(turn.speaker, turn.text) for turn in closed.turns] == [
        ("user", "My dog is old."),
        ("bot", "How old is he?"),
    ]
    again, _ = suggest(bot, closed, "Fourteen.", NOW)
    assert again.drafts


def test_where_nothing_is_good_the_bot_is_silent() -> None:
    found, _ = suggest(engine(REPLIES[-1]), TALK, "My dog is old.", NOW)
    assert (found.drafts, found.level) == ((), 0)
