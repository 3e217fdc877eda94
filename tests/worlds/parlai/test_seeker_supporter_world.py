from __future__ import annotations

from typing import Any

import pytest

from bot.errors import StudyError

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from agents.border import Agent, Message
from worlds.parlai.seeker_supporter_world import SeekerSupporterWorld
from worlds.studies.supported import dialog


class Scripted(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Chooses the first of what is offered, tells of a shop, and says `lines`; "/bye" behind one ends the talk."""

    def __init__(self, name: str, *lines: str) -> None:
        super().__init__(Opt())
        self.id, self.lines, self.told, self.asked = name, list(lines), list[str](), ""

    def observe(self, observation: Any) -> Any:
        self.asked = observation["text"] if observation["id"] == "study" else ""
        self.told.append(observation["text"])
        return observation

    def act(self) -> Message:
        asked, self.asked = self.asked, ""
        if "One of: " in asked:
            return Message({"text": asked.split("One of: ")[1].split(", ")[0], "episode_done": False})
        if asked == "What happened?":
            return Message({"text": "They closed the shop.", "episode_done": False})
        line = self.lines.pop(0)
        return Message({"text": line.removesuffix("/bye"), "episode_done": line.endswith("/bye")})


def hold(ann: Scripted, ben: Scripted) -> SeekerSupporterWorld:
    world = SeekerSupporterWorld(Opt(task="help", least=4), [ann, ben])
    for _ in range(30):
        if not world.epoch_done():
            world.parley()
    return world


def test_a_talk_with_its_form_strategies_stars_and_surveys() -> None:
    ben = Scripted("ben", "what", "how", "and now")
    support = hold(Scripted("ann", "it closed", "in May", "I wait/bye"), ben).support
    assert support.over
    assert not support.left
    found = dialog(support)
    assert [said.text for said in found.utterances] == ["it closed", "what", "in May", "how", "I wait"]
    assert [said.strategy for said in found.utterances] == [None, "Question", None, "Question", None]
    assert found.utterances[4].feedback == 1
    assert (found.problem, found.survey.improvement) == ("ongoing depression", 0)
    assert "You are the supporter." in ben.told
    assert not any("They closed the shop" in words for words in ben.told)  # the form is the seeker's own


def test_who_ends_too_early_leaves() -> None:
    assert hold(Scripted("ann", "it closed/bye"), Scripted("ben")).support.left == "0"


def test_danger_is_not_passed_on() -> None:
    ben = Scripted("ben")
    support = hold(Scripted("ann", "I want to kill myself tonight, I have the pills here."), ben).support
    assert support.left == "0"
    assert not any("pills" in words for words in ben.told)


def test_a_talk_has_two_who_can_choose() -> None:
    class Deaf(Scripted):
        def act(self) -> Message:
            return Message({"text": "How are you?", "episode_done": False})

    with pytest.raises(StudyError, match="ann chose 'How are you\\?', which is none of ongoing depression"):
        hold(Deaf("ann"), Scripted("ben"))
    with pytest.raises(StudyError, match="two agents, not 1"):
        SeekerSupporterWorld(Opt(task="help"), [Scripted("ann")])
