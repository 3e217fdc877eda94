from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.evaluation.answers import Answer
from agents.evaluation.preference import KIND, preference
from agents.training.rerankers.pair_examples import Given
from skills import openings
from skills.models.encoder import Piece


class LengthJudge:
    """Likes a reply the better the more words it has."""

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[len(reply.split()) for reply in replies] for _ in contexts], np.float32)


def answer(ours: str, gold: str) -> Answer:
    return Answer(Given(ours, "sad", ((False, "I fell"),), gold), ours)


def test_each_reply_meets_every_kind_sentence() -> None:
    longest = "word " * 20
    six = sum(len(text.split()) < 6 for text in KIND) / len(KIND)
    found = preference(LengthJudge(), [answer(longest, "no"), answer("I see it was so hard", "no")])
    assert found.ours.value == pytest.approx((1 + six) / 2)
    assert found.ours_over_all.value == 0.5
    assert found.gold.value == found.gold_over_all.value == 0


def test_ten_sentences_that_the_bot_does_not_say() -> None:
    said = {line.lower() for line in openings.lines()}
    assert len(set(KIND)) == 10
    assert [text for text in KIND if text.lower() in said] == []
