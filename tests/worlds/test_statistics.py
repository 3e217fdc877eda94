from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worlds.judgement import Interruption, Judgement, Line
from worlds.statistics import Tally, sign_test, tally

binomtest = pytest.importorskip("scipy.stats").binomtest
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


def test_a_split_published_with_its_value() -> None:
    assert sign_test(48, 27) == pytest.approx(0.020, abs=0.0005)  # Liu et al. 2021, Joint against Random, Suggestion


@given(st.integers(0, 300), st.integers(0, 300))
def test_it_is_a_binomial_test_at_one_half(wins: int, losses: int) -> None:
    if wins + losses:
        assert sign_test(wins, losses) == pytest.approx(binomtest(wins, wins + losses, 0.5).pvalue, rel=1e-9)


def test_many_turns_are_no_trouble() -> None:
    assert sign_test(5_000, 5_000) == 1.0
    assert sign_test(5_200, 4_800) == pytest.approx(binomtest(5_200, 10_000).pvalue, rel=1e-9)
