from __future__ import annotations

import pytest

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from tests.worlds.parlai.scripted import Scripted, held
from worlds.parlai.seeker_supporter_world import SeekerSupporterWorld
from worlds.studies.support import Support
from worlds.studies.supported import dialog


def hold(*lines: str, ben: Scripted) -> Support:
    ann = Scripted("ann", *lines, answers={"What happened?": "They closed the shop."})
    world = SeekerSupporterWorld(Opt(task="help", least=4), [ann, ben])
    held(world)
    return world.meeting


def test_a_talk_with_its_form_strategies_stars_and_surveys() -> None:
    ben = Scripted("ben", "what", "how", "and now")
    support = hold("it closed", "in May", "I wait/bye", ben=ben)
    assert support.over
    assert not support.left
    found = dialog(support)
    assert [said.text for said in found.utterances] == ["it closed", "what", "in May", "how", "I wait"]
    assert [said.strategy for said in found.utterances] == [None, "Question", None, "Question", None]
    assert found.utterances[4].feedback == 1
    assert (found.problem, found.survey.improvement) == ("ongoing depression", 0)
    assert "You are the supporter." in ben.told
    assert not ben.heard("They closed the shop")  # the form is the seeker's own


def test_who_ends_too_early_leaves() -> None:
    assert hold("it closed/bye", ben=Scripted("ben")).left == "0"
