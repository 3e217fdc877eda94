from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StudyError
from worlds.annotation.dialogs import LabelledDialog
from worlds.annotation.label_studio import read, tasks


def annotation(label: str, **more: Any) -> dict[str, Any]:
    return {"result": [{"type": "choices", "value": {"choices": [label]}, "from_name": "x", "to_name": "y"}], **more}


GONE = annotation("sad", was_cancelled=True)


def written(folder: Path, rows: object) -> Path:
    path = folder / "export.json"
    path.write_text(json.dumps(rows), encoding="utf8")
    return path


def test_what_most_annotators_say_is_the_label(tmp_path: Path) -> None:
    rows = [
        {"id": 1, "data": {"text": "It rained."}, "annotations": [annotation("sad")] * 2 + [annotation("angry")]},
        {"id": 2, "data": {"text": "Hm."}, "annotations": [annotation("sad"), annotation("angry")]},
        {
            "id": 3,
            "data": {"text": "Ha."},
            "annotations": [annotation("sad", was_cancelled=True), annotation("joyful")],
        },
        {"id": 4, "data": {"dialogue": [{"author": "A", "text": "Hi"}, {"author": "B", "text": "Hello"}]}},
    ]
    dialogs, labels = read(written(tmp_path, rows))
    assert [one.id for one in dialogs] == ["1", "2", "3", "4"]
    assert dialogs[3].utterances == ("Hi", "Hello")
    assert [(one.id, one.label, one.votes, one.of) for one in labels] == [("1", "sad", 2, 3), ("3", "joyful", 1, 1)]


def test_what_is_written_is_read_back_but_for_what_was_expanded(tmp_path: Path) -> None:
    own = LabelledDialog("a", ("Hi", "It rained."), "sad", "suggested", 2, 3)
    taken = LabelledDialog("b", ("It poured.",), "sad", "expanded", like="a", score=0.91)
    made = tasks([own, taken])
    assert [line["author"] for line in made[0]["data"]["dialogue"]] == ["B", "A"]
    assert made[1]["predictions"][0]["score"] == 0.91
    assert "annotations" not in made[1]
    dialogs, labels = read(written(tmp_path, made))
    assert [one.utterances for one in dialogs] == [own.utterances, taken.utterances]
    assert labels == [own]


def test_a_label_that_somebody_there_changed_or_voted_on_is_theirs(tmp_path: Path) -> None:
    made = [tasks([LabelledDialog(name, ("It rained.",), "sad", "suggested", 2, 3)])[0] for name in "ab"]
    made[0]["annotations"] = [annotation("angry")]
    made[1]["annotations"].append(annotation("sad"))
    _, labels = read(written(tmp_path, made))
    told = [(one.label, one.provenance, one.votes, one.of) for one in labels]
    assert told == [("angry", "manual", 1, 1), ("sad", "manual", 2, 2)]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"data": {}}, "no export of Label Studio"),
        ([{"id": 7, "data": {}}], "task 7: its data has neither a dialogue nor a text"),
        ([{"id": 7, "data": {"text": "a"}}, {"id": 7, "data": {"text": "b"}}], "task 7: its id is taken"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, rows: object, words: str) -> None:
    with pytest.raises(StudyError, match=words):
        read(written(tmp_path, rows))
