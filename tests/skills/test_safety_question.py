"""The direct question at level one, and what the answer to it says."""

from __future__ import annotations

import pytest

from bot.dialog import Conversation, Turn, Verdict
from bot.engine import Engine
from skills.care.moments import MOMENTS
from skills.care.state import CareState
from skills.safety import safety
from tests.skills.guarded import NOW, OTHER, care, hold, other, verdicts


def test_ordinary_talk_is_left_to_the_skills() -> None:
    steps = hold("I lost my job yesterday", "my boss was unfair")
    assert [step.reply.text for step in steps] == [OTHER, OTHER]
    assert steps[-1].conversation.state.get(CareState) is None


def test_level_one_asks_directly_and_does_not_stop() -> None:
    (step,) = hold("I wouldn't mind not waking up")
    assert step.trace.verdict is not None
    assert (step.trace.verdict.level, step.trace.verdict.stopped) == (1, False)
    assert "Are you thinking about ending your life?" in step.reply.text
    assert step.trace.proposals[0].text == OTHER  # the skills have still learnt from the turn
    assert "findahelpline" not in step.reply.text


@pytest.mark.parametrize(
    "answer", ["yes", "Yeah.", "sometimes", "i think so", "maybe", "I don't know", "sí", "はい", "ja"]
)
def test_yes_after_the_direct_question_is_level_two(answer: str) -> None:
    assert verdicts("I wish I was dead", answer)[1] == (2, "suicide", True)


@pytest.mark.parametrize(
    "answer", ["tonight", "right now", "maybe tonight", "I already did", "I took them", "it's too late"]
)
def test_a_time_or_an_act_after_the_question_is_level_three(answer: str) -> None:
    assert verdicts("I wish I was dead", answer)[1] == (3, "suicide", True)


@pytest.mark.parametrize("answer", ["no", "No, not at all.", "nope", "I'm not suicidal", "oh god no", "never", "nein"])
def test_a_bare_no_is_believed_and_the_talk_goes_on(answer: str) -> None:
    steps = hold("I wish I was dead", answer)
    assert steps[1].reply.text == MOMENTS["cleared"].text
    assert steps[1].trace.verdict == Verdict(1, "suicide", stopped=False)
    assert care(steps[1]).level == 0


@pytest.mark.parametrize(
    "answer",
    [
        "what? no. god no. I'm just worried about money", "omg no haha I'm just dramatic when I'm tired", "not really",
        "not at all, it is the exams", "no, I only meant that the night shifts have worn me down", "no but I might",
        "...", "why do you ask?", "we had soup", "I'm tired of being alive", "gotta go, bye", "no, not anymore",
    ],
)  # fmt: skip
def test_all_but_a_bare_no_holds_shows_a_line_and_is_asked_about_once_more(answer: str) -> None:
    step = hold("I wish I was dead", answer, country="gb")[-1]
    assert care(step).level >= 1
    assert "116 123" in step.reply.text
    assert care(step).level >= 2 or step.reply.text.endswith("Are you thinking about ending your life?")


def test_what_is_no_answer_the_second_time_is_taken_for_danger() -> None:
    steps = hold("I wish I was dead", "we had soup", "and then it rained", "the bus was late", country="gb")
    assert [care(step).level for step in steps] == [1, 1, 2, 2]
    assert steps[2].reply.text.startswith("It's all right not to answer.")
    assert "116 123" in steps[2].reply.text


def test_a_no_with_more_beside_it_is_noted_the_second_time_and_stays_watched() -> None:
    steps = hold("I wish I was dead", "I'm just tired", "no, it's the night shifts", "it rained", "ok I lied, yes I am")
    assert [care(step).level for step in steps[:3]] == [1, 1, 1]
    assert steps[2].reply.text.startswith("Thank you for answering, and for saying more.")
    assert steps[3].reply.text == OTHER
    lied = hold("I wish I was dead", "I'm just tired", "no, it's the shifts", "ok I lied, yes I am")
    assert care(lied[-1]).level == 2


@pytest.mark.parametrize(
    "answer", ["no point in lying about it", "no one would care", "what is there to say", "god yes"]
)
def test_what_is_no_denial_clears_nothing(answer: str) -> None:
    assert care(hold("I wish I was dead", answer)[-1]).level >= 1


def test_the_same_words_mean_nothing_without_the_question() -> None:
    assert verdicts("how was your day", "yes", "tonight", "I already did") == [None] * 4


def test_a_question_of_another_skill_counts_too() -> None:
    asked = Turn("bot", "Are you thinking about suicide?", NOW)
    before = Conversation("c", (Turn("user", "it's bad", NOW), asked))
    step = Engine(skills=(("other", other()),), guard=safety()).step(before, "yes", NOW)
    assert step.trace.verdict is not None
    assert step.trace.verdict.level == 2


def test_passive_words_are_not_met_with_the_same_question_each_turn() -> None:
    steps = hold("I wish I was dead", "no", "I'm tired of being alive", "I'm so tired of living")
    assert [step.reply.skill for step in steps] == ["safety", "safety", "other", "safety"]
