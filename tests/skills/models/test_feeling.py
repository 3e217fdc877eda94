from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest

from bot.errors import WeightsError
from skills.labels import EMOTIONS
from skills.models import feeling
from skills.models.feeling import VOICE, Feeling
from skills.models.head import Head, softmax
from skills.models.ngrams import Ngrams

SAD, GLAD = EMOTIONS.index("sad"), EMOTIONS.index("joyful")


def by_words(word: str) -> Ngrams:
    """Scores 0.5 for "joyful" where the word stands, alone in its text."""
    weights = np.zeros((1, 32), np.int8)
    weights[0, GLAD] = 50
    key, one = np.array([zlib.crc32(f"word {word}".encode())], np.uint32), np.ones(1, np.float32)
    return Ngrams(EMOTIONS, key, one, weights, np.full(32, 0.01, np.float32), np.zeros(32, np.float32))


def small() -> Feeling:
    """A head that scores "sad" by the first number of a vector, at temperature 2."""
    weight = np.zeros((32, 2))
    weight[SAD, 0] = 1.0
    head = Head(((weight, np.zeros(32)),), EMOTIONS, 2.0, {})
    return Feeling(head, by_words("sun"), by_words("rain"), alone=4.0, talk=6.0)


def scores(sad: float, glad: float) -> np.ndarray:
    row = np.zeros(32)
    row[SAD], row[GLAD] = sad, glad
    return row


def test_scores_of_both_are_added_at_their_temperatures() -> None:
    first, second = small().of_texts(np.array([[3.0, 9.0], [3.0, 9.0]]), ["sun", "rain"])
    assert first == pytest.approx(softmax(VOICE * scores(3.0 / 2, 4.0 * 0.5)))
    assert second == pytest.approx(softmax(VOICE * scores(3.0 / 2, 0.0)))


def test_in_a_talk_the_last_words_count_a_quarter_and_n_grams_of_talks_are_read() -> None:
    (found,) = small().of_talks(np.array([[4.0, 0.0]]), np.array([[2.0, 0.0]]), ["rain"])
    assert found == pytest.approx(softmax(VOICE * scores(2.5 / 2, 6.0 * 0.5)))


def test_a_folder_without_weights_gives_the_shipped_and_an_unknown_head_is_refused(tmp_path: Path) -> None:
    shipped = feeling.load(tmp_path)
    assert shipped.talk > 1
    assert shipped.alone > 1
    with pytest.raises(WeightsError, match="no weights are called 'nothing'"):
        feeling.load(tmp_path, head="nothing")
