"""Whether a call was made: what "I already did", "yes" and "soon" say after the guard asked for one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.answers import answer_to
from skills.care.findings import Finding
from skills.care.moments import MOMENTS
from skills.care.state import CareState
from skills.care.staying import STAY
from skills.care.staying_now import STAY_NOW
from skills.care.words import Say
from tests.skills.care.starts import asked, begin
from tests.skills.guarded import care

MADE = [
    "I already did",
    "just did",
    "I already have",
    "yes I just called",
    "I already called",
    "yep, I've just done that",
]
BARE = ["soon", "now", "today", "tomorrow", "tonight"]
OTHERS = ["medical", "eating_disorder", "abuse", "violence", "violence_baby", "psychosis", "third_party"]


def says(state: CareState, said: str) -> tuple[int, str, str]:
    """The level and kind after an answer, and what is said to it."""
    step = begin(replace(state, country="gb"), said)
    return care(step).level, care(step).kind, step.reply.text


def said_at(moment: str) -> str:
    return MOMENTS[moment].text.replace("{emergency}", "999")


def every_say() -> list[Say]:
    stays = [say for table in (STAY, STAY_NOW) for ways in table.values() for say in ways]
    return [*stays, *MOMENTS.values()]


def test_each_question_about_a_call_knows_that_it_was_asked() -> None:
    asking = [say for say in every_say() if "Have you been able to call" in say.text or "reach one?" in say.text]
    assert len(asking) >= 9
    assert {say.asks for say in asking} == {"called"}
    assert {
        say.asks for say in every_say() if "an you call now?" in say.text or "Can you do that now?" in say.text
    } == {"call"}


@pytest.mark.parametrize("answer", MADE)
@pytest.mark.parametrize("step", ["call", "called"])
@pytest.mark.parametrize(
    ("kind", "level", "moment"),
    [
        ("medical", 2, "help:medical"), ("psychosis", 3, "help:psychosis"), ("third_party", 3, "help:third_party"),
        ("suicide", 3, "help"), ("self_harm", 3, "help"), ("eating_disorder", 3, "help"), ("violence", 3, "help"),
    ],
)  # fmt: skip
def test_a_call_that_was_made_is_help(kind: str, level: int, moment: str, step: str, answer: str) -> None:
    found = says(asked(kind, level, step), answer)
    assert found[:2] == (level, kind)
    assert found[2].startswith(said_at(moment).split(" {lines}")[0])


@pytest.mark.parametrize("answer", ["yes", "yeah", "yes I did", "I have"])
def test_yes_says_that_they_called_but_not_that_they_can(answer: str) -> None:
    helped, reached = (said_at(moment).split(" {lines}")[0] for moment in ("help:third_party", "help"))
    assert says(asked("third_party", 3, "called"), answer)[2].startswith(helped)
    assert says(asked("suicide", 3, "called"), answer)[2].startswith(reached)
    assert not says(asked("suicide", 3, "call"), answer)[2].startswith(reached)


@pytest.mark.parametrize("answer", ["not yet", "no", "yeah no", "yes but nobody answered", "yeah right", "maybe"])
def test_no_plain_yes_is_no_call(answer: str) -> None:
    said = says(asked("third_party", 3, "called"), answer)[2]
    assert not said.startswith(said_at("help:third_party").split(" {lines}")[0])


@pytest.mark.parametrize("answer", [*BARE, *MADE])
@pytest.mark.parametrize("kind", OTHERS)
def test_a_bare_answer_is_about_the_speaker_s_life_only_in_kinds_that_are(kind: str, answer: str) -> None:
    for step in ("called", "call", ""):
        level, after, _ = says(asked(kind, 2, step), answer)
        assert (level, after) == (2, kind)


@pytest.mark.parametrize("answer", ["tonight", "soon", "I already did", "it's too late"])
@pytest.mark.parametrize("kind", ["suicide", "self_harm", "method_request"])
def test_in_kinds_of_the_speaker_s_own_life_it_still_is(kind: str, answer: str) -> None:
    assert answer_to(asked(kind, 2, "near"), "near", answer) == Finding("suicide", 3)


@pytest.mark.parametrize(
    "answer", ["I already took them", "no, I took them", "yes I took them", "I already did it", "now"]
)
def test_an_act_told_instead_of_a_call_stays_one(answer: str) -> None:
    assert answer_to(asked("suicide", 3, "called"), "called", answer) == Finding("suicide", 3)
