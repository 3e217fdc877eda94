from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from agents.corpora.empathetic import Dialog, Utterance
from agents.evaluation.understanding.emotion import contexts, situations
from agents.training.common.vectors import Vectorizer
from skills.labels import EMOTIONS
from skills.models.feeling import Feeling
from skills.models.head import Head
from skills.models.ngrams import Ngrams

SAD, GLAD = EMOTIONS.index("sad"), EMOTIONS.index("joyful")


class Lengths:
    """A text or a talk is the number of its words."""

    words: Any

    def __init__(self) -> None:
        self.words = self

    def utterance(self, text: str) -> int:
        return len(text.split())

    def context(self, pieces: Sequence[tuple[bool, str]]) -> int:
        return sum(len(text.split()) for _, text in pieces)

    def __call__(self, lengths: Sequence[int]) -> np.ndarray:
        return np.array(lengths, np.float32)[:, None]


def reader() -> Feeling:
    """The head says "sad" where there are many words, the n-grams "joyful" where the sun is named; else "afraid"."""
    weight, bias, sun = np.zeros((32, 1)), np.zeros(32), np.zeros((1, 32), np.int8)
    weight[SAD, 0], bias[0], sun[0, GLAD] = 0.5, 2.0, 100
    key, flat = np.array([zlib.crc32(b"word sun")], np.uint32), np.zeros(32, np.float32)
    words = Ngrams(EMOTIONS, key, np.ones(1, np.float32), sun, flat + 0.1, flat)
    return Feeling(Head(((weight, bias),), EMOTIONS, 1.0, {}), words, words, alone=1.0, talk=1.0)


def dialog(emotion: str, situation: str, *said: str) -> Dialog:
    texts = [Utterance("listener" if place % 2 else "speaker", text, "1") for place, text in enumerate(said)]
    return Dialog(situation, emotion, situation, tuple(texts))


TALKS = (
    dialog("joyful", "sun", "sun", "oh", "and so it went on", "oh"),
    dialog("sad", "one two three four five six", "a b c", "d e f", "g h i", "oh"),
)
KNOWN = np.array([SAD, SAD, GLAD])
ALIKE = cast(Vectorizer, Lengths())


def test_situations_are_read_by_both() -> None:
    asked, found = situations(ALIKE, reader(), TALKS, KNOWN)
    assert asked.truth.tolist() == [GLAD, SAD]
    assert found.labels.tolist() == [GLAD, SAD]
    assert found.beside["encoder"].tolist() == [0, SAD]
    assert found.beside["n-grams"].tolist() == [GLAD, 0]
    assert found.beside["majority"].tolist() == [SAD, SAD]
    assert found.shares.sum(axis=1) == pytest.approx([1, 1])


def test_contexts_are_the_turns_of_listeners_and_all_that_was_told_counts() -> None:
    asked, found = contexts(ALIKE, reader(), TALKS, KNOWN)
    assert asked.talks is not None
    assert asked.talks.tolist() == [0, 0, 1, 1]
    assert asked.truth.tolist() == [GLAD, GLAD, SAD, SAD]
    assert found.labels.tolist() == [GLAD, GLAD, 0, SAD]  # the sun of the first turn is heard in the second
    assert found.beside["encoder, last utterance"].tolist() == [0, SAD, 0, 0]
    assert found.beside["encoder, context"].tolist() == [0, SAD, 0, SAD]
