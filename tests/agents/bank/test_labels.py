from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.bank.labels import guessed, labelled, least_squares
from agents.bank.sources import Said
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.models.feeling import Feeling
from skills.models.head import Head
from skills.models.ngrams import Ngrams

ASK, SUGGEST = "Question", "Providing Suggestions"


class Marks:
    """Vectors of what a text holds: a question mark, the word "try", the word "cat"."""

    def encode_texts(self, texts: Sequence[str], speaker: str = "user") -> NDArray[np.float32]:
        return np.array([["?" in text, "try" in text, "cat" in text] for text in texts], np.float32)


def feeling() -> Feeling:
    """Hears sadness in cats, joy in the sun, pride in all else."""
    weight, bias = np.zeros((32, 3)), np.zeros(32)
    weight[EMOTIONS.index("sad"), 2], bias[EMOTIONS.index("proud")] = 5.0, 1.0
    joy = np.zeros((1, 32), np.int8)
    joy[0, EMOTIONS.index("joyful")] = 100
    key, one = np.array([zlib.crc32(b"word sun")], np.uint32), np.ones(1, np.float32)
    words = Ngrams(EMOTIONS, key, one, joy, np.full(32, 0.1, np.float32), np.zeros(32, np.float32))
    return Feeling(Head(((weight, bias),), EMOTIONS, 1.0, {}), words, words, alone=1.0, talk=1.0)


def said(text: str, strategy: str | None = None, emotion: str | None = None, before: str = "My cat ran off.") -> Said:
    return Said("own", ((False, before),), text, strategy, emotion)


KNOWN = [said(f"how {n}?", ASK) for n in range(80)] + [said(f"try {n}", SUGGEST) for n in range(40)]


def test_least_squares_tell_strategies_apart() -> None:
    rows = np.array([[1, 0], [1, 0], [1, 0], [0, 1]], np.float32)
    maps = least_squares(rows, [ASK, ASK, ASK, SUGGEST])
    assert maps.shape == (3, len(STRATEGIES))
    assert guessed(rows, maps) == [ASK, ASK, ASK, SUGGEST]


def test_labels_of_the_corpus_stand_and_others_are_guessed() -> None:
    found = labelled([*KNOWN, said("why so?"), said("do try again", "Others")], Marks(), feeling())
    assert [item.strategy for item in found[-2:]] == [ASK, "Others"]
    assert [item.strategy for item in found[:-2]] == [item.strategy for item in KNOWN]


def test_without_labelled_replies_no_strategy_is_guessed() -> None:
    found = labelled([*KNOWN[:99], said("why so?")], Marks(), feeling())
    assert found[-1].strategy is None


def test_a_strategy_outside_the_eight_counts_as_none() -> None:
    found = labelled([*KNOWN, said("why so?", "Direct Guidance")], Marks(), feeling())
    assert found[-1].strategy == ASK


@pytest.mark.parametrize(
    ("before", "emotion"), [("My cat ran off.", "sad"), ("I won.", "proud"), ("The sun!", "joyful")]
)
def test_an_emotion_is_heard_in_what_is_answered(before: str, emotion: str) -> None:
    first, second = labelled(
        [said("Oh!", before=before), said("Oh!", emotion="angry", before=before)], Marks(), feeling()
    )
    assert (first.emotion, second.emotion) == (emotion, "angry")
    (nothing,) = labelled([replace(said("Oh!"), context=())], Marks(), feeling())
    assert nothing.emotion is None


def test_without_a_reader_of_these_vectors_no_emotion_is_guessed() -> None:
    guessed_none, told = labelled([said("Oh!"), said("Oh!", emotion="angry")], Marks(), None)
    assert (guessed_none.emotion, told.emotion) == (None, "angry")
