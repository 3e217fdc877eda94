from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import CorpusError, StudyError
from worlds.annotation.dialogs import Dialog, LabelledDialog, item, load, read, write

ROWS = [
    LabelledDialog("a", ("Hi", "It rained."), "sad", "manual", 2, 3),
    LabelledDialog("b", ("Ha.",), "joyful", "suggested"),
]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(ROWS, tmp_path / "labels.jsonl")
    assert read(tmp_path / "labels.jsonl", LabelledDialog) == ROWS
    assert [path.name for path in tmp_path.iterdir()] == ["labels.jsonl"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": "a", "utterances": []}', "line 1: this is not what is expected here"),
        ('{"id": "a", "utterances": ["x"], "label": "sad"}', "line 1: this is not what is expected here"),
        ('{"id": "a", "utterances": ["x"]}\n{"id": "a", "utterances": ["y"]}', "line 2: the id 'a' is taken"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "dialogs.jsonl"
    path.write_text(line, encoding="utf8")
    with pytest.raises(CorpusError, match=words):
        load(str(path), None)


def test_a_source_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"nowhere\.jsonl: neither edos nor a file"):
        load("nowhere.jsonl", None)
    with pytest.raises(StudyError, match="--datapath names the folder"):
        load("edos", None)


def test_two_take_turns_and_the_last_is_what_is_labelled() -> None:
    made = item(Dialog("a", ("Hi", "Hello", "It rained.")), ("sad", "lonely"))
    assert [said.speaker for said in made.context] == ["person", "supporter", "person"]
    assert [one.text for one in made.candidates] == ["sad", "lonely"]
