from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.tokens import cased, grams, lowered


def test_marks_stand_apart_and_case_is_kept() -> None:
    assert cased("Oh, I'm so-so... you?") == ["Oh", ",", "I", "'", "m", "so-so", ".", ".", ".", "you", "?"]
    assert lowered("Oh NO!") == ["oh", "no", "!"]
    assert cased("  ") == []


@given(st.text())
def test_nothing_but_white_space_is_lost(text: str) -> None:
    assert "".join(cased(text)) == "".join(text.split())


def test_runs_of_tokens() -> None:
    assert grams("abc", 2) == [("a", "b"), ("b", "c")]
    assert grams("a", 2) == []
