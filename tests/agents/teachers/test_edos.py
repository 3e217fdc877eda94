from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import edos
from agents.corpora.intents import LABELS

TRAIN, VALID = "The train left .", "Open the door ."
"""First utterances that fall into these parts."""


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    folder = tmp_path / edos.FOLDER
    folder.mkdir()
    crowd = [
        ["1", f"{TRAIN}\nStop it !", "Angry", "Angry", "Angry (Other)", "Furious"],
        ["2", TRAIN, "-", "Sad", "Lonely", "no idea (Other)"],
        ["3", VALID, "Sad", "Sad", "Sad", "Lonely"],
    ]
    files = {edos.CROWD: [edos.COLUMNS, *crowd]} | {name: [columns] for _, name, columns in edos.OTHERS}
    files[edos.OTHERS[1][1]].append(["20", "- We won .", "proud", "0.9"])
    for name, rows in files.items():
        with (folder / name).open("w", encoding="utf8", newline="") as out:
            csv.writer(out).writerows(rows)


@pytest.mark.usefixtures("corpus")
def test_a_dialog_that_two_agreed_on_is_an_example(messages: Callable[..., list[dict[str, Any]]]) -> None:
    people, machine = messages("edos")
    assert people == {
        "text": "The train left .\nStop it !",
        "labels": ["angry"],
        "label_candidates": list(LABELS),
        "source": "crowd",
        "answers": ["angry", "angry", "furious"],
        "score": None,
        "conversation": "1",
    }
    assert (machine["labels"], machine["source"], machine["answers"]) == (["proud"], "classifier", [])
    assert machine["score"] == 0.9
    assert messages("edos:Crowd") == [people]
    assert [each["labels"] for each in messages("edos", "valid")] == [["sad"]]


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_it(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "edos")
    assert (report["exs"].value(), report["accuracy"].value()) == (2, 1.0)
