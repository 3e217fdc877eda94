import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import edos
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

TRAIN, VALID, TEST = "The train left .", "Open the door .", "It snowed again ."
"""First utterances that fall into these parts."""

SURE = ("Angry", "Angry", "angry (Other)", "Furious")


def crowd(key: str, text: str, agreed: str, *answers: str) -> list[str]:
    return ["1", f"0.9-{key}", key, text, agreed, *answers]


def write(folder: Path, **files: list[list[str]]) -> None:
    """The four files, each empty but for what is given as one, two, three and four."""
    (folder / edos.FOLDER).mkdir(exist_ok=True)
    headers = {
        "one": ["Count", "Index", *edos.COLUMNS],
        "two": ["", "emotion", "cos_sim", "amt_dialog_id", "amt_dialog", "os_dialog_id", "os_dialog"],
        "three": ["", "Unnamed: 0", "os_dialog_id", "emotion", "confidence", "os_dialog"],
        "four": ["", "emotion", "cos_sim", "high_dialog_id", "high_dialog", "os_dialog_id", "os_dialog"],
    }
    names = (edos.CROWD, *(name for _, name, _ in edos.OTHERS))
    for (file, header), name in zip(headers.items(), names, strict=True):
        with (folder / edos.FOLDER / name).open("w", encoding="utf8", newline="") as out:
            csv.writer(out).writerows([header, *files.get(file, [])])


def test_first_utterances_fall_where_they_always_fall() -> None:
    assert [edos.part_of(first) for first in (TRAIN, VALID, TEST)] == ["train", "valid", "test"]
    shares = Counter(edos.part_of(f"Line {number}") for number in range(4000))
    assert 3080 < shares["train"] < 3300
    assert 340 < shares["valid"] < 480
    assert 340 < shares["test"] < 480


def test_workers_answers_are_kept_and_their_own_words_are_no_label(tmp_path: Path) -> None:
    rows = [
        crowd("1", f"{TEST}\nStop it !", *SURE),
        crowd("2", TEST, "-", "Sad", "Lonely", "no idea  (Other)"),
        crowd("3", TEST, "Disagreeing (Other)", "Disagreeing (Other)", "Disagreeing (Other)", "Sad"),
    ]
    write(tmp_path, one=rows)
    assert edos.load(tmp_path, "test") == (
        edos.Dialog("1", (TEST, "Stop it !"), "angry", "crowd", ("angry", "angry", "furious")),
        edos.Dialog("2", (TEST,), None, "crowd", ("sad", "lonely", "no idea")),
        edos.Dialog("3", (TEST,), None, "crowd", ("disagreeing", "disagreeing", "sad")),
    )
    assert edos.load(tmp_path, "valid") == ()
    assert edos.count(tmp_path, "test") == {"dialogs": 3, "crowd": 3, "agreed": 1, "utterances": 4}


def test_train_holds_the_other_files_but_for_what_touches_a_dialog_held_out(tmp_path: Path) -> None:
    write(
        tmp_path,
        one=[crowd("1", TEST, *SURE), crowd("2", VALID, *SURE), crowd("3", TRAIN, *SURE)],
        two=[
            ["1", "Angry", "0.95", "3", f"- {TRAIN}", "10", "- Hi .\n- Bye ."],
            ["2", "Angry", "0.95", "1", f"- {TEST}", "11", "- Hi .\n- Bye ."],
            ["3", "Angry", "0.95", "3", f"- {TRAIN}", "12", f"- {VALID}\n- Bye ."],
        ],
        three=[["5", "5", "20", "proud", "0.9", "- We won ."], ["6", "6", "21", "proud", "0.9", f"- {TEST}\n- Oh ."]],
        four=[["0", "wishing", "0.9", "20", "- - We won .\n- - Yes .", "30", "- Good luck ."]],
    )
    found = edos.load(tmp_path, "train")
    assert [(dialog.id, dialog.source) for dialog in found] == [
        ("3", "crowd"),
        ("10", "like crowd"),
        ("20", "classifier"),
        ("30", "like classifier"),
    ]
    assert found[1] == edos.Dialog("10", ("Hi .", "Bye ."), "angry", "like crowd", (), 0.95)
    assert len(edos.load(tmp_path, "test")) == len(edos.load(tmp_path, "valid")) == 1


def test_a_dialog_is_shown_with_what_is_noted(tmp_path: Path) -> None:
    write(tmp_path, one=[crowd("1", TRAIN, *SURE)], three=[["5", "5", "20", "proud", "0.9", "- We won ."]])
    people, machine = edos.talks(tmp_path, "train")
    notes = (("emotion", "angry"), ("source", "crowd"), ("answers", "angry, angry, furious"))
    assert people == Talk("1", (Line("someone", TRAIN),), notes)
    assert machine.about == (("emotion", "proud"), ("source", "classifier"), ("score", "0.90"))


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (
            {"one": [crowd("1", "a", "Sad", "Sad", "Sad", "Glum")]},
            r"9K\.csv, line 2: emotion 'glum' is unknown \(choose",
        ),
        ({"one": [crowd("1", "a", "Sad", "Sad", "Angry", "Proud")]}, "agreed emotion 'Sad' is not what two workers"),
        ({"one": [crowd("1", "a\n", "Sad", "Sad", "Sad", "Proud")]}, "line 2: an utterance is empty"),
        ({"one": [["1", "2", "3"]]}, "line 2: 3 columns where 8 are expected"),
        ({"three": [["", "", "9", "none", "0.9", "- a"]]}, r"4K\.csv, line 2: emotion 'none' is unknown"),
        ({"three": [["", "", "9", "sad", "2", "- a"]]}, "line 2: confidence must be from 0 to 1, and is '2'"),
        ({"three": [["", "", "9", "sad", "nan", "- a"]]}, "confidence must be from 0 to 1, and is 'nan'"),
        ({"four": [["", "sad", "high", "8", "- - b", "9", "- a"]]}, "cos_sim must be from 0 to 1, and is 'high'"),
    ],
)
def test_damage_is_refused_with_file_line_and_reason(tmp_path: Path, files: dict[str, Any], reason: str) -> None:
    write(tmp_path, **files)
    with pytest.raises(CorpusError, match=reason):
        edos.load(tmp_path, "train")


def test_a_missing_column_part_and_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"9K\.csv: there is no such file"):
        edos.load(tmp_path, "test")
    write(tmp_path)
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        edos.load(tmp_path, "dev")
    (tmp_path / edos.FOLDER / edos.CROWD).write_text("Count,Dialog\n1,a\n", encoding="utf8")
    with pytest.raises(CorpusError, match="line 1: column 'DialogID' is missing"):
        edos.load(tmp_path, "test")
