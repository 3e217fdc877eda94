from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from worlds.judgement import Interruption, Judgement, Line
from worlds.statistics import Tally, tally

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def judged(answer: Any, a: Any) -> Judgement:
    return Judgement("abc", 0, "calm", "warm", "p", 1, 1, a, answer, "left", {}, NOW)


def test_wins_go_to_the_bot_behind_the_letter() -> None:
    lines: list[Line] = [judged("a", "left"), judged("b", "right"), judged("a", "right"), judged("equal", "left")]
    rest: list[Line] = [judged("neither", "left"), judged("same", "right"), Interruption("abc")]
    found = tally([*lines, *rest])
    assert found == Tally(left=2, right=1, equal=1, neither=1, same=1, interrupted=1)
    assert found.decided == 3
    assert found.p == 1.0


def test_nothing_judged_says_nothing() -> None:
    assert tally([]) == Tally()
    assert Tally().p == 1.0


def test_the_sign_test_is_over_decided_turns() -> None:
    assert Tally(left=5, equal=9).p == 2 / 2**5


def test_a_published_count_gives_its_p() -> None:
    """Liu et al. 2021, Table 5, Suggestion: Joint against Random, 48 to 27."""
    assert round(Tally(left=48, right=27).p, 3) == 0.020
