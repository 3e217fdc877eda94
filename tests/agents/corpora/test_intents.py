from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import intents
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

LINES = "0 <SEP> The stairs creaked. \n39 <SEP> All the best for it!\n40 <SEP> The bus <SEP> was red.\n"


def write(folder: Path, text: str, name: str = "train.txt") -> None:
    path = folder / intents.FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf8")


def test_numbers_become_labels_and_neutral_is_40(tmp_path: Path) -> None:
    write(tmp_path, LINES)
    assert intents.load(tmp_path, "train") == (
        intents.Labelled("afraid", "The stairs creaked."),
        intents.Labelled("wishing", "All the best for it!"),
        intents.Labelled("neutral", "The bus <SEP> was red."),
    )
    assert (len(intents.LABELS), intents.LABELS[38]) == (41, "questioning")
    assert intents.count(tmp_path, "train") == {"texts": 3}


def test_a_test_part_is_read_where_it_is(tmp_path: Path) -> None:
    write(tmp_path, LINES, "test.txt")
    assert len(intents.load(tmp_path, "test")) == 3


def test_situations_are_shown_as_speakers_and_intents_as_listeners(tmp_path: Path) -> None:
    write(tmp_path, LINES)
    first, second, third = intents.talks(tmp_path, "train")
    assert first == Talk("train:1", (Line("speaker", "The stairs creaked.", (("label", "afraid"),)),))
    assert [talk.lines[0].role for talk in (second, third)] == ["listener", "listener"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("41 <SEP> x", "label must be a number from 0 to 40, and is '41'"),
        ("sad <SEP> x", "label must be a number from 0 to 40, and is 'sad'"),
        ("3 x", "a line must be a label's number, <SEP> and a text"),
        ("3 <SEP> ", "the text is empty"),
        ("", "a line must be"),
    ],
)
def test_damage_is_refused_with_file_line_and_reason(tmp_path: Path, line: str, reason: str) -> None:
    write(tmp_path, f"1 <SEP> ok\n{line}\n2 <SEP> ok\n")
    with pytest.raises(CorpusError, match=rf"train\.txt, line 2: {reason}"):
        intents.load(tmp_path, "train")


def test_extended_files_hold_their_own_label(tmp_path: Path) -> None:
    for label, name in intents.EXTENDED.items():
        number = intents.LABELS.index(label)
        write(tmp_path, f"{number} <SEP> a {label} reply\n", f"lexically_extended/validation/{name}.txt")
    write(tmp_path, LINES, "valid.txt")
    rows = intents.extended(tmp_path, "valid")
    assert [row.label for row in rows] == list(intents.LABELS[32:])
    assert rows[1].text == "a acknowledging reply"
    assert intents.count(tmp_path, "valid") == {"texts": 3, "extended": 9}
    write(tmp_path, "33 <SEP> well\n", "lexically_extended/validation/agreeing.txt")
    with pytest.raises(CorpusError, match="line 1: label 'acknowledging' in the file of 'agreeing'"):
        intents.extended(tmp_path, "valid")
    with pytest.raises(CorpusError, match="no part 'dev'"):
        intents.extended(tmp_path, "dev")


def test_manual_files_are_named_after_their_label(tmp_path: Path) -> None:
    for label in intents.MANUAL:
        write(tmp_path, f"first {label}\nsecond", f"manual_annotations/{label}.txt")
    rows = intents.manual(tmp_path)
    assert len(rows) == 30
    assert rows[2:4] == (intents.Labelled("advising", "first advising"), intents.Labelled("advising", "second"))
    write(tmp_path, "one\n\ntwo", "manual_annotations/wishing.txt")
    with pytest.raises(CorpusError, match=r"wishing\.txt, line 2: the text is empty"):
        intents.manual(tmp_path)


def test_an_absent_part_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no part 'validation'"):
        intents.load(tmp_path, "validation")
    with pytest.raises(CorpusError, match=r"valid\.txt: there is no such file"):
        intents.count(tmp_path, "valid")


@given(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), min_size=1))
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    write(folder, f"5 <SEP> .{text}.\n")
    assert intents.load(folder, "train") == (intents.Labelled("apprehensive", f".{text}."),)
