from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from agents.corpora import esconv
from agents.teachers.esconv import DefaultTeacher
from bot.testing.scripted import NOON
from tests.worlds.parlai.scripted import Scripted, held
from tests.worlds.studies.conftest import Make, make_collection
from worlds.parlai.seeker_supporter_world import SeekerSupporterWorld
from worlds.studies.rooms import Kept
from worlds.studies.support import Support
from worlds.studies.supported import write

__all__ = ["make_collection"]
KIND = "seeker_supporter"


@pytest.fixture
def opt(make_collection: Make) -> Opt:
    return Opt(task="help", study=str(make_collection("[collection]\nleast = 4\nmost = 12\n", kind=KIND).path))


def hold(opt: Opt, *lines: str, ben: Scripted) -> Support:
    ann = Scripted("ann", *lines, answers={"What happened?": "They closed the shop."})
    world = SeekerSupporterWorld(opt, [ann, ben])
    held(world)
    return world.meeting


def test_a_talk_with_its_form_strategies_stars_and_surveys_is_read_back(opt: Opt, tmp_path: Path) -> None:
    ben = Scripted("ben", "what", "how", "and now")
    support = hold(opt, "it closed", "in May", "I wait/bye", ben=ben)
    assert support.over
    assert not support.left
    write([Kept(support, NOON, NOON)], frozenset(), tmp_path)
    (found,) = esconv.load(tmp_path, "train")
    assert [said.text for said in found.utterances] == ["it closed", "what", "in May", "how", "I wait"]
    assert [said.strategy for said in found.utterances] == [None, "Question", None, "Question", None]
    assert found.utterances[4].feedback == 1
    assert (found.problem, found.survey.improvement) == ("ongoing depression", 0)
    assert "You are the supporter." in ben.told
    assert not ben.heard("They closed the shop")  # the form is the seeker's own
    teacher = DefaultTeacher(Opt(datatype="train:ordered", datapath=str(tmp_path)))
    assert (teacher.get(0, 0)["text"], tuple(teacher.get(0, 0)["labels"])) == ("it closed", ("what",))


def test_who_ends_too_early_leaves(opt: Opt) -> None:
    assert hold(opt, "it closed/bye", ben=Scripted("ben")).left == "seeker-7"


def test_without_a_study_the_one_that_comes_with_attune_is_held() -> None:
    world = SeekerSupporterWorld(Opt(task="help", seed=2), [Scripted("ann"), Scripted("ben")])
    assert (world.meeting.least, world.meeting.most) == (16, 60)  # Liu et al. 2021, section 4
