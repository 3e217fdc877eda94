import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import reading
from bot.errors import CorpusError

FILE = Path("some.csv")
CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)


def write(folder: Path, data: bytes | str) -> Path:
    path = folder / "some.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_a_tables_cells_come_in_the_order_asked_for_with_their_line(tmp_path: Path) -> None:
    path = write(tmp_path, '\ufeffa,b,c\r\n1,"two\nlines, ""quoted""",3\r\n4,,6\r\n')
    assert list(reading.table(path, ("c", "b"))) == [(2, ["3", 'two\nlines, "quoted"']), (4, ["6", ""])]
    assert list(reading.table(write(tmp_path, "a\tb\n1,2\t3\n"), ("a",), "\t")) == [(2, ["1,2"])]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a,c\n1,2\n", r"some\.csv, line 1: column 'b' is missing \(the first row must name a, b\)"),
        ("a,b,b\n1,2,3\n", "line 1: column 'b' is there more than once"),
        ("a,b\n1,2\n3\n", "line 3: 1 columns where 2 are expected"),
        ("a,b\n1,2\n\n", "line 3: 0 columns where 2 are expected"),
        ('a,b\n"1\n1",2\n3,"fo"ur"\n', "line 4: this is not CSV"),
        ('a,b\n1,"open\n2,3\n', "line 2: this is not CSV"),
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
    ],
)
def test_a_damaged_table_is_refused_with_the_line_on_which_the_row_begins(
    tmp_path: Path, text: str, reason: str
) -> None:
    with pytest.raises(CorpusError, match=reason):
        list(reading.table(write(tmp_path, text), ("a", "b")))


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5))
def test_any_table_that_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([("a", "b"), *rows])
    path = write(tmp_path_factory.mktemp("table"), text.getvalue())
    assert [tuple(cells) for _, cells in reading.table(path, ("a", "b"))] == rows


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    path = write(tmp_path, "one\u2028still\r\n\ntwo\x0c")
    assert list(reading.lines_of(path)) == [(1, "one\u2028still"), (2, ""), (3, "two\x0c")]


def test_bytes_folders_and_absent_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"line 2: byte 4 is not UTF-8"):
        reading.text_of(write(tmp_path, b"one\n\xff"))
    with pytest.raises(CorpusError, match="this is a folder, and a file is expected"):
        reading.text_of(tmp_path)
    with pytest.raises(CorpusError, match="there is no such file"):
        reading.text_of(tmp_path / "none")


def test_parts_and_files_are_found_or_named(tmp_path: Path) -> None:
    path = write(tmp_path, "x").rename(tmp_path / "valid.txt")
    assert reading.locate(tmp_path, ".", "valid", "txt") == path
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        reading.locate(tmp_path, ".", "dev", "txt")
    with pytest.raises(CorpusError, match=r"train\.txt: there is no such file"):
        reading.locate(tmp_path, ".", "train", "txt")


def test_a_value_is_one_of_the_choices_and_a_number_stands_for_a_name() -> None:
    assert reading.one_of(FILE, 1, "label", "b", ("a", "b")) == "b"
    assert reading.numbered(FILE, 1, "label", "1", ("a", "b")) == "b"
    with pytest.raises(CorpusError, match=r"some\.csv, line 7: label 'c' is unknown \(choose from a, b\)"):
        reading.one_of(FILE, 7, "label", "c", ("a", "b"))


@pytest.mark.parametrize("value", ["2", "-1", "", "x", "1.0", "²", "١"])
def test_a_number_without_a_name_is_refused(value: str) -> None:
    with pytest.raises(CorpusError, match=f"line 7: label must be a number from 0 to 1, and is {value!r}"):
        reading.numbered(FILE, 7, "label", value, ("a", "b"))


def test_a_key_always_draws_the_same_number() -> None:
    assert [reading.drawn(key) for key in ("", "abc")] == [0xE3, 0xBA]  # the first bytes of SHA-256's test vectors
