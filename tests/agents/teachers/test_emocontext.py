from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.errors import CorpusMissing


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "emocontext").mkdir()
    rows = "7\tHi\tHello!\tI won\thappy\n8\tWhy?\tWhy not?\tStop it\tangry\n"
    (tmp_path / "emocontext" / "train.txt").write_text(rows, encoding="utf8")


@pytest.mark.usefixtures("corpus")
def test_the_emotion_is_of_the_last_of_three_turns(messages: Callable[..., list[dict[str, Any]]]) -> None:
    first, second = messages("emocontext")
    assert first == {
        "text": "Hi\nHello!\nI won",
        "labels": ["happy"],
        "label_candidates": ["others", "happy", "sad", "angry"],
        "speakers": ["user", "bot", "user"],
        "conversation": "7",
    }
    assert (second["text"], second["labels"]) == ("Why?\nWhy not?\nStop it", ["angry"])


@pytest.mark.usefixtures("corpus")
def test_a_part_that_is_not_there_is_named(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "emocontext")
    assert (report["exs"].value(), report["accuracy"].value(), report["label_positive_f1"].value()) == (2, 1.0, 1.0)
    assert "avg_bleu" not in report
    with pytest.raises(CorpusMissing, match=r"emocontext/dev\.txt: there is no such file(.|\n)*on request"):
        commanded("eval_model", "emocontext", "valid")
