"""A stated age, and what a child in danger is told."""

from __future__ import annotations

import pytest

from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import ConfigError
from bot.testing import ScriptedSkill
from skills.care.own import stated_age
from skills.care.plain import sentences
from skills.care.state import CareState
from skills.safety import safety
from tests.skills.care.starts import DANGER, hold, texts
from tests.skills.guarded import NOW, OTHER, care, hear


@pytest.mark.parametrize(
    "said", ["I'm 14", "im only 16 and I hate school", "I am in 9th grade", "I just turned fifteen"]
)
def test_a_stated_age_is_remembered_without_any_danger(said: str) -> None:
    calm, danger = hold(said, *["we had soup"] * 8, DANGER)[-2:]
    assert care(calm) == CareState(country="gb", at=NOW, minor=True)
    assert calm.reply.text == OTHER
    assert calm.trace.verdict is None
    assert danger.trace.verdict is not None
    assert danger.trace.verdict.minor
    assert "A grown-up you trust can help, and so can Childline: call 0800 1111" in danger.reply.text


@pytest.mark.parametrize(
    ("minimum", "said", "minor"),
    [(18, "I'm 17", True), (18, "I'm 18", False), (16, "I'm 16", False), (16, "I'm 15", True), (21, "I'm 20", True),
     (18, "I'm in 12th grade", True), (18, "I'm in tenth grade", True)],
)  # fmt: skip
def test_the_operator_sets_the_age(minimum: int, said: str, minor: bool) -> None:
    engine = Engine((("other", ScriptedSkill(OTHER)),), safety(minimum_age=minimum))
    state = engine.step(Conversation("c"), said, NOW).conversation.state.get(CareState)
    assert bool(state and state.minor) == minor


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("ill be 18 next month", 17), ("im turning 18 tomorrow", 17), ("I'll be eighteen in May", 17),
        ("im almost 16", 15), ("im 16, 2 rice cakes a day", 16),
        ("I'm nearly 18", 17), ("I'm about to turn 17", 16), ("still in high school", 17),
        ("I'm still in high school", 17), ("I'm a sophomore in high school", 17), ("I'm in middle school", 17),
        ("I'm 14", 14), ("I'll be 20 in June", 19), ("I'm 15 and in love", 15), ("I am in 9th grade", 14),
        ("im 15 stone", None), ("im 10/10 done", None), ("I'm 12 kg lighter", None), ("I'm 9 out of 10 sad", None),
        ("I'll be 20 mins late", None), ("I'm 13 pounds up", None), ("my son is in high school", None),
        ("I teach in high school", None), ("we met in high school", None), ("I'm a teacher in high school", None),
    ],
)  # fmt: skip
def test_which_words_state_an_age(said: str, age: int | None) -> None:
    assert stated_age(" ".join(sentences(said))) == age


@pytest.mark.parametrize("minimum", [0, 12, 22])
def test_an_odd_minimum_age_is_refused(minimum: int) -> None:
    with pytest.raises(ConfigError, match=rf"safety\.minimum_age = {minimum}: it must be 13 to 21"):
        safety(minimum_age=minimum)


@pytest.mark.parametrize("said", ["I'm 14 weeks pregnant", "I'm 17 minutes late", "I'm 34", "my son is 12"])
def test_what_is_no_stated_age(said: str) -> None:
    verdict = hold(said, DANGER)[-1].trace.verdict
    assert verdict is not None
    assert not verdict.minor


@pytest.mark.parametrize(
    "danger",
    [
        DANGER, "I'm going to kill myself tonight", "I cut myself again", "my stepdad hits me",
        "I want to kill my brother",
        "my friend says she wants to kill herself", "what's the most painless way to die?",
    ],
)  # fmt: skip
def test_a_child_s_line_and_a_grown_up_at_every_kind_of_danger(danger: str) -> None:
    text = texts("I'm 15", danger)[-1]
    assert "grown-up you trust" in text
    assert "Childline: call 0800 1111" in text


def test_at_level_one_a_child_who_asks_for_a_number_gets_the_child_s() -> None:
    asked = texts("I'm 15", "I wish I was dead")[-1]
    assert "Childline" not in asked  # no number unless wanted
    assert "Childline" in hear("I'm 15", DANGER, "what's the number again?")[-1].reply.text
