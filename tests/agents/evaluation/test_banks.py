from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.corpora.exchanges import Exchange
from agents.evaluation import banks
from agents.metrics import bleu

TRAINING = {
    "empathetic": ["that is a good dog", "a cat", "a cat"],
    "dailydialog": ["the train is late again today", "a cat"],
}


def test_the_nearest_reply_of_each_context_is_found_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banks, "ROWS", 2)
    contexts = np.array([[1, 0], [0, 1], [0.6, 0.8]], np.float32)
    replies = np.array([[0, 1], [1, 0]], np.float32)
    best, scores = banks.nearest(contexts, replies)
    assert best.tolist() == [1, 0, 0]
    assert scores == pytest.approx([1, 1, 0.8])


def test_the_best_of_several_corpora_is_retrieved(words: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banks, "load", lambda corpus, *_: [Exchange((), text) for text in TRAINING[corpus]])
    asked = [
        Exchange(((False, "good dog"),), "that is a good dog"),
        Exchange(((False, "late train"),), "the train is late again today"),
    ]
    first, second = banks.banks(Path(), ["ED", "ED+DD"], asked, words)
    assert (first.candidates, second.candidates) == (2, 3)
    assert (first.shares, second.shares) == ({"empathetic": 1}, {"empathetic": 0.5, "dailydialog": 0.5})
    assert second.bleu.value == pytest.approx(1)
    assert first.bleu.value < 0.8


def test_avg_bleu_is_that_of_all_replies_together() -> None:
    replies = ["a b c d e f", "a b x d e f g h", "a b c d q"] * 50
    given = ["a b c d e f", "a b c d e f g h", "a b c d e"] * 50
    found = banks.avg_bleu(replies, given)
    assert found.value == pytest.approx(bleu.avg_bleu(replies, [[text] for text in given]))
    assert 0 < found.low <= found.value <= found.high < 1
