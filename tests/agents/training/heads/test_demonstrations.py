"""Demonstrations that never tell the answer, and talks in the order of their shifts."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from agents.training.heads.demonstrations import KEENNESS, SHIFT, Library, difficulty, likeness, opened, told

COSINE_OF_54 = 0.5878


def test_emotions_are_alike_on_the_wheel_but_not_across_pleasantness() -> None:
    assert likeness("joy", "surprise") == pytest.approx(COSINE_OF_54, abs=1e-4)
    assert likeness("anger", "disgust") == pytest.approx(COSINE_OF_54, abs=1e-4)
    assert likeness("surprise", "anger") == 0  # 18 degrees apart, but one is pleasant
    assert likeness("sadness", "disgust") == 0  # on the same side, and 108 degrees apart
    assert likeness("neutral", "joy") == likeness("fear", "neutral") == pytest.approx(1 / 7)


def test_shifts_within_and_between_speakers_are_counted() -> None:
    assert difficulty([("A", "joy"), ("B", "joy"), ("A", "anger")]) == pytest.approx((2 * SHIFT + 2) / 5)
    assert difficulty([("A", "joy"), ("A", "joy")]) == pytest.approx(1 / 3)
    assert difficulty([("A", "joy"), ("A", "surprise")]) == pytest.approx((SHIFT + COSINE_OF_54 + 1) / 3, abs=1e-4)
    assert difficulty([("A", "fear"), ("B", "neutral")]) == pytest.approx((SHIFT + 1 / 7 + 2) / 4)


def test_a_fifth_of_the_talks_is_opened_at_a_time() -> None:
    assert [opened(done) for done in (0, 0.19, 0.2, 0.5, 0.8, 0.99)] == [0.2, 0.2, 0.4, 0.6, 1, 1]


def test_what_is_nearest_counts_most_and_ones_own_talk_not_at_all() -> None:
    library = Library(np.eye(3, dtype=np.float32), np.array([0, 1, 2]), np.array([1, 2, 2]))
    asked = np.array([[1, 0, 0]], np.float32)
    ((first, second, third),) = told(library, 4, asked)[:, :3]
    assert first == pytest.approx(1 / (1 + 2 * exp(-1 / KEENNESS)))
    assert second == third == pytest.approx((1 - first) / 2, rel=1e-3)
    assert told(library, 4, asked, np.array([1])).tolist() == [[0, 0.5, 0.5, 0]]
    assert told(library, 4, asked, np.array([2])).tolist() == [[1, 0, 0, 0]]


def test_the_neutral_label_is_thinned_to_as_many_as_all_others() -> None:
    labels = np.array([0] * 8 + [1, 2, -1])
    library = Library(np.arange(11, dtype=np.float32)[:, None], labels, np.arange(11)).thinned(0, seed=1)
    assert sorted(library.labels) == [0, 0, 1, 2]
    assert (
        labels[library.talks].tolist() == library.labels.tolist() == labels[library.vectors[:, 0].astype(int)].tolist()
    )
    few = Library(np.zeros((3, 1), np.float32), np.array([0, 1, 1]), np.arange(3))
    assert few.thinned(0, seed=1).labels.tolist() == [0, 1, 1]
