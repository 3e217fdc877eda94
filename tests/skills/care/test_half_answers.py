"""Half a yes, a joke that was none, a no that is taken back or holds for a day, and a question asked back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.advance import advance
from skills.care.detect import read
from skills.care.moments import MOMENTS
from tests.skills.care.starts import CALM, DANGER, asked, begin, hold
from tests.skills.guarded import NOW, care, verdicts

PASSIVE, METHOD = "I wish I was dead", "how many pills would it take to die"
NEGATED = [
    "you think its just a joke?", "this is not just a joke to me", "nobody is in danger but me",
    "if everyone is safe without me then", "everyone is fine except me", "its not a joke", "its not just a joke",
    "my life is just a joke to them", "it's more than just a joke", "I wish it was a joke", "do you think I'm joking",
    "everyone is safe without me", "I'm not in danger until tonight",
]  # fmt: skip


@pytest.mark.parametrize("said", ["haha yeah no", "yeah no", "yeah nah", "yes, not really"])
def test_yeah_no_is_no_yes_and_no_bare_no(said: str) -> None:
    assert care(hold(PASSIVE, said)[-1]).level == 1
    assert advance(asked("suicide", 2, "near"), CALM, said, NOW).moment == "near_no"
    assert care(begin(asked("suicide", 2, "safe"), said)).level == 3


@pytest.mark.parametrize("said", ["yes no doubt about it", "yes, I have not slept for it", "yes no question"])
def test_yes_with_a_no_further_on_is_yes(said: str) -> None:
    assert care(hold(PASSIVE, said)[-1]).level == 2


@pytest.mark.parametrize(
    "said",
    ["yes but I still want to", "yes until tonight", "yeah right", "yeah as if", "I am I guess", "yes, unless he comes",
     "I suppose", "I'm okay now I guess", "I'm safe until they leave"],
)  # fmt: skip
def test_half_a_yes_is_not_safe(said: str) -> None:
    move = advance(asked("suicide", 2, "safe"), CALM, said, NOW)
    assert (move.state.safe, move.moment in ("unsure", "stay")) == (False, True)


@pytest.mark.parametrize("said", ["yes", "yes I am", "yeah, I'm at home", "I'm safe now"])
def test_a_plain_yes_is_safe(said: str) -> None:
    assert advance(asked("suicide", 2, "safe"), CALM, said, NOW).moment == "safe"


@pytest.mark.parametrize("said", NEGATED)
@pytest.mark.parametrize("kind", ["suicide", "abuse", "third_party"])
def test_a_joke_that_is_denied_takes_nothing_back(kind: str, said: str) -> None:
    move = advance(asked(kind, 2, ""), CALM, said, NOW)
    assert (move.state.level, move.state.safe, move.moment) == (2, False, "stay")
    assert advance(asked(kind, 1, "ending"), CALM, said, NOW).moment == "asks_again"


@pytest.mark.parametrize(
    "said",
    ["it was just a joke", "this is just a joke", "those were lyrics", "I was only kidding", "nobody is in danger",
     "everyone is safe", "it's a quote from a song", "that was sarcasm"],
)  # fmt: skip
@pytest.mark.parametrize("level", [2, 3])
def test_what_is_taken_back_is_asked_about_but_where_it_was_only_guessed(level: int, said: str) -> None:
    move = advance(asked("suicide", level, ""), CALM, said, NOW)
    assert (move.moment, move.state.level) in ((way, level) for way in ("check", "told_safe", "safe"))
    unsure = advance(replace(asked("suicide", level, ""), unsure=True), CALM, said, NOW)
    assert (unsure.moment, unsure.state.level) == ("denied", 1)


@pytest.mark.parametrize(
    "said", ["I said no", "I said no and he didn't stop", "i said no. he says it was a joke when he hit me"]
)
@pytest.mark.parametrize("minor", [True, False])
def test_a_no_that_was_said_to_somebody_takes_nothing_back(minor: bool, said: str) -> None:
    told = replace(asked("abuse", 2, ""), minor=minor)
    assert advance(told, CALM, said, NOW).moment == "stay"
    assert advance(replace(told, level=3), CALM, said, NOW).state.level == 3


@pytest.mark.parametrize(
    "said", ["I'm not going to do it today", "I'm not going to kill myself tonight", "I'm not gonna do it yet"]
)
def test_a_no_for_today_is_none(said: str) -> None:
    assert not read(said).denied
    assert care(hold(PASSIVE, said)[-1]).level == 2
    assert care(hold(DANGER, said)[-1]).level == 2


@pytest.mark.parametrize("said", ["I'm not suicidal", "I'm not going to kill myself"])
def test_a_no_for_good_is_one(said: str) -> None:
    assert read(said).denied
    assert care(hold(PASSIVE, said)[-1]).level == 0


def test_a_joke_is_no_answer_to_the_direct_question() -> None:
    assert care(hold(PASSIVE, "I was just kidding")[-1]).level == 1
    assert care(hold(PASSIVE, "I was just kidding", "no")[-1]).level == 0


@pytest.mark.parametrize(
    "said",
    ["actually yes", "ok I lied, yes I am", "I mean maybe", "yes actually", "well, actually I do", "sorry, I lied"],
)
def test_another_answer_after_a_no_is_heard(said: str) -> None:
    assert verdicts(PASSIVE, "no", said)[-1] == (2, "suicide", True)
    assert verdicts(METHOD, "no", said)[-1] == (2, "suicide", True)
    assert verdicts("I cut myself years ago", "no", said)[-1] == (2, "self_harm", True)


@pytest.mark.parametrize(
    "said",
    ["yes", "well yes, my job", "actually I am so tired of work", "actually yes my boss is awful", "maybe my exams"],
)
def test_an_answer_to_what_has_been_hard_is_no_other_answer(said: str) -> None:
    assert verdicts(PASSIVE, "no", said)[-1] is None


@pytest.mark.parametrize("said", ["how many pills then", "so how many", "ok which ones", "how many would it take"])
def test_a_method_asked_for_once_more_is_not_given(said: str) -> None:
    steps = hold(METHOD, "no", said)
    assert steps[1].reply.text == MOMENTS["denied:method_request"].text
    assert verdicts(METHOD, "no", said)[-1] == (2, "method_request", True)
    assert steps[2].reply.text.startswith("I won't help with ways to die or be hurt.")


@pytest.mark.parametrize("said", ["which school is best?", "how long does the bus take", "how many people live there"])
def test_what_is_no_method(said: str) -> None:
    calm = hold(METHOD, "no", "we had soup", "it rained")
    assert care(calm[-1]).level == 1
    assert verdicts(METHOD, "no", "we had soup", "it rained", said)[-1] is None


@pytest.mark.parametrize("back", ["what do you mean?", "why do you ask", "why?", "we had soup"])
def test_whatever_else_is_said_leaves_the_question_open(back: str) -> None:
    assert verdicts(PASSIVE, back, "yes")[-1] == (2, "suicide", True)
    assert care(hold(PASSIVE, back, "no")[-1]).level == 0
