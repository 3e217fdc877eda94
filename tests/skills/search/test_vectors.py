"""The file of vectors: resumed when killed, kept when it grows, made anew when it is about something else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from skills.search import vectors
from skills.search.vectors import grow, mapped

TEXTS = [f"text {number}" for number in range(11)]


class Counting:
    """Texts as rows (number, 1); counts what it was asked for, and breaks down after `most` texts."""

    def __init__(self, most: int = 99) -> None:
        self.asked: list[str] = []
        self.most = most

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(self.asked) + len(texts) > self.most:
            raise KeyboardInterrupt
        self.asked += texts
        return np.array([[float(text.split()[1]), 1.0] for text in texts], np.float32)


@pytest.fixture(autouse=True)
def chunks_of_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "CHUNK", 4)


def numbers(path: Path, rows: int) -> list[float]:
    return [float(row[0]) for row in mapped(path, rows, 2)]


def test_chunk_by_chunk_all_are_written(tmp_path: Path) -> None:
    path = tmp_path / "v"
    assert list(grow(path, TEXTS, Counting(), "me", 2)) == [0, 4, 8, 11]
    assert numbers(path, 11) == list(range(11))
    assert path.stat().st_size == 11 * 2 * 2


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "v"
    with pytest.raises(KeyboardInterrupt):
        list(grow(path, TEXTS, Counting(most=9), "me", 2))
    rest = Counting()
    assert list(grow(path, TEXTS, rest, "me", 2)) == [8, 11]
    assert rest.asked == TEXTS[8:]
    assert numbers(path, 11) == list(range(11))


@pytest.mark.parametrize("kept", [43, 20, 16, 5, 0])
def test_a_file_cut_anywhere_is_mended(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "v"
    list(grow(path, TEXTS, Counting(), "me", 2))
    with path.open("r+b") as file:
        file.truncate(kept)
    again = Counting()
    list(grow(path, TEXTS, again, "me", 2))
    assert again.asked == TEXTS[kept // 16 * 4 :]
    assert numbers(path, 11) == list(range(11))


def test_rows_written_but_not_noted_are_made_again(tmp_path: Path) -> None:
    path = tmp_path / "v"
    list(grow(path, TEXTS[:4], Counting(), "me", 2))
    with path.open("ab") as file:
        file.write(b"\xff" * 7)
    list(grow(path, TEXTS, Counting(), "me", 2))
    assert numbers(path, 11) == list(range(11))


def test_a_longer_list_keeps_what_it_begins_with(tmp_path: Path) -> None:
    path, more = tmp_path / "v", Counting()
    list(grow(path, TEXTS[:8], Counting(), "me", 2))
    list(grow(path, TEXTS, more, "me", 2))
    assert more.asked == TEXTS[8:]
    assert list(grow(path, TEXTS[:8], Counting(most=0), "me", 2)) == [8], "a shorter list takes nothing away"
    assert numbers(path, 11) == list(range(11))


def test_other_texts_or_another_encoder_begin_anew(tmp_path: Path) -> None:
    path, other, changed = tmp_path / "v", Counting(), Counting()
    list(grow(path, TEXTS, Counting(), "me", 2))
    list(grow(path, TEXTS, other, "you", 2))
    assert other.asked == TEXTS
    list(grow(path, [*TEXTS[:5], "text 50", *TEXTS[6:]], changed, "you", 2))
    assert changed.asked == ["text 4", "text 50", *TEXTS[6:]]
    assert numbers(path, 11) == [0, 1, 2, 3, 4, 50, 6, 7, 8, 9, 10]


def test_notes_that_cannot_be_read_count_for_nothing(tmp_path: Path) -> None:
    path, again = tmp_path / "v", Counting()
    list(grow(path, TEXTS, Counting(), "me", 2))
    (tmp_path / "v.done").write_text("{")
    list(grow(path, TEXTS, again, "me", 2))
    assert again.asked == TEXTS
