from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.agents.corpora.test_taskmaster import talk, write


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    more = {"index": 2, "speaker": "USER", "text": "Olives."}
    write(tmp_path, talk(utterances=[*talk()["utterances"], more]))
    write(tmp_path, talk("dlg-2"), file="woz-dialogs.json")


@pytest.mark.usefixtures("corpus")
def test_the_assistant_answers_what_the_user_said(messages: Callable[..., list[dict[str, Any]]]) -> None:
    first, second = messages("taskmaster")
    assert first == {
        "text": "Three large ones.",
        "labels": ["Of which kind?"],
        "history": ["user: Three large ones."],
        "segments": [],
        "conversation": "dlg-1",
        "instruction": "pizza-ordering-1",
        "collection": "self",
        "simulated": False,
    }
    assert (second["conversation"], second["collection"]) == ("dlg-2", "woz")


@pytest.mark.usefixtures("corpus")
def test_parlai_shows_both_sides(commanded: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    report = commanded("eval_model", "taskmaster:User")
    assert (report["exs"].value(), report["accuracy"].value()) == (3, 1.0)
    commanded("display_data", "taskmaster:User")
    shown = capsys.readouterr().out
    assert "__SILENCE__" in shown  # the user begins
    assert "Olives." in shown
