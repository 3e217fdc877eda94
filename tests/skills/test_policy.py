"""What a reply may do now: suggest, ask, or neither."""

from dataclasses import replace
from typing import Any

import pytest

from bot.dialog import SupportStage
from skills.care.state import LATELY, CareState
from skills.intent import acts
from skills.kinds import Kinds
from skills.memory import Offer, Offered
from skills.mode import Mode
from skills.policy import Policy, policy
from tests.skills.talking import view

LONG = "my boss told me in front of everyone that the whole project was late because of me"
IT_IS = "hm it is what it is"


def found(*said: str, parts: tuple[object, ...] = (), **changes: Any) -> Policy:
    return replace(policy(view(*said, parts=parts)), **changes)


@pytest.mark.parametrize(
    ("lines", "count"),
    [((), 0), (("What?",), 1), (("Why?", "Oh.", "And?"), 1), (("A?", "B?", "C?"), 3), (("A?", "B."), 0)],
)
def test_questions_in_a_row_are_counted_from_the_end(lines: tuple[str, ...], count: int) -> None:
    assert found("hm", bot_lines=lines).questions_in_a_row == count


@pytest.mark.parametrize(
    ("care", "allowed"),
    [
        (CareState(), True),
        (CareState(level=1, kind="suicide"), False),
        (CareState(kind="suicide", answered=LATELY), False),  # the guard asked, and nobody said that there is nothing
        (CareState(kind="suicide", answered=LATELY + 1), True),
        (CareState(kind="suicide", answered=2, believed=True), True),
    ],
)
def test_nothing_light_is_said_where_danger_was_spoken_of(care: CareState, allowed: bool) -> None:
    now = found("nothing. kettle's on", parts=(care,))
    assert now.allows("Bye bye, take care!", "Others") is allowed
    assert now.allows("That sounds heavy.", "Reflection of feelings")


@pytest.mark.parametrize("strategy", ["Providing Suggestions", "Information"])
def test_no_advice_is_given_near_danger_even_if_asked_for(strategy: str) -> None:
    told = "she lives with me since June, we share the kitchen and the bath, and she sees everything that I do at home"
    asks = f"I've told you all about it: {told}. What should I do so that she doesn't notice it after dinner?"
    assert found(asks).allows("Repeat the same sentence.", strategy)
    assert not found(asks, parts=(CareState(level=1, kind="eating_disorder"),)).allows(
        "Repeat the same sentence.", strategy
    )


TOLD: dict[str, Any] = {
    "user_turns": 3,
    "user_words": 25,
    "stage": SupportStage.ACTION,
    "past": ("Question", "Reflection of feelings"),
}


def test_a_trouble_that_was_told_and_comforted_may_get_a_suggestion() -> None:
    assert found(IT_IS, **TOLD).may_suggest


@pytest.mark.parametrize(
    "change",
    [
        {"user_turns": 2},
        {"user_words": 24},
        {"past": ("Question", "Others", None)},
        {"stage": SupportStage.COMFORTING},
        {"acts": acts("idk")},
        {"mode": Mode("listen")},
        {"mode": Mode("celebrate")},
        {"mode": Mode("chat")},
        {"offered": Offered((Offer("offer.a.01", "a", 1, "refused"),), refused_at=2)},
    ],
)
def test_nothing_is_suggested_too_early_or_unwanted(change: dict[str, Any]) -> None:
    assert not found(IT_IS, **{**TOLD, **change}).may_suggest


def test_who_asks_may_get_a_suggestion_once_there_is_something_to_go_by() -> None:
    assert not found("what should I do?").may_suggest
    assert found(f"{LONG} and I feel sick about tomorrow morning. what should I do?").may_suggest
    assert found("I lost my job", "When?", "what should I do?").may_suggest
    refused = (Offered((Offer("offer.a.01", "a", 1, "refused"),), refused_at=1),)
    assert found("I lost my job", "Ask there.", "that won't work. what else can I do?", parts=refused).may_suggest


@pytest.mark.parametrize(
    ("lines", "mode", "may_ask"), [(("A?",), "support", True), (("A?", "B?"), "support", False), ((), "listen", False)]
)
def test_no_third_question_in_a_row_and_none_for_who_wants_to_be_heard(
    lines: tuple[str, ...], mode: Any, may_ask: bool
) -> None:
    assert found("hm", bot_lines=lines, mode=Mode(mode)).may_ask is may_ask


def test_a_reply_is_allowed_by_what_it_does() -> None:
    early, told = found(IT_IS, **{**TOLD, "user_turns": 1}), found(IT_IS, **TOLD)
    assert not early.allows("Call her today.", "Providing Suggestions")
    assert told.allows("Call her today.", "Providing Suggestions")
    assert early.allows("That was a long day.", None)
    assert not replace(told, bot_lines=("A?", "B?")).allows("How was it?", "Question")


def test_what_is_asked_directly_may_be_answered_at_once_and_suggested_to_once_there_is_something_to_go_by() -> None:
    asking = (Kinds((("they ask whether something is normal or silly", 0.6),), asks=0.6),)
    long = found(f"{LONG} and I feel sick now. is it normal?", parts=asking)
    short = found("is that normal?", parts=asking)
    assert short.allows("It is. Most people would.", "Information")
    assert not short.allows("Sleep over it.", "Providing Suggestions")
    assert long.allows("Sleep over it.", "Providing Suggestions")
    assert not found("that was that", parts=(Kinds(asks=0.1),)).allows("It is.", "Information")
