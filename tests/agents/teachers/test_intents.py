from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora.intents import LABELS


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "empathetic_intents").mkdir()
    rows = "27 <SEP> My kite tore.\n38 <SEP> Which kite?\n40 <SEP> It is noon.\n"
    (tmp_path / "empathetic_intents" / "train.txt").write_text(rows, encoding="utf8")


@pytest.mark.usefixtures("corpus")
def test_a_text_has_one_of_41_labels(messages: Callable[..., list[dict[str, Any]]]) -> None:
    first, *others = messages("intents")
    assert first == {
        "text": "My kite tore.",
        "labels": ["sad"],
        "label_candidates": list(LABELS),
        "role": "speaker",
    }
    assert [(each["text"], each["labels"], each["role"]) for each in others] == [
        ("Which kite?", ["questioning"], "listener"),
        ("It is noon.", ["neutral"], "listener"),
    ]
    assert len(first["label_candidates"]) == 41


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_it(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "intents")
    assert (report["exs"].value(), report["accuracy"].value()) == (3, 1.0)
