"""Token states, kept on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.training.common.run import Run
from agents.training.common.token_states import States, states

TEXTS = ["Rain again, and no coat", "Hello", "The bus was late and then it broke down"]


def test_states_are_the_encoders_in_the_order_of_the_texts_and_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vectorizer = Run(tmp_path, tmp_path, adapter="published").vectorizer()
    asked = [vectorizer.words.utterance(text) for text in TEXTS]
    found = states(vectorizer, asked)
    for row, sequence in enumerate(asked):
        whole, (single,) = vectorizer.encoder.tapped([sequence])
        assert found.vectors[row] == pytest.approx(whole[0], abs=0.02)
        tokens = found.tokens[found.starts[row] : found.starts[row + 1]]
        assert len(tokens) == len(sequence.ids) == found.lengths[row]
        assert np.abs(tokens - single).mean() < 0.02 * np.abs(single).mean() + 0.01
    monkeypatch.setattr(vectorizer, "encoder", None)
    again = states(vectorizer, asked)
    assert np.array_equal(again.tokens, found.tokens)
    assert np.array_equal(again.vectors, found.vectors)


def test_states_of_some_rows_are_padded_with_zeros() -> None:
    held = States(np.zeros((2, 1), np.float32), np.array([[1], [2], [3]], np.float16), np.array([0, 1, 3]))
    tokens, real = held.padded(np.array([1, 0]))
    assert tokens[..., 0].tolist() == [[2, 3], [1, 0]]
    assert real.tolist() == [[True, True], [True, False]]
