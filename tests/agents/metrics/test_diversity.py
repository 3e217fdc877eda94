import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.diversity import VOCABULARY, Runs, distinct, pooled, runs

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


def test_adjusted_by_hand() -> None:
    # Of two kinds drawn three times 2 (1 - 1/8) = 7/4 are expected; one was seen.
    assert runs("a a a", 1).adjusted(2) == pytest.approx(4 / 7)
    # One run of whatever vocabulary is one, exactly as many as expected.
    assert runs("a", 1).adjusted() == pytest.approx(1)
    few, many = runs("a b c d", 1), pooled(["a b c d"] * 50, 1)
    expected = VOCABULARY * (1 - ((VOCABULARY - 1) / VOCABULARY) ** 200)
    assert many.adjusted() == pytest.approx(4 / expected)
    assert few.adjusted() > many.adjusted()


def test_adjusted_does_not_fall_with_length_where_runs_are_drawn_alike() -> None:
    rng = random.Random(3)
    short, long = (" ".join(str(rng.randrange(1000)) for _ in range(size)) for size in (500, 5000))
    assert runs(short, 1).distinct() - runs(long, 1).distinct() > 0.5
    assert runs(short, 1).adjusted(1000) == pytest.approx(runs(long, 1).adjusted(1000), abs=0.05)


def test_nothing_to_count() -> None:
    assert Runs().adjusted() == 0
    with pytest.raises(ValueError, match="at least two kinds of runs, and not 1"):
        Runs().adjusted(1)
    assert distinct(["hello"], 2) == 0
    with pytest.raises(ValueError, match="there are no replies"):
        distinct([], 1)
    with pytest.raises(ValueError, match="one string"):
        distinct("hello", 1)
    with pytest.raises(ValueError, match="at least one token, and not 0"):
        distinct(["hello"], 0)
