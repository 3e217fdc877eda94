import math

import numpy as np
import pytest

from agents.evaluation.replay import Played
from agents.evaluation.replies_report import habits, opener, ranks, spearman, words


def played(said: str, reply: str, *, guard: bool = False) -> Played:
    return Played(said, (), reply, None, "words", guard, 0, False, False)


@pytest.mark.parametrize(
    ("text", "first"),
    [("It’s hard, I know.", "it’s hard i"), ('"What" — then?', "what then"), ("Oh.", "oh"), ("", "")],
)
def test_an_opener_is_three_words_without_marks(text: str, first: str) -> None:
    assert opener(text) == first


def test_beginnings_and_sorries_are_counted_without_the_guards() -> None:
    talks = [
        (played("a", "It sounds hard so far."), played("b", "It sounds hard.", guard=True), played("c", "Oh.")),
        (played("d", "it sounds hard now."), played("e", "Sorry to hear it. So sorry to hear that.")),
    ]
    found = habits(talks)
    assert (found.top.hits, found.top.of, found.replies) == (2, 4, 4)
    assert found.openers == {"it sounds hard": 2, "oh": 1, "sorry to hear": 1}
    assert (found.sorry.hits, found.sorry.of, found.most_sorry) == (1, 2, 2)


def test_equal_values_share_their_rank() -> None:
    assert ranks(np.array([10.0, 5.0, 10.0, 7.0])).tolist() == [3.5, 1.0, 3.5, 2.0]


def test_rank_correlation_by_hand() -> None:
    assert spearman(np.array([1.0, 2.0, 3.0]), np.array([2.0, 9.0, 100.0])) == pytest.approx(1.0)
    assert spearman(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 3.0, 2.0, 4.0])) == pytest.approx(0.8)
    assert math.isnan(spearman(np.array([1.0, 2.0]), np.array([3.0, 3.0])))


def test_lengths_go_by_the_turn_that_is_answered() -> None:
    talks = [(played("one", "a b"), played("one two", "a b c d")), (played("w " * 30, "a " * 9),)]
    assert habits(talks).length.value == pytest.approx(1.0)
    found = words(talks)
    assert (found["up to 5"].value, found["above 20"].value) == (3.0, 9.0)
    assert math.isnan(found["6 to 20"].value)
