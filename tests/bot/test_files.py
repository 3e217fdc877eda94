from __future__ import annotations

from pathlib import Path

import pytest

from bot.files import put, write_new


def test_a_file_is_put_whole_over_the_old_one_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "made" / "report.html"
    assert put(path, b"first") == path
    put(path, b"second")
    assert path.read_bytes() == b"second"
    assert [one.name for one in path.parent.iterdir()] == ["report.html"]


def test_where_it_cannot_be_put_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    put(path, b"first")
    (tmp_path / ".report.html.new").mkdir()
    with pytest.raises(OSError, match=r"report\.html"):
        put(path, b"second")
    assert path.read_bytes() == b"first"


def test_what_people_said_is_for_the_owner_alone_and_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    write_new(path, b"words")
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        write_new(path, b"others")
