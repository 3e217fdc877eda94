import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.perplexity import Likelihood


def test_a_model_that_wavers_between_eight_tokens_has_perplexity_eight() -> None:
    # Four tokens of 1/8 each, which spell two words of three letters and a space: 12 bits over 7 characters.
    found = Likelihood(4 * math.log(8), tokens=4, words=2, characters=7)
    assert found.per_token() == pytest.approx(8)
    assert found.per_word() == pytest.approx(64)
    assert found.bits_per_character() == pytest.approx(12 / 7)


def test_a_sure_model_has_one() -> None:
    assert Likelihood(0, tokens=3).per_token() == 1


@given(st.lists(st.tuples(st.floats(0, 50), st.integers(1, 20)), min_size=1, max_size=5))
def test_batches_add_up_and_are_not_averaged(batches: list[tuple[float, int]]) -> None:
    whole = sum((Likelihood(nats, tokens) for nats, tokens in batches), Likelihood())
    assert whole.per_token() == pytest.approx(math.exp(sum(n for n, _ in batches) / sum(t for _, t in batches)))
    assert whole.per_token() >= 1


def test_what_was_not_counted_has_no_perplexity() -> None:
    with pytest.raises(ValueError, match="no words were counted"):
        Likelihood(3.0, tokens=2).per_word()
    with pytest.raises(ValueError, match="tokens cannot be -1"):
        Likelihood(3.0, tokens=-1)
    for nats in (math.nan, math.inf, -0.1):
        with pytest.raises(ValueError, match=f"and this is {nats}"):
            Likelihood(nats)
