from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import dailydialog


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    folder = tmp_path / "dailydialog" / "train"
    folder.mkdir(parents=True)
    texts = "Is it far ? __eou__ A mile . __eou__ Oh no . __eou__\nSit . __eou__ I ' ll stand . __eou__\n"
    for kind, text in (("", texts), ("act_", "2 1 1\n3 4\n"), ("emotion_", "0 0 5\n0 0\n")):
        (folder / f"dialogues_{kind}train.txt").write_text(text, encoding="utf8")


@pytest.mark.usefixtures("corpus")
def test_every_utterance_but_the_first_is_said_next(messages: Callable[..., list[dict[str, Any]]]) -> None:
    found = messages("dailydialog")
    assert found[1] == {
        "text": "Is it far?\nA mile.",
        "labels": ["Oh no."],
        "speakers": ["A", "B"],
        "turn": 2,
        "utterance": "Oh no.",
        "act": "inform",
        "emotion": "sadness",
        "conversation": 1,
    }
    assert [(each["text"], each["labels"]) for each in (found[0], found[2])] == [
        ("Is it far?", ["A mile."]),
        ("Sit.", ["I'll stand."]),
    ]
    assert len(found) == 3


@pytest.mark.usefixtures("corpus")
def test_the_act_and_the_emotion_are_of_the_last_line(messages: Callable[..., list[dict[str, Any]]]) -> None:
    acts, emotions = messages("dailydialog:Act"), messages("dailydialog:Emotion")
    assert [each["text"] for each in acts[:3]] == ["Is it far?", "Is it far?\nA mile.", "Is it far?\nA mile.\nOh no."]
    assert [each["labels"][0] for each in acts] == ["question", "inform", "inform", "directive", "commissive"]
    assert acts[2]["speakers"] == ["A", "B", "A"]
    assert acts[0]["label_candidates"] == ["inform", "question", "directive", "commissive"]
    assert [each["labels"][0] for each in emotions] == [
        "no emotion",
        "no emotion",
        "sadness",
        "no emotion",
        "no emotion",
    ]
    assert emotions[0]["label_candidates"] == list(dailydialog.EMOTIONS.values())


@pytest.mark.usefixtures("corpus")
def test_utterances_without_labels_are_only_said(
    messages: Callable[..., list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dailydialog, "FAULT", ("train", 1, 3, 2))
    (tmp_path / "dailydialog/train/dialogues_act_train.txt").write_text("2 1\n3 4\n", encoding="utf8")
    (tmp_path / "dailydialog/train/dialogues_emotion_train.txt").write_text("0 0\n0 0\n", encoding="utf8")
    first = messages("dailydialog")[0]
    assert (first["act"], first["emotion"]) == (None, None)
    assert [each["conversation"] for each in messages("dailydialog:Act")] == [2, 2]
    assert [each["conversation"] for each in messages("dailydialog:Emotion")] == [2, 2]


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_and_shows_it(commanded: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    report = commanded("eval_model", "dailydialog")
    assert (report["exs"].value(), report["accuracy"].value()) == (3, 1.0)
    commanded("display_data", "dailydialog:Act")
    shown = capsys.readouterr().out
    assert "NEW EPISODE: dailydialog" in shown
    assert "commissive" in shown
