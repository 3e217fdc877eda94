from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import emocontext
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

LINE = '7\tI lost my "key\tWhere did you \tNo idea :(\tsad'


def write(folder: Path, text: str, name: str = "train.txt") -> None:
    (folder / emocontext.FOLDER).mkdir(exist_ok=True)
    (folder / emocontext.FOLDER / name).write_bytes(text.encode())


@pytest.mark.parametrize("text", [LINE, f"{LINE}\r\n", f"id\tturn1\tturn2\tturn3\tlabel\r\n{LINE}\r\n"])
def test_three_turns_and_a_label_with_or_without_column_names(tmp_path: Path, text: str) -> None:
    write(tmp_path, text)
    dialog = emocontext.Dialog("7", ('I lost my "key', "Where did you", "No idea :("), "sad")
    assert emocontext.load(tmp_path, "train") == (dialog,)
    assert emocontext.count(tmp_path, "train") == {"dialogs": 1}


@pytest.mark.parametrize(("part", "name"), [("valid", "dev.txt"), ("test", "test.txt")])
def test_the_publishers_names_are_read(tmp_path: Path, part: str, name: str) -> None:
    write(tmp_path, LINE, name)
    assert len(emocontext.load(tmp_path, part)) == 1


def test_the_tab_inside_the_first_dialog_is_mended_and_no_other(tmp_path: Path) -> None:
    write(tmp_path, "0\tRain\tagain\tYes\tOh\tothers\n")
    assert emocontext.load(tmp_path, "train")[0].turns == ("Rain again", "Yes", "Oh")
    write(tmp_path, "1\tRain\tagain\tYes\tOh\tothers\n")
    with pytest.raises(CorpusError, match="line 1: 6 columns where 5 are expected"):
        emocontext.load(tmp_path, "train")


def test_a_dialog_is_shown_with_who_said_what(tmp_path: Path) -> None:
    write(tmp_path, LINE)
    lines = (Line("user", 'I lost my "key'), Line("bot", "Where did you"), Line("user", "No idea :("))
    assert list(emocontext.talks(tmp_path, "train")) == [Talk("7", lines, (("emotion", "sad"),))]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("8\ta\tb\tc\tglad", r"label 'glad' is unknown \(choose from others, happy, sad, angry\)"),
        ("8\ta\tb\tc", r"4 columns where 5 are expected: id, turn1, turn2, turn3, label \(a file without labels\?\)"),
        ("8\ta\t \tc\tsad", "the id or a turn is empty"),
        ("\ta\tb\tc\tsad", "the id or a turn is empty"),
        ("id\tturn1\tturn2\tturn3\tlabel", "label 'label' is unknown"),
        ("", "1 columns where 5 are expected"),
    ],
)
def test_damage_is_refused_with_file_line_and_reason(tmp_path: Path, line: str, reason: str) -> None:
    write(tmp_path, f"{LINE}\n{line}\n{LINE}\n")
    with pytest.raises(CorpusError, match=rf"train\.txt, line 2: {reason}"):
        emocontext.load(tmp_path, "train")


def test_absent_parts_and_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no part 'dev'"):
        emocontext.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"dev\.txt: there is no such file"):
        emocontext.load(tmp_path, "valid")


@given(st.tuples(*[st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]))] * 3))
def test_any_turns_survive(tmp_path_factory: pytest.TempPathFactory, turns: tuple[str, str, str]) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    write(folder, "\t".join(["3", *(f".{turn}." for turn in turns), "angry"]))
    (dialog,) = emocontext.load(folder, "train")
    assert dialog.turns == tuple(f".{turn}." for turn in turns)
