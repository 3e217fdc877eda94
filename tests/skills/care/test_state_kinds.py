"""Every kind of danger has words of its own: voices, urgent danger, thoughts about a baby, danger to others."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from skills.care import danger_classifier
from skills.care.advance import advance
from skills.care.choosing import choose
from skills.care.detect import read
from skills.care.findings import Finding
from skills.care.guess import GENTLE, UNHINTED
from skills.care.moments import MOMENTS
from skills.care.staying import STAY
from skills.care.staying_now import STAY_NOW
from skills.care.words import FIRST, HANDED
from tests.skills.care.starts import CALM, asked, begin, hold, texts
from tests.skills.guarded import NOW, care

DREADED = "I keep having thoughts of hurting my baby"


def test_every_danger_the_guard_may_hear_has_words_of_its_own() -> None:
    heard = {(kind, level) for kind in danger_classifier.KINDS for level in (1, 2, 3)}
    lacking = heard - FIRST.keys()
    assert lacking == {("method_request", 1), ("medical", 1)}
    assert {kind for kind, _ in lacking} == UNHINTED, "the classifier alone does not find these at level 1"
    assert not GENTLE & UNHINTED


@pytest.mark.parametrize(
    ("kind", "level", "step", "said", "key"),
    [
        ("psychosis", 3, "near", "yes", "near_yes:psychosis"),
        ("suicide", 2, "near", "yes", "near_yes"),
        ("violence_baby", 2, "near", "yes", "near_yes:violence_baby"),
        ("medical", 3, "safe", "not yet", "unsure:medical"),
        ("eating_disorder", 3, "safe", "not yet", "unsure:eating_disorder:3"),
        ("eating_disorder", 3, "safe", "yes", "safe:eating_disorder:3"),
        ("eating_disorder", 2, "safe", "yes", "safe"),
    ],
)
def test_words_by_moment_kind_and_level(kind: str, level: int, step: str, said: str, key: str) -> None:
    reply = begin(replace(asked(kind, level, step), country="gb"), said).reply.text
    before, _, after = MOMENTS[key].text.replace("{emergency}", "999").partition("{lines} ")
    assert reply.startswith(before)
    assert reply.endswith(after)


@pytest.mark.parametrize(
    ("kind", "level", "act", "key"),
    [
        ("psychosis", 2, "police", "police:psychosis"), ("psychosis", 3, "called", "help:psychosis"),
        ("psychosis", 2, "alone", "near_no:psychosis"), ("psychosis", 3, "worse", "worse:psychosis:3"),
        ("medical", 2, "leaves", "leaves:medical"), ("medical", 3, "leaves", "leaves:medical"),
        ("violence", 3, "leaves", "leaves:violence"), ("violence_baby", 2, "leaves", "leaves:violence_baby"),
        ("abuse", 2, "leaves", "leaves:abuse"), ("suicide", 2, "leaves", "leaves"),
        ("suicide", 3, "leaves", "leaves:3"), ("suicide", 3, "refuses", "refuses:3"),
        ("medical", 3, "refuses", "refuses:medical"), ("suicide", 3, "means_near", "means_near:3"),
        ("suicide", 3, "better", "better:3"), ("medical", 3, "better", "better:medical"),
    ],
)  # fmt: skip
def test_words_by_act_kind_and_level(kind: str, level: int, act: str, key: str) -> None:
    move = advance(asked(kind, level, ""), replace(CALM, asks=act), "and so", NOW)
    assert choose(move, "and so") == MOMENTS[key]


# voices, and whoever feels hunted


@pytest.mark.parametrize(
    "said",
    [
        "the voices never tell me to hurt anyone", "loud voices make me jump", "the radio makes me jump every morning",
        "I swear to god these exams make me want to die", "god wants me to forgive him",
        "my voice makes me want to hide", "the voices tell me not to hurt anyone",
    ],
)  # fmt: skip
def test_what_is_no_command(said: str) -> None:
    found = read(said).finding
    assert found is None or (found.kind, found.level) != ("psychosis", 3)


def test_a_command_of_long_ago_is_asked_about() -> None:
    assert read("years ago the voices told me to hurt people").finding == Finding("psychosis", 1)


@pytest.mark.parametrize(
    ("act", "moment"), [("police", "police"), ("here", "stay"), ("company", "stay"), ("called", "help")]
)
def test_help_for_somebody_who_may_feel_hunted(act: str, moment: str) -> None:
    assert advance(asked("psychosis", 2, ""), replace(CALM, asks=act), "and so", NOW).moment == moment


# urgent words by kind


@pytest.mark.parametrize("kind", ["psychosis", "eating_disorder", "self_harm", "violence_baby"])
def test_urgent_danger_goes_on_in_words_of_its_kind(kind: str) -> None:
    assert STAY_NOW[kind] != STAY_NOW["suicide"]
    for told, way in enumerate(STAY_NOW[kind]):
        step = begin(replace(asked(kind, 3, ""), country="gb", told=told), "we had soup")
        assert step.reply.text == way.text.replace("{emergency}", "999")
        assert care(step).step == way.asks


@pytest.mark.parametrize("kind", ["method_request", "self_harm", "suicide", "medical", "eating_disorder"])
def test_something_taken_is_heard_in_every_such_kind(kind: str) -> None:
    step = begin(replace(asked(kind, 3, ""), country="gb"), "I took all my pills")
    assert "even if you feel fine" in step.reply.text


def test_food_is_nothing_taken() -> None:
    step = begin(replace(asked("eating_disorder", 3, "safe"), country="gb"), "no, I ate it all again")
    assert "even if you feel fine" not in step.reply.text


# dreaded thoughts about a baby, and danger to others


def test_dreaded_thoughts_are_no_anger() -> None:
    steps = hold(DREADED, *["it hurts"] * len(STAY["violence_baby"]))
    assert care(steps[0]).kind == "violence_baby"
    assert steps[0].reply.text.startswith("Frightening thoughts and moments come")
    ways = [way.text.replace("{emergency}", "999") for way in STAY["violence_baby"]]
    assert [step.reply.text for step in steps[1:]] == ways
    assert not any(re.search(r"\banger|weapon", step.reply.text) for step in steps)
    assert {step.trace.verdict.kind for step in steps if step.trace.verdict} == {"violence"}


def test_not_safe_with_the_baby_means_hand_it_to_somebody_and_call() -> None:
    step = begin(replace(asked("violence_baby", 2, "safe"), country="gb"), "no")
    assert care(step).level == 3
    assert step.reply.text.startswith(HANDED.text.split(" {lines}")[0].replace("{emergency}", "999"))


def test_anger_at_somebody_else_is_met_as_such() -> None:
    step = begin(replace(asked("violence_baby", 2, ""), country="gb"), "I'm going to kill my husband")
    assert care(step).kind == "violence"


def test_a_line_in_anger_is_for_talking_it_over() -> None:
    text = texts("I'm going to kill my boss")[0]
    assert "To talk it over with somebody, you can reach Samaritans" in text


@pytest.mark.parametrize("kind", ["third_party", "third_party_abuse", "violence", "violence_baby"])
def test_back_after_danger_to_others_everyone_is_asked_about(kind: str) -> None:
    step = begin(replace(asked(kind, 2, ""), at=NOW - timedelta(hours=20)), "hello")
    assert step.reply.text.endswith("Is everyone safe right now?")
    again = advance(care(step), CALM, "not sure", NOW)
    assert (again.moment, again.state.safe) == ("unsure", False)
