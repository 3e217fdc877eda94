from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import meld


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "meld").mkdir()
    times = ("00:20:57,256", "0:21:00,5")
    rows = [
        ("0", "0", "2", "7", "Ada", "It's open.", "neutral", "neutral", *times),
        ("0", "3", "2", "7", "Ben", "Finally!", "joy", "positive", *times),
        ("4", "0", "3", "1", "Ada", "A spider.", "fear", "negative", *times),
    ]
    with (tmp_path / "meld" / "train_sent_emo.csv").open("w", encoding="utf8", newline="") as out:
        csv.writer(out).writerows([meld.COLUMNS, *rows])


@pytest.mark.usefixtures("corpus")
def test_the_emotion_is_of_the_last_of_all_said_so_far(messages: Callable[..., list[dict[str, Any]]]) -> None:
    found = messages("meld")
    assert found[1] == {
        "text": "Ada: It's open.\nBen: Finally!",
        "labels": ["joy"],
        "label_candidates": ["neutral", "joy", "surprise", "anger", "sadness", "disgust", "fear"],
        "speakers": ["Ada", "Ben"],
        "turn": 1,
        "utterance": "Finally!",
        "emotion": "joy",
        "sentiment": "positive",
        "start": 1257.256,
        "end": 1260.5,
        "conversation": 0,
        "season": 2,
        "episode": 7,
    }
    assert [(each["text"], each["labels"]) for each in (found[0], found[2])] == [
        ("Ada: It's open.", ["neutral"]),
        ("Ada: A spider.", ["fear"]),
    ]
    sentiments = messages("meld:Sentiment")
    assert [each["labels"] for each in sentiments] == [["neutral"], ["positive"], ["negative"]]
    assert sentiments[0]["label_candidates"] == ["neutral", "positive", "negative"]


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_it(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "meld:Sentiment")
    assert (report["exs"].value(), report["accuracy"].value()) == (3, 1.0)
