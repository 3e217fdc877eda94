"""A story is held with an engine, and each expectation that its replies fail is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.dialog import Conversation, EmotionState, Reply, SkillResult, StageState, SupportStage, TurnView
from bot.engine import Engine
from bot.stories.play import play
from bot.stories.story import StoryTalk, StoryTurn
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON
from skills.safety import safety

REPLY = Reply("It came out of nowhere. What was it like?", "scripted", 1.0, "Question")
STATE = (EmotionState("ed", "sad", (1.0,), 3.0), StageState(SupportStage.EXPLORATION, 1))


def engine(*replies: Reply, **changes: Any) -> Engine:
    return Engine((("scripted", ScriptedSkill(*(replies or (REPLY,)), learnt=STATE)),), **changes)


def talk(*turns: StoryTurn) -> StoryTalk:
    return StoryTalk("a talk", turns)


GOOD = StoryTurn(
    say="I lost my job",
    has=("out of nowhere", "what was"),
    has_any=("like", "never"),
    has_not="you should",
    longest=9,
    question=True,
    level=0,
    skill="scripted",
    strategy=("Others", "Question"),
    stage="exploration",
    emotion=("sad", "lonely"),
)


def test_a_reply_as_told_fails_nothing() -> None:
    outcome = play(engine(), talk(GOOD, GOOD), NOON)
    assert (outcome.failed, outcome.failures) == (0, ())


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"has": ("nowhere", "Friday")}, "has: “Friday” is not in it"),
        ({"has_any": ("Friday", "Monday")}, "has_any: none of “Friday”, “Monday” is in it"),
        ({"has_not": ("Monday", "of nowhere")}, "has_not: “of nowhere” is in it"),
        ({"longest": 8}, "longest: 9 words, not 8 at most"),
        ({"question": False}, "question: it asks one"),
        ({"level": 2}, "level: 0, not 2"),
        ({"skill": "retrieve"}, "skill: scripted, not retrieve"),
        ({"strategy": ("Others", "Information")}, "strategy: Question, not Others or Information"),
        ({"stage": "action"}, "stage: exploration, not action"),
        ({"emotion": "joyful"}, "emotion: sad, not joyful"),
    ],
)
def test_each_wrong_expectation_fails_with_its_turn_and_reply(wrong: dict[str, Any], expected: str) -> None:
    outcome = play(engine(), talk(GOOD, replace(GOOD, **wrong)), NOON)
    assert outcome.failed == 1
    (failure,) = outcome.failures
    assert (failure.turn, failure.say, failure.reply) == (2, "I lost my job", REPLY.text)
    assert failure.expected == (expected,)


def test_what_the_guard_held_back_explains_a_failure() -> None:
    promise = Reply("I promise.", "hasty", 2.0)

    def hasty(turn: TurnView) -> SkillResult:
        return SkillResult(replies=(promise,))

    both = Engine((("hasty", hasty), ("scripted", ScriptedSkill(REPLY))), safety())
    assert play(both, talk(StoryTurn(say="hi", skill="scripted")), NOON).failed == 0
    (failure,) = play(both, talk(StoryTurn(say="hi", skill="hasty")), NOON).failures
    assert failure.expected == (
        "skill: scripted, not hasty",
        "(the guard held back a reply of hasty: a promise)",
    )


def test_a_skill_that_raises_fails_the_turn_whatever_the_reply() -> None:
    broken = Engine((("broken", ScriptedSkill(error=KeyError("x"))), ("scripted", ScriptedSkill(REPLY))))
    (failure,) = play(broken, talk(StoryTurn(say="hi", has="nowhere")), NOON).failures
    assert failure.expected == ("broken failed: KeyError",)


def test_danger_has_its_level_and_the_guard_answers() -> None:
    turn = StoryTurn(say="I want to kill myself tonight", level=3, skill="safety")
    assert play(engine(guard=safety()), talk(turn), NOON).failed == 0


def test_each_time_is_a_conversation_of_its_own() -> None:
    seen: list[tuple[str, int]] = []

    def third(turn: TurnView) -> SkillResult:
        seen.append((turn.conversation.id, len(turn.conversation.turns)))
        text = "No." if turn.conversation.id == Conversation("story:2::me").id else "Yes."
        return SkillResult(replies=(Reply(text, "third", 1.0),))

    outcome = play(Engine((("third", third),)), talk(StoryTurn(say="a", has="yes"), StoryTurn(say="b")), NOON, times=4)
    assert (outcome.times, outcome.failed) == (4, 1)
    assert [failure.reply for failure in outcome.failures] == ["No."]
    assert len(set(seen)) == 8
