"""Whoever is not sure of being safe is not taken for safe."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.advance import advance
from skills.care.answers import answer_to
from skills.care.counterevidence import refutes
from skills.care.danger_classifier import DangerEstimate
from skills.care.findings import Finding
from skills.care.moments import MOMENTS
from tests.skills.care.starts import BEATEN, CALM, DANGER, asked, hold, texts
from tests.skills.guarded import NOW, care

UNSURE = ["I don't know", "not sure", "I'm not sure", "not right now", "not yet", "maybe", "sometimes", "yeah I guess",
          "not at the moment", "yes and no", "yes but not for long", "for now", "I wish"]  # fmt: skip
KINDS = {
    "suicide": (DANGER, "unsure"),
    "third_party": ("my sister says she wants to kill herself", "unsure:third_party"),
    "third_party_abuse": ("my friend's boyfriend hits her and she won't leave", "unsure:third_party_abuse"),
    "abuse": (BEATEN, "unsure:abuse"),
    "medical": ("my chest hurts so bad and my left arm is numb", "unsure:medical"),
}


@pytest.mark.parametrize("said", UNSURE)
@pytest.mark.parametrize("kind", KINDS)
def test_only_a_plain_yes_is_safe(kind: str, said: str) -> None:
    move = advance(asked(kind, 2, "safe"), CALM, said, NOW)
    assert (move.moment, move.state.safe, move.state.level) == ("unsure", False, 2)
    assert advance(asked(kind, 2, "safe"), CALM, "yes", NOW).state.safe


@pytest.mark.parametrize("said", ["I don't know if I'm safe", "I hope I'm okay now", "not sure I'm safe"])
def test_safety_that_is_only_hoped_for_is_none(said: str) -> None:
    assert not advance(asked("suicide", 2, ""), CALM, said, NOW).state.safe
    assert advance(asked("suicide", 2, ""), CALM, "I'm okay now", NOW).state.safe


@pytest.mark.parametrize("kind", KINDS)
def test_not_being_sure_is_answered_by_kind(kind: str) -> None:
    start, moment = KINDS[kind]
    said = [start, *["we had soup"] * 6]
    steps = hold(*said)
    at = next(number for number, step in enumerate(steps) if care(step).step == "safe")
    assert texts(*said[: at + 1], "not sure")[-1].endswith(MOMENTS[moment].text.replace("{emergency}", "999"))


@pytest.mark.parametrize(
    ("step", "moment"),
    [("near", "near_no"), ("from", "from_no"), ("asked", "asked_no"), ("theirs", "theirs_no"), ("alone", "alone_yes")],
)
def test_not_yet_is_no_yes_to_the_other_questions_either(step: str, moment: str) -> None:
    assert advance(asked("suicide", 2, step), CALM, "not right now", NOW).moment == moment


@pytest.mark.parametrize(
    ("said", "hushed"), [("not right now", True), ("not yet", True), ("I don't know what to do", False)]
)
def test_no_good_moment_to_write_is_heard(said: str, hushed: bool) -> None:
    move = advance(asked("abuse", 2, "write"), CALM, said, NOW)
    assert move.state.unsafe_to_talk == hushed
    assert advance(replace(asked("abuse", 2, "write"), unsafe_to_talk=True), CALM, said, NOW).state.unsafe_to_talk


@pytest.mark.parametrize("kind", ["psychosis", "eating_disorder"])
@pytest.mark.parametrize("said", ["I don't feel safe", "not safe", "no"])
def test_not_safe_is_a_rise_in_every_kind(kind: str, said: str) -> None:
    assert answer_to(asked(kind, 2, "safe"), "safe", said) == Finding(kind, 3)


@pytest.mark.parametrize(
    ("said", "denied", "refuted"),
    [
        ("no not like that, it's just a saying. he's going to shout", False, True),
        ("no", False, False),
        ("not really, no", False, False),
        ("no, nobody hurts me", True, True),
    ],
)
def test_an_answer_with_a_reason_in_a_calm_talk_is_no_danger_where_the_question_was_a_guess(
    said: str, denied: bool, refuted: bool
) -> None:
    state, calm = (
        replace(asked("abuse", 1, "these_days"), unsure=True),
        DangerEstimate("abuse", 0.7, 0.3, 0.1, calm=True),
    )
    assert refutes(state, said, calm, denied=denied) is refuted
    assert not refutes(replace(state, unsure=False), said, calm, denied=denied)
    assert not refutes(state, said, replace(calm, calm=False), denied=denied)
    assert not refutes(state, said, None, denied=denied)
