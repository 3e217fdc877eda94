import math

import numpy as np
import pytest
from scipy.special import logit  # type: ignore[import-untyped]

from agents.statistics.phrases import grams, log_odds, marking


def test_log_odds_by_hand() -> None:
    """Two words, 3 and 1 here, 1 and 3 elsewhere, a prior of 1: odds 4/2 against 2/4, variance 1/4 + 1/2."""
    ratio, z = log_odds(np.array([3.0, 1.0]), np.array([1.0, 3.0]), np.array([1.0, 1.0]))
    assert ratio == pytest.approx([math.log(4), -math.log(4)])
    assert z == pytest.approx([math.log(4) / math.sqrt(0.75), -math.log(4) / math.sqrt(0.75)])


def test_log_odds_is_the_difference_of_two_logits() -> None:
    random = np.random.default_rng(3)
    here, rest, prior = random.integers(0, 30, (3, 50)).astype(float) + np.array([[0.0], [0.0], [0.5]])
    ratio, z = log_odds(here, rest, prior)
    total = prior.sum()
    expected = logit((here + prior) / (here.sum() + total)) - logit((rest + prior) / (rest.sum() + total))
    assert ratio == pytest.approx(expected)
    assert z == pytest.approx(expected / np.sqrt((here + prior) ** -1 + (rest + prior) ** -1))


def test_grams_are_runs_of_small_words_without_punctuation() -> None:
    assert grams("Don’t GO, Ann!", 1) == ["don't", "go", "ann"]
    assert grams("Don't go, Ann!", 2) == ["don't go", "go ann"]
    assert grams("Ann", 2) == []


def test_what_one_group_alone_says_marks_it() -> None:
    found = marking({"ask": ["what now", "what then", "so"], "tell": ["so it goes", "so it is"]}, 2)
    assert [phrase.text for phrase in found["ask"]] == ["what", "what now"]
    # words of the whole: what 2, now 1, then 1, so 3, it 2, goes 1, is 1 = 11; in "ask" 5, with the prior 16
    first = found["ask"][0]
    assert first.count == 2
    assert first.ratio == pytest.approx(math.log(4 / 12) - math.log(2 / 15))
    assert first.z == pytest.approx(first.ratio / math.sqrt(1 / 4 + 1 / 2))
    # pairs: what now, what then, so it twice, it goes, it is = 6; in "ask" 2, with the prior 8
    assert found["ask"][1].ratio == pytest.approx(math.log(2 / 6) - math.log(1 / 9))
    assert {phrase.text for phrase in found["tell"]} == {"it", "so it"}
