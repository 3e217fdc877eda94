"""Labels before replies: the corpus's strategies, chance's, and the intents that our reader and predictor see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from agents.corpora.exchanges import Exchange
from agents.training.generators import labels
from agents.training.generators.variants import variants
from agents.training.heads import response
from bot.dialog import STRATEGIES
from skills.models import intents
from tests.agents.training.generators.tiny import heard, supported

BY_NAME = {variant.name: variant for variant in variants()}


def test_strategies_are_the_corpuss_and_a_plain_variant_has_none() -> None:
    items = [supported(0), supported(1)]
    assert labels.given(BY_NAME["Strategy"], items, Path()) == ["Question", "Others"]
    assert labels.given(BY_NAME["Vanilla"], items, Path()) == ["", ""]
    assert labels.given(BY_NAME["Fine-tuned"], [heard(0)], Path()) == [""]


def test_chance_draws_as_supporters_do() -> None:
    found = labels.drawn(20_000, 3)
    shares = {name: count / len(found) for name, count in Counter(found).items()}
    assert set(shares) == set(STRATEGIES)
    assert shares["Question"] == pytest.approx(0.209, abs=0.01)
    assert shares["Information"] == pytest.approx(0.061, abs=0.01)
    assert labels.drawn(5, 3) == found[:5]


def test_intents_are_read_of_the_reply_and_predicted_from_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    reader = SimpleNamespace(labels=("sad", "encouraging", "neutral"))
    trained = SimpleNamespace(scores=lambda known: known, guesses=lambda scores: np.full(len(scores), 2))

    def labelled(vectorizer: object, reader: object, texts: list[str]) -> np.ndarray:
        seen.append(texts)
        return np.tile([0.1, 0.7, 0.2], (len(texts), 1))

    def known(vectorizer: object, reader: object, asked: list[Exchange]) -> list[Exchange]:
        return asked

    monkeypatch.setattr(labels, "_vectorizer", lambda folder: None)
    monkeypatch.setattr(intents, "load", lambda: reader)
    monkeypatch.setattr(response, "load", lambda: trained)
    monkeypatch.setattr(response, "labelled", labelled)
    monkeypatch.setattr(response, "known", known)
    items = [heard(1), heard(2)]
    assert labels.given(BY_NAME["MEED2"], items, Path()) == ["encouraging"] * 2
    assert seen == [[item.reply for item in items]]
    assert labels.predicted(items, Path()) == ["neutral"] * 2
