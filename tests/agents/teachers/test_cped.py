from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import cped

TRAITS = ("high", "low", "unknown", "low", "high")


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "cped").mkdir()
    rows = [
        ("7", "7_0", "7_0_0", "你好吗", "home", "neutral", "neutral", "question", "阿达", "female", "young", *TRAITS),
        ("7", "7_0", "7_0_1", "好", "home", "positive", "happy", "answer", "其他", "male", "elderly", *TRAITS[::-1]),
        ("7", "7_1", "7_1_0", "走", "car", "negative", "anger", "command", "阿达", "female", "young", *TRAITS),
    ]
    with (tmp_path / "cped" / "train_split.csv").open("w", encoding="utf8", newline="") as out:
        csv.writer(out).writerows([cped.COLUMNS, *rows])


ANSWER = {
    "turn": 1,
    "utterance": "好",
    "emotion": "happy",
    "sentiment": "positive",
    "act": "answer",
    "scene": "home",
    "speaker": "其他",
    "gender": "male",
    "age": "elderly",
    "neuroticism": "high",
    "extraversion": "low",
    "openness": "unknown",
    "agreeableness": "low",
    "conscientiousness": "high",
    "conversation": "7_0",
}


@pytest.mark.usefixtures("corpus")
def test_the_labels_are_of_the_last_line_and_the_traits_of_who_says_it(
    messages: Callable[..., list[dict[str, Any]]],
) -> None:
    found, acts = messages("cped"), messages("cped:Act")
    heard = {"text": "阿达: 你好吗\n其他: 好", "speakers": ["阿达", "其他"]}
    assert found[1] == ANSWER | heard | {"labels": ["happy"], "label_candidates": list(cped.EMOTIONS)}
    assert acts[1] == ANSWER | heard | {"labels": ["answer"], "label_candidates": list(cped.ACTS)}
    assert [each["labels"] for each in found] == [["neutral"], ["happy"], ["anger"]]
    assert [each["labels"] for each in acts] == [["question"], ["answer"], ["command"]]
    assert found[2]["text"] == "阿达: 走"
    assert (len(cped.EMOTIONS), len(cped.ACTS)) == (13, 19)


@pytest.mark.usefixtures("corpus")
def test_what_is_said_next_is_no_part_of_the_text(messages: Callable[..., list[dict[str, Any]]]) -> None:
    assert messages("cped:Next") == [ANSWER | {"text": "阿达: 你好吗", "speakers": ["阿达"], "labels": ["好"]}]


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_it(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "cped")
    assert (report["exs"].value(), report["accuracy"].value()) == (3, 1.0)
    report = commanded("eval_model", "cped:Next")
    assert report["bleu_corpus-1"].value() == 1  # one character: BLEU-2 has nothing to count
    assert "rouge_l" not in report
