from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.evaluation.answers import Answer
from agents.evaluation.context_specificity import context_specificity, found
from agents.training.rerankers.pair_examples import Given
from skills.models.encoder import Piece


class WordJudge:
    """Counts the words that a context and a reply share."""

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> NDArray[np.float32]:
        said = [set(pieces[-1][1].split()) for pieces in contexts]
        return np.array([[len(words & set(reply.split())) for reply in replies] for words in said], np.float32)


def group(ours: str = "that {} then") -> list[Answer]:
    things = ("cup", "job", "dog", "exam")
    return [
        Answer(Given(thing, "sad", ((False, f"my {thing} then"),), f"your {thing}"), ours.format(thing))
        for thing in things
    ]


def test_a_reply_finds_its_own_context_only_when_it_fits_that_best() -> None:
    scores = np.array([[3.0, 0, 1], [2, 1, 1], [4, 0, 5]], np.float32)
    assert found(scores) == pytest.approx(2 / 3)  # the first reply fits the third context better
    assert found(np.zeros((4, 4), np.float32)) == 0  # what fits all alike finds none


def test_specific_replies_are_found_and_hollow_ones_are_not() -> None:
    specific, hollow = (
        context_specificity(WordJudge(), [group()] * 3),
        context_specificity(WordJudge(), [group("that is hard then")] * 3),
    )
    assert (specific.ours.value, specific.gold.value, specific.gap.value, specific.groups) == (1, 1, 0, 3)
    assert (hollow.ours.value, hollow.gold.value, hollow.gap.value) == (0, 1, -1)
