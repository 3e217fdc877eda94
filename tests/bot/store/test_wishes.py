from __future__ import annotations

import stat
from pathlib import Path

import pytest

from bot.store.wishes import Wishes


def test_wishes_are_kept_beside_the_file_for_their_owner_alone_until_they_are_fulfilled(tmp_path: Path) -> None:
    url, file = f"sqlite+aiosqlite:///{tmp_path / 't.db'}", tmp_path / "t.db-forget"
    wishes = Wishes.beside(url)
    assert wishes.read() == set()
    assert all(wishes.add(person) for person in ("telegram:7", "discord:8", "telegram:7"))
    assert file.read_text() == "discord:8\ntelegram:7\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = Wishes.beside(url)
    assert other.add("web:\u00e9")
    wishes.drop("telegram:7")
    assert wishes.read() == other.read() - {"telegram:7"} == {"discord:8", "web:\u00e9"}
    for person in ("discord:8", "web:\u00e9"):
        wishes.drop(person)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:", "postgresql+asyncpg://host/name"]
)
def test_what_is_no_file_has_nowhere_to_note_them(url: str) -> None:
    wishes = Wishes.beside(url)
    assert not wishes.add("telegram:7")
    assert wishes.read() == {"telegram:7"}  # as long as this process lives
    wishes.drop("telegram:7")
    assert wishes.read() == set()


def test_where_nothing_can_be_written_what_was_noted_before_stays(tmp_path: Path) -> None:
    wishes = Wishes.beside(f"sqlite+aiosqlite:///{tmp_path / 't.db'}")
    assert wishes.add("telegram:7")
    (tmp_path / "t.db-forget.new").mkdir()
    assert not wishes.add("telegram:8")
    assert (tmp_path / "t.db-forget").read_text() == "telegram:7\n"
