from __future__ import annotations

from typing import Any

import numpy as np

from agents.evaluation.prepend import Prepended
from agents.training.papers.variants import Prepend
from skills.models.ngrams import Ngrams, counted


def told() -> Ngrams:
    """ "sad" for the word rain, "glad" for sun."""
    keys = sorted((next(iter(counted("rain"))), next(iter(counted("sun")))))
    rain = keys.index(next(iter(counted("rain"))))
    weights = np.zeros((2, 2), np.int8)
    weights[rain, 0] = weights[1 - rain, 1] = 127
    ones = np.ones(2, np.float32)
    step, bias = ones * np.float32(1 / 127), np.zeros(2, np.float32)
    return Ngrams(("sad", "glad"), np.array(keys, np.uint32), ones, weights, step, bias)


def test_labels_stand_before_the_oldest_utterance_that_counts_and_before_replies(words: Any) -> None:
    found = Prepended(words, told(), Prepend("emotion", 1))
    seen: list[Any] = []
    words.contexts = seen.extend
    talk = [(True, "sun sun"), (False, "a"), (True, "b"), (False, "the rain"), (True, "d")]
    found.contexts([talk])
    assert seen == [[(False, "sad a"), (True, "b"), (False, "the rain"), (True, "d")]]  # the first is out of the window
    found.replies(["so much sun", "rain"])
    assert words.encoded == ["glad so much sun", "sad rain"]
    assert found.identity == "words emotion-1"
