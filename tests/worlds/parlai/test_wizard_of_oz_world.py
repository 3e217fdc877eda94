"""An agent plays the system that another writes with; the talk and its drafts are read back as Taskmaster-1's."""

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
from tests.worlds.web.test_wizard_of_oz import BOT
from worlds.assist.record import read
from worlds.parlai.wizard_of_oz_world import HINT, NONE, PLAYS, TOLD, WizardOfOzWorld
from worlds.studies.dialogs import write
from worlds.studies.rooms import Kept

__all__ = ["make_collection"]
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
RULES = "[collection]\nleast = 4\nmost = 6\n"


@pytest.fixture
def opt(make_collection: Make, tmp_path: Path) -> Opt:
    (tmp_path / "drafts.py").write_text(BOT)
    (tmp_path / "wizard.toml").write_text('[guard]\nuse = "safety"\n[[skills]]\nuse = "./drafts.py:drafts"\n')
    loaded = make_collection(RULES, kind="wizard_of_oz", first='bots = ["wizard.toml"]', situations=1)
    return Opt(task="oz", study=str(loaded.path))


def hold(opt: Opt, user: Scripted, wizard: Scripted) -> WizardOfOzWorld:
    world = WizardOfOzWorld(opt, [user, wizard])
    held(world)
    return world


def test_a_talk_with_drafts_is_read_back(opt: Opt, tmp_path: Path) -> None:
    user = Scripted("ann", "We had to leave the house.", "Rain.", "It is quiet now.")
    changed = "What came before all that, number 3?"
    wizard = Scripted("ben", "2", changed, "9")
    world = hold(opt, user, wizard)
    assert world.meeting.finished  # six messages are the most
    assert user.heard("It is situation 1.\nYou feel: lonely")
    assert wizard.told[0] == PLAYS
    assert not wizard.heard("situation 1")
    assert wizard.heard("2: That sounds hard. [Reflection of feelings, to name what they may feel]")
    assert wizard.told[-1] == NONE
    assert user.told[-1] == TOLD
    *_, drafts = write(world.loaded, [Kept(world.meeting, NOW, NOW)], frozenset(), tmp_path)
    (talk,) = taskmaster.load(tmp_path, "train")
    assert (talk.instruction, talk.collection) == ("s1", "woz")
    assert [one.text for one in talk.utterances[1::2]] == ["That sounds hard.", changed, "9"]
    assert [one.action for one in read(drafts)] == ["sent", "edited", "none"]
    teacher = DefaultTeacher(Opt(datatype="train:ordered", datapath=str(tmp_path)))
    assert teacher.get(0, 0)["text"] == "We had to leave the house."
    assert tuple(teacher.get(0, 0)["labels"]) == ("That sounds hard.",)


def test_who_ends_it_early_leaves_and_the_user_is_told(opt: Opt) -> None:
    user = Scripted("ann", "We had to leave the house.")
    world = hold(opt, user, Scripted("ben", "1/bye"))
    assert (world.meeting.left, len(world.meeting.said)) == ("wizard-7", 2)
    assert user.told[-1] == TOLD


def test_a_long_enough_talk_may_end(opt: Opt) -> None:
    world = hold(opt, Scripted("ann", "We had to leave.", "Rain."), Scripted("ben", "1", "1/bye"))
    assert world.meeting.finished
    assert not world.meeting.left


def test_danger_is_held_back_and_a_hint_of_it_is_not_drafted_for(opt: Opt) -> None:
    user, wizard = Scripted("ann", "I wish I wouldn't wake up", DANGER), Scripted("ben", "I read you.")
    world = hold(opt, user, wizard)
    assert HINT in wizard.told
    assert world.meeting.left == "user-7"
    assert user.told[-2:] == [world.meeting.answer, TOLD]
    assert not wizard.heard("pills")
