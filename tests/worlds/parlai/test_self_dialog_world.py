"""One agent writes both sides of talks, which are read back as Taskmaster-1's."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from agents.corpora import taskmaster
from agents.teachers.taskmaster import DefaultTeacher
from tests.worlds.parlai.scripted import DANGER, Scripted, held
from tests.worlds.studies.conftest import Make, make_collection
from worlds.parlai.self_dialog_world import SelfDialogWorld
from worlds.studies.dialogs import write
from worlds.studies.rooms import Kept

__all__ = ["make_collection"]
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
RULES = "[collection]\nleast = 2\nmost = 4\n"


@pytest.fixture
def opt(make_collection: Make) -> Opt:
    loaded = make_collection(RULES, kind="self_dialog", situations=2, per_participant=2)
    return Opt(task="writing", study=str(loaded.path), seed=3)


def test_both_sides_are_written_and_read_back(opt: Opt, tmp_path: Path) -> None:
    first, second = ("I sit alone.", "Why?", "/undo", "Every day?/bye"), ("It rained.", "Oh.", "Yes.", "I see.")
    ann = Scripted("ann", *first, *second)
    world = SelfDialogWorld(opt, [ann])
    held(world)
    assert not world.meeting.left
    assert ann.lines == []
    write(world.loaded, [Kept(world.meeting, NOW, NOW)], frozenset(), tmp_path)
    one, other = taskmaster.load(tmp_path, "train")
    assert [said.text for said in one.utterances] == ["I sit alone.", "Every day?"]
    assert [said.speaker for said in one.utterances] == ["USER", "ASSISTANT"]
    assert [said.text for said in other.utterances] == [*second]  # that many at most
    assert {one.instruction, other.instruction} == {"s1", "s2"}
    teacher = DefaultTeacher(Opt(datatype="train:ordered", datapath=str(tmp_path)))
    assert teacher.num_episodes() == 2
    assert (teacher.get(0, 0)["text"], tuple(teacher.get(0, 0)["labels"])) == ("I sit alone.", ("Every day?",))


def test_the_writer_hears_what_it_is_about_and_whose_turn_it_is(opt: Opt) -> None:
    ann = Scripted("ann", "I sit alone.", "Every day?/bye", "It rained.", "Oh./bye")
    held(SelfDialogWorld(opt, [ann]))
    turns = ["The person says:", "The listener says:"]
    assert [told for told in ann.told if told in turns] == turns * 2
    about = [told for told in ann.told if "The person feels: lonely" in told]
    assert len(about) == len({*about}) == 2


def test_one_that_ends_too_early_is_none(opt: Opt, tmp_path: Path) -> None:
    world = SelfDialogWorld(opt, [Scripted("ann", "I sit alone./bye")])
    held(world)
    assert world.meeting.left == "writer-3"
    write(world.loaded, [Kept(world.meeting, NOW, NOW)], frozenset(), tmp_path)
    assert taskmaster.load(tmp_path, "train") == ()


def test_danger_ends_it_and_is_not_kept(opt: Opt) -> None:
    ann = Scripted("ann", "I sit alone.", DANGER)
    world = SelfDialogWorld(opt, [ann])
    held(world)
    assert world.meeting.left == "writer-3"
    assert ann.told[-1] == world.meeting.answer
    assert "pills" not in repr(world.meeting)
    assert "pills" not in repr(world.acts)


def test_without_a_study_the_one_that_comes_with_attune_is_held() -> None:
    world = SelfDialogWorld(Opt(task="writing"), [Scripted("ann")])
    world.parley()
    assert world.meeting.dialogs[0].situation in {one.name for one in world.loaded.study.situation}
