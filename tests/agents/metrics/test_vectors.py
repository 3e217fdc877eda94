from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.vectors import packaged, read
from bot.errors import CorpusError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.txt"


def test_with_a_header_and_without(path: Path) -> None:
    path.write_text("2 3\nhello 1 2 3\nyou -1 0 0.5\n")
    found = read(path, {"you", "unheard"})
    assert {word: row.tolist() for word, row in found.words.items()} == {"you": [-1, 0, 0.5]}
    assert (found.source, found.comparable) == ("vectors.txt", True)
    path.write_text("hello 1 2 3\r\nyou -1 0 0.5 \r\n")
    assert read(path, {"you"}).words["you"].tolist() == [-1, 0, 0.5]


def test_a_word_may_hold_spaces_and_the_first_of_two_counts(path: Path) -> None:
    path.write_text("at 1 2\n. . . 3 4\nat 5 6\n")
    found = read(path, {". . .", "at"})
    assert {word: row.tolist() for word, row in found.words.items()} == {"at": [1, 2], ". . .": [3, 4]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"a 1 2\nb 1\n", "line 2: 1 numbers where 2 are expected"),
        (b"1 3\na 1 2\n", "line 2: 2 numbers where 3 are expected"),
        (b"a 1 2\n\n", "line 2: 0 numbers where 2 are expected"),
        (b"a\n", "line 1: 0 numbers where 1 are expected"),
        (b"a 1 2\nb 1 x\n", "line 2: could not convert string to float: 'x'"),
        (b"a 1 2\nb 1 nan\n", "line 2: a number is not finite"),
        (b"a 1 2\n\xff 1 2\n", "line 2: byte 0 of the line is not UTF-8"),
    ],
)
def test_a_damaged_line_is_refused_with_its_number(path: Path, text: bytes, reason: str) -> None:
    path.write_bytes(text)
    with pytest.raises(CorpusError) as caught:
        read(path, {"a", "b"})
    assert str(path) in str(caught.value)
    assert reason in str(caught.value)


def test_a_file_that_is_not_there(path: Path) -> None:
    with pytest.raises(CorpusError, match="no such file of word vectors"):
        read(path, {"a"})


@given(st.binary(max_size=60))
def test_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("vectors") / "any.txt"
    path.write_bytes(data)
    try:
        found = read(path, {"a", "b"})
    except CorpusError:
        return
    assert set(found.words) <= {"a", "b"}


def test_the_encoders_own_are_marked() -> None:
    found = packaged(["sad", "unhappy", "tractor", " "])
    assert not found.comparable
    assert set(found.words) == {"sad", "unhappy", "tractor"}
    assert found.words["sad"].shape == (384,)

    def cosine(first: str, second: str) -> float:
        a, b = found.words[first], found.words[second]
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert cosine("sad", "unhappy") > cosine("sad", "tractor")
