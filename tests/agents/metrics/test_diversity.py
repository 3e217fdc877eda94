import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.diversity import Runs, distinct, runs

TEXTS = st.lists(st.lists(st.sampled_from("abc"), max_size=6).map(" ".join), min_size=1, max_size=6)


def test_by_hand() -> None:
    texts = ["I see .", "I see you ."]
    # Tokens i, see, ., you of 7; runs "i see", "see .", "see you", "you ." of 5.
    assert distinct(texts, 1) == pytest.approx(4 / 7)
    assert distinct(texts, 2) == pytest.approx(4 / 5)
    assert distinct(texts, 2, per="tokens") == pytest.approx(4 / 7)


def test_replies_are_taken_together() -> None:
    assert distinct(["hello there"] * 4, 1) == 2 / 8


@given(TEXTS, st.integers(1, 3))
def test_parts_add_up_in_any_order(texts: list[str], n: int) -> None:
    whole = distinct(texts, n)
    assert 0 <= whole <= 1
    shuffled = random.Random(0).sample(texts, len(texts))
    assert sum((runs(text, n) for text in shuffled), Runs()).distinct() == pytest.approx(whole)


def test_nothing_to_count() -> None:
    assert distinct(["hello"], 2) == 0
    with pytest.raises(ValueError, match="there are no replies"):
        distinct([], 1)
    with pytest.raises(ValueError, match="one string"):
        distinct("hello", 1)
    with pytest.raises(ValueError, match="at least one token, and not 0"):
        distinct(["hello"], 0)
