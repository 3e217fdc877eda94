from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import goemotions
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

LINES = 'My tea is "hot\t0,27\tx1\nIt rained again\t9\tx2\n'


def write(folder: Path, text: str, name: str = "train.tsv") -> None:
    (folder / goemotions.FOLDER).mkdir(exist_ok=True)
    (folder / goemotions.FOLDER / name).write_text(text, encoding="utf8")


def test_a_comment_has_one_label_or_more_and_quotes_are_its_own(tmp_path: Path) -> None:
    write(tmp_path, LINES)
    assert goemotions.load(tmp_path, "train") == (
        goemotions.Comment("x1", 'My tea is "hot', ("admiration", "neutral")),
        goemotions.Comment("x2", "It rained again", ("disappointment",)),
    )
    assert goemotions.count(tmp_path, "train") == {"comments": 2, "labels": 3}


@pytest.mark.parametrize(("part", "name"), [("valid", "dev.tsv"), ("test", "test.tsv")])
def test_the_publishers_names_are_read(tmp_path: Path, part: str, name: str) -> None:
    write(tmp_path, LINES, name)
    assert len(goemotions.load(tmp_path, part)) == 2


def test_labels_fall_into_groups() -> None:
    assert goemotions.grouped(("admiration", "neutral"), goemotions.EKMAN) == ("joy", "neutral")
    assert goemotions.grouped(("curiosity", "grief", "remorse"), goemotions.SENTIMENT) == ("negative", "ambiguous")
    assert goemotions.grouped(("curiosity", "grief", "fear"), goemotions.EKMAN) == ("fear", "sadness", "surprise")


@pytest.mark.parametrize(("groups", "sizes"), [("EKMAN", [3, 1, 2, 12, 5, 4, 1]), ("SENTIMENT", [12, 11, 4, 1])])
def test_every_label_is_in_one_group(groups: str, sizes: list[int]) -> None:
    members = getattr(goemotions, groups).values()
    assert [len(group) for group in members] == sizes
    assert sorted(name for group in members for name in group) == sorted(goemotions.LABELS)


def test_a_comment_is_shown_with_its_labels(tmp_path: Path) -> None:
    write(tmp_path, LINES)
    notes = (("emotion", "admiration"), ("emotion", "neutral"))
    first = next(goemotions.talks(tmp_path, "train"))
    assert first == Talk("x1", (Line("author", 'My tea is "hot', notes),), (("sentiment", "positive, neutral"),))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("x\t28\tid", "label must be a number from 0 to 27, and is '28'"),
        ("x\t\tid", "label must be a number from 0 to 27, and is ''"),
        ("x\t1,joy\tid", "label must be a number from 0 to 27, and is 'joy'"),
        ("x\t1,1\tid", "a label is there twice: '1,1'"),
        ("x\t1", "2 columns where 3 are expected: text, labels, id"),
        (" \t1\tid", "the text or the id is empty"),
        ("x\t1\t", "the text or the id is empty"),
        ("", "1 columns"),
    ],
)
def test_damage_is_refused_with_file_line_and_reason(tmp_path: Path, line: str, reason: str) -> None:
    write(tmp_path, f"ok\t1\ta\n{line}\nok\t1\tb\n")
    with pytest.raises(CorpusError, match=rf"train\.tsv, line 2: {reason}"):
        goemotions.load(tmp_path, "train")


def test_absent_parts_and_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        goemotions.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"dev\.tsv: there is no such file"):
        goemotions.load(tmp_path, "valid")
    (tmp_path / goemotions.FOLDER / "dev.tsv").mkdir(parents=True)
    with pytest.raises(CorpusError, match=r"dev\.tsv: this is a folder"):
        goemotions.load(tmp_path, "valid")


@given(
    st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"])),
    st.lists(st.integers(0, 27), min_size=1, unique=True),
)
def test_any_comment_survives(tmp_path_factory: pytest.TempPathFactory, text: str, numbers: list[int]) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    write(folder, f".{text}.\t{','.join(map(str, numbers))}\tid")
    (comment,) = goemotions.load(folder, "train")
    assert comment.text == f".{text}."
    assert [goemotions.LABELS.index(label) for label in comment.labels] == numbers
