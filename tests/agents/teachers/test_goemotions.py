from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora.goemotions import LABELS


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "goemotions").mkdir()
    rows = "The bus came early!\t13,17\tx1\nIt is a bus.\t27\tx2\nA bus? Ugh, ours.\t3,7\tx3\n"
    (tmp_path / "goemotions" / "train.tsv").write_text(rows, encoding="utf8")


@pytest.mark.usefixtures("corpus")
def test_all_labels_of_a_comment_are_told(messages: Callable[..., list[dict[str, Any]]]) -> None:
    first, *others = messages("goemotions")
    assert first == {
        "text": "The bus came early!",
        "labels": ["excitement", "joy"],
        "label_candidates": list(LABELS),
        "ekman": ["joy"],
        "sentiment": ["positive"],
        "comment": "x1",
    }
    assert [each["labels"] for each in others] == [["neutral"], ["annoyance", "curiosity"]]
    assert messages("goemotions:Emotion") == [first, *others]


@pytest.mark.usefixtures("corpus")
def test_the_other_taxonomies_group_them(messages: Callable[..., list[dict[str, Any]]]) -> None:
    ekman, sentiment = messages("goemotions:Ekman"), messages("goemotions:Sentiment")
    assert [each["labels"] for each in ekman] == [["joy"], ["neutral"], ["anger", "surprise"]]
    assert [each["labels"] for each in sentiment] == [["positive"], ["neutral"], ["negative", "ambiguous"]]
    assert ekman[0]["label_candidates"] == ["anger", "disgust", "fear", "joy", "sadness", "surprise", "neutral"]
    assert sentiment[0]["label_candidates"] == ["positive", "negative", "ambiguous", "neutral"]


@pytest.mark.usefixtures("corpus")
def test_any_one_label_counts_as_right_in_parlais_own_accuracy(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "goemotions")
    assert (report["exs"].value(), report["accuracy"].value()) == (3, 1.0)
    report = commanded("eval_model", "goemotions", return_one_random_answer=False)
    assert report["accuracy"].value() == 1 / 3
    assert (report["label_accuracy"].value(), report["label_micro_f1"].value()) == (1, 1)
