"""The baseline of words."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn")
from agents.evaluation.understanding.lexical import probabilities


def test_words_are_learnt_and_a_label_that_is_never_there_keeps_its_share() -> None:
    texts = ["so much rain", "rain and fog", "warm sun", "sun all day"] * 3
    truth = np.array([[True, False, False], [True, False, False], [False, True, False], [False, True, False]] * 3)
    one, other = probabilities(texts, truth, ["rain", "sun"], ["fog"])
    assert one.shape == (2, 3)
    assert one[0, 0] > 0.7
    assert one[1, 0] < 0.3
    assert other[0, 0] > 0.5 > other[0, 1]
    assert one[:, 2].tolist() == [0, 0]
