"""By how sure a classifier is a guess asks, stops, or is let pass."""

from __future__ import annotations

import pytest

from skills.care.danger_classifier import KINDS, DangerEstimate
from skills.care.guess import GENTLE, HINT, SOME, UNHINTED, level_of


def heard(kind: str, some: float, present: float = 0.1, urgent: float = 0.0, *, in_context: bool) -> DangerEstimate:
    return DangerEstimate(kind, some, present, urgent, in_context=in_context)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_of_any_kind_is_asked_about_where_the_talk_was_read(kind: str) -> None:
    asked = int(kind not in UNHINTED)
    assert level_of(heard(kind, HINT, in_context=True), denied=False, alone=True) == asked
    assert level_of(heard(kind, HINT - 0.01, in_context=True), denied=False, alone=True) == 0
    assert level_of(heard(kind, 0.96, in_context=True), denied=True, alone=True) == 0
    assert level_of(heard(kind, 0.98, in_context=True), denied=True, alone=True) == asked


@pytest.mark.parametrize("kind", KINDS)
def test_of_one_utterance_by_itself_only_the_gentle_kinds_are(kind: str) -> None:
    assert level_of(heard(kind, SOME, in_context=False), denied=False, alone=True) == int(kind in GENTLE)
    assert level_of(heard(kind, SOME - 0.01, in_context=False), denied=False, alone=True) == 0


@pytest.mark.parametrize(
    ("kind", "sure", "in_context", "alone", "level"),
    [
        ("violence", (0.8, 0.1), True, True, 1), ("violence", (0.8, 0.1), True, False, 2),
        ("violence", (0.92, 0.1), True, True, 2), ("violence", (0.8, 0.92), True, True, 3),
        ("medical", (0.75, 0.7), True, True, 0), ("medical", (0.81, 0.7), True, True, 3),
        ("medical", (0.75, 0.7), False, True, 3), ("suicide", (0.69, 0.1), False, True, 0),
    ],
)  # fmt: skip
def test_present_danger_asks_or_stops(
    kind: str, sure: tuple[float, float], in_context: bool, alone: bool, level: int
) -> None:
    found = heard(kind, 0.85, *sure, in_context=in_context)
    assert level_of(found, denied=False, alone=alone) == level


def test_in_a_stopped_talk_urgent_danger_must_be_heard_more_surely() -> None:
    found = heard("suicide", 0.95, 0.95, 0.7, in_context=True)
    assert level_of(found, denied=False, alone=False) == 3
    assert level_of(found, denied=False, alone=False, stopped=True) == 2
    assert level_of(heard("suicide", 0.95, 0.95, 0.8, in_context=True), denied=False, alone=False, stopped=True) == 3
    assert level_of(heard("suicide", 0.95, 0.95, 0.7, in_context=False), denied=False, alone=False, stopped=True) == 3
