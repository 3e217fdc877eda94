"""What is kept from one visit to the next, and how the next visit begins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.parts import decode, encode
from bot.step import NOT_KEPT
from skills.care.moments import MOMENTS, WELCOME_BACK
from skills.care.state import CareState
from tests.skills.care.starts import BEATEN, DANGER, hold, texts
from tests.skills.guarded import NOW, OTHER, Said, care, hear


def test_a_visit_soon_after_danger_begins_with_one_gentle_question() -> None:
    first, back, again = texts(DANGER, (20, "hi, it rained all day"), "we had soup", check_in=True)[-3:]
    assert "116 123" in first
    assert back == MOMENTS["back"].text
    assert "Last time" not in again


def test_without_consent_nothing_is_said_of_the_last_visit() -> None:
    first, again, third = texts(DANGER, (20, "hi, it rained all day"), (20, "hello"), check_in=False)
    assert "Last time" not in first + again + third
    assert again == third == MOMENTS["revisit"].text  # still in danger: that is asked, not what was said before


def test_back_where_somebody_hurts_them_it_is_first_asked_whether_they_can_write() -> None:
    for check_in in (False, True):
        said = texts(BEATEN, "he's in the next room", (20, "hello"), "no", check_in=check_in)
        assert said[2] == MOMENTS["back:abuse"].text
        assert said[3] == MOMENTS["hush"].text.replace("{emergency}", "999")


def test_a_wish_on_the_next_visit_goes_before_the_welcome() -> None:
    calm = (DANGER, "I'm safe now", "we had soup", "it rained", "the garden is nice")
    said = texts(*calm, (30, "can you give me the crisis line number please"), check_in=True)[-1]
    assert said.startswith("You can reach Samaritans")


def test_once_the_danger_had_passed_the_welcome_stands_before_the_skills_words() -> None:
    calm = (DANGER, "I'm safe now", "we had soup", "it rained", "the garden is nice")
    steps = hold(*calm, (30, "hello again"), "it rained", check_in=True)
    assert care(steps[4]).level < 2
    assert steps[5].reply.text == f"{WELCOME_BACK} {OTHER}"
    assert steps[6].reply.text == OTHER


@pytest.mark.parametrize(("hours", "asked"), [(2.9, False), (3, True), (72, True), (73, False)])
def test_only_a_new_visit_within_seventy_two_hours(hours: float, asked: bool) -> None:
    assert (texts(DANGER, (hours, "hi, it rained"), check_in=True)[-1] == MOMENTS["back"].text) == asked


def test_new_danger_on_the_next_visit_is_answered_and_not_asked_about_the_last() -> None:
    said = texts(DANGER, (20, "I'm going to kill myself tonight"), check_in=True)[-1]
    assert said.startswith("Please call 999 now")


def test_an_answer_to_the_question_is_heard() -> None:
    assert care(hold(DANGER, (20, "hi there"), "yes", check_in=True)[-1]).safe
    assert care(hold(DANGER, (20, "hi there"), "no", check_in=True)[-1]).level == 3


def test_days_later_the_skills_answer_again_but_it_is_not_forgotten() -> None:
    steps = hold(DANGER, (100, "my tomatoes are ripe"))
    assert steps[-1].reply.text == OTHER
    assert care(steps[-1]).level == 1


@pytest.mark.parametrize("hours", [0.1, 2, 20, 71])
def test_time_alone_lowers_nothing_before_that(hours: float) -> None:
    assert care(hold(DANGER, (hours, "it rained"))[-1]).level == 2


def test_who_was_near_and_what_was_asked_is_of_the_last_visit() -> None:
    steps = hear(DANGER, "my sister is here with me", (10, "yes"))
    assert care(steps[1]).company
    assert not care(steps[2]).company
    assert not care(steps[2]).safe  # "yes" answered nothing


def test_a_no_is_believed_within_a_visit() -> None:
    steps = hold("I wish I was dead", "no", (4, "hello"))
    assert [care(step).believed for step in steps] == [False, True, False]
    assert not care(hold("I wish I was dead", "no", (20, "hello"))[-1]).believed
    assert care(hold("I wish I was dead", "no", (2, "hello"))[-1]).believed


# what is kept


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.0, 0.2, 4.0, 80.0]),
            st.sampled_from([DANGER, BEATEN, "I'm 15", "he's in the next room", "yes", "no", "bye", "we had soup"]),
        ),
        min_size=1,
        max_size=8,
    ),
    st.booleans(),
)
def test_after_any_talk_the_state_is_whole_and_words_of_danger_are_gone(said: list[Said], check_in: bool) -> None:
    steps = hold(*said, check_in=check_in)
    for step in steps:
        assert not step.trace.dropped
        assert step.reply.text.count("?") <= 2
        state = step.conversation.state.get(CareState)
        if state:
            assert decode(*encode(state)) == state
        if step.trace.verdict and step.trace.verdict.stopped:
            assert step.conversation.turns[-2].text == NOT_KEPT
    ages = [bool(state and state.minor) for state in (step.conversation.state.get(CareState) for step in steps)]
    assert ages == sorted(ages)  # once told, it stays


def test_a_state_stored_before_a_flag_existed_is_read() -> None:
    old = '{"level":2,"kind":"suicide","country":"gb","at":"2026-11-21T20:00:00Z"}'
    assert decode("care", 1, old) == CareState(2, "suicide", "gb", at=NOW)
