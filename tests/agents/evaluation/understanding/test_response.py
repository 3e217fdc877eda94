from __future__ import annotations

import numpy as np

from agents.evaluation.understanding.response import follow


def test_a_bigram_guesses_what_mostly_followed() -> None:
    before, after = np.array([0, 0, 0, 1, 1, 1]), np.array([2, 2, 1, 3, 3, 3])
    assert follow(before, after, 4).tolist() == [2, 3, 3, 3]
