"""Skill files beside a bot file, made anew while the bot that uses them goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import parts
from bot.dialog import DialogState, StageState, SupportStage
from bot.errors import SkillError, SkillNotFound
from bot.modules import BESIDE, afresh
from bot.registry import Spec, find

SOURCE = """
from dataclasses import dataclass
from bot.parts import part
from bot.registry import skill

@part("afresh_{name}", version=1)
@dataclass(frozen=True)
class Seen:
    word: str = "{word}"

@skill("first")
def first():
    return Seen

@skill("second")
def second():
    return Seen
"""

Write = Callable[[str], None]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the skill file; the name of its part is this test's own."""

    def put(word: str) -> None:
        (tmp_path / "kind.py").write_text(SOURCE.format(word=word, name=abs(hash(tmp_path))))

    return put


def seen(folder: Path, function: str = "first") -> type:
    kind: type = find(f"./kind.py:{function}", "skill", folder).factory()
    return kind


def test_a_changed_file_is_loaded_anew_even_in_the_same_second(tmp_path: Path, write: Write) -> None:
    words = []
    for word in ("one", "two", "six"):  # all as long as each other: nothing but the content tells them apart
        write(word)
        words.append(seen(tmp_path)().word)
    assert words == ["one", "two", "six"]


def test_what_did_not_change_is_shared(tmp_path: Path, write: Write) -> None:
    write("one")
    old = seen(tmp_path)
    with afresh():
        assert seen(tmp_path) is seen(tmp_path, "second") is old


def test_until_it_takes_over_stored_parts_are_the_old_bots(tmp_path: Path, write: Write) -> None:
    write("one")
    old = seen(tmp_path)
    stored = parts.encode(old())
    write("two")
    with afresh() as adopt:
        new = seen(tmp_path)
        assert new is not old
    assert type(parts.decode(*stored)) is old
    assert parts.encode(new())[0] == stored[0]  # what the new one learns can be stored at once
    adopt()
    assert type(parts.decode(*stored)) is new
    assert parts.encode(old())[0] == stored[0]  # and a turn that the old one began can still be saved


def test_a_talk_that_was_loaded_before_holds_the_part_once_after(tmp_path: Path, write: Write) -> None:
    write("one")
    loaded = DialogState(StageState(SupportStage.ACTION, 1), seen(tmp_path)())
    write("two")
    new = seen(tmp_path)()
    after = loaded.with_(new)
    assert list(after) == [StageState(SupportStage.ACTION, 1), new]
    assert after.get(type(new)) is new


def test_where_it_fails_everything_is_as_before(tmp_path: Path, write: Write) -> None:
    write("one")
    old = seen(tmp_path)
    stored, modules = parts.encode(old()), dict(sys.modules)
    write("two")

    def fail() -> Spec:
        with afresh():
            seen(tmp_path)
            (tmp_path / "other.py").write_text("boom(")
            return find("./other.py:x", "skill", tmp_path)

    with pytest.raises(SkillError, match=r"other\.py cannot be loaded: SyntaxError"):
        fail()
    assert {name: module for name, module in sys.modules.items() if name.startswith(BESIDE)} == {
        name: module for name, module in modules.items() if name.startswith(BESIDE)
    }
    assert type(parts.decode(*stored)) is old
    write("one")
    assert seen(tmp_path) is old


def test_a_file_that_cannot_be_loaded_leaves_the_one_before(tmp_path: Path, write: Write) -> None:
    write("one")
    old = seen(tmp_path)
    (tmp_path / "kind.py").write_text("raise ValueError('no')")
    with pytest.raises(SkillError, match="ValueError: no"):
        seen(tmp_path)
    write("one")
    assert seen(tmp_path) is old


def test_a_skill_file_stays_under_the_folder(tmp_path: Path, write: Write) -> None:
    write("one")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "link.py").symlink_to(tmp_path / "kind.py")
    for use in ("../kind.py:first", "./link.py:first", f"{tmp_path}/kind.py:first"):
        with pytest.raises(SkillNotFound, match="a skill's file stays under the bot file's folder"):
            find(use, "skill", tmp_path / "bots")
