"""Few words: two vague answers running, in a talk that half sounds like danger, bring the direct question, once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.advance import SHRUGS, advance
from skills.care.danger_classifier import DangerEstimate
from skills.care.guess import HINT, SILENT, half_heard
from skills.care.state import CareState
from tests.skills.care.starts import CALM
from tests.skills.guarded import NOW, care, hear

SHRUG = replace(CALM, half="suicide", asks="dont_know")


def say(state: CareState, *readings: object) -> list[tuple[str, int]]:
    found = []
    for reading in readings:
        move = advance(state, reading, "idk", NOW)  # type: ignore[arg-type]
        state = move.state
        found.append((move.moment, state.level))
    return found


def test_two_shrugs_running_bring_the_question_once() -> None:
    assert say(CareState(), SHRUG, SHRUG)[1] == ("first", 1)
    asked_once = CareState(shrugs=SHRUGS + 1)
    assert say(asked_once, SHRUG, SHRUG, SHRUG) == [("", 0)] * 3


@pytest.mark.parametrize("between", [replace(SHRUG, half=""), replace(SHRUG, asks=""), CALM])
def test_not_running_or_calm_they_bring_nothing(between: object) -> None:
    assert say(CareState(), SHRUG, between, SHRUG) == [("", 0)] * 3


def test_whoever_said_that_there_is_no_danger_is_believed() -> None:
    assert say(CareState(believed=True), SHRUG, SHRUG, SHRUG) == [("", 0)] * 3


@pytest.mark.parametrize(
    ("some", "kind", "half"),
    [
        (SILENT, "suicide", "suicide"), (HINT, "abuse", "abuse"), (SILENT, "medical", "suicide"),
        (SILENT - 0.01, "suicide", ""),
    ],
)  # fmt: skip
def test_what_is_half_heard_lies_between_calm_and_danger(some: float, kind: str, half: str) -> None:
    heard = DangerEstimate(kind, some, 0.3, 0.2, in_context=True)
    assert half_heard(heard) == half
    assert not half_heard(replace(heard, in_context=False))


def test_somebody_who_says_little_is_asked_plainly_and_somebody_bored_is_not() -> None:
    steps = hear("not really sleeping. not really anything", "idk", "dunno")
    assert "Are you thinking about ending your life?" in steps[-1].reply.text
    assert {care(step).level for step in hear("bored", "nm", "idk", "whatever lol")} == {0}
