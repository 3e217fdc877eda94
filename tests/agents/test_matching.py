from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents import matching
from agents.metrics import ranking
from bot.errors import WeightsError


def test_equal_scores_stand_in_alphabetical_order() -> None:
    scores = np.array([[0.5, 0.9, 0.5, 0.1], [0.2, 0.2, 0.2, 0.2]], np.float32)
    assert matching.best_first(scores).tolist() == [[1, 0, 2, 3], [0, 1, 2, 3]]
    assert matching.standing(scores).tolist() == [[1, 0, 2, 3], [0, 1, 2, 3]]


def test_what_only_rounding_tells_apart_is_equal() -> None:
    assert matching.best_first(np.array([0.3, 0.3000001, 0.30002], np.float32)).tolist() == [2, 0, 1]
    on_either_side = np.array([[0.1234549, 0.1234551], [0.7, 0.2]], np.float32)  # of where five digits would be rounded
    assert matching.best_first(on_either_side).tolist() == [[0, 1], [0, 1]]


def test_copies_stand_beside_each_other_and_as_often_as_they_were_given() -> None:
    given = ["oh", "well", "oh", "hm"]
    different = matching.alphabetical(given)
    assert different == ["hm", "oh", "well"]
    ranked = matching.spread([1, 2, 0], different, given)
    assert ranked == ["oh", "oh", "well", "hm"]
    assert ranking.recall(ranking.listed(ranked, "oh"), 1).tolist() == [0.5]


def test_the_encoder_in_full_precision_does_not_depend_on_what_shares_a_batch() -> None:
    texts = matching.encoder().text_encoder
    line = "My sister moved away last week."
    alone = texts.texts([line])[0]
    among = texts.texts([line, "ok", "I do not know what I should tell them when they ask me about it tomorrow"])[0]
    assert np.abs(alone - among).max() < 1e-6


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "pins.json").write_text("{}", encoding="utf8")
    with pytest.raises(WeightsError, match="no weights are called 'encoder'"):
        matching.encoder("default", tmp_path)
