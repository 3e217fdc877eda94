from __future__ import annotations

from typing import Any

import pytest

from bot.errors import StudyError

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from agents.border import Agent, Message
from worlds.parlai.speaker_listener_world import SpeakerListenerWorld


class Scripted(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Chooses a label that is offered, tells of a situation, and says `lines`; "/bye" behind one ends the talk."""

    def __init__(self, name: str, *lines: str) -> None:
        super().__init__(Opt())
        self.id, self.lines, self.told = name, list(lines), list[str]()

    def observe(self, observation: Any) -> Any:
        self.told.append(observation["text"])
        return observation

    def act(self) -> Message:
        last = self.told[-1]
        if last.startswith("Which of these"):
            return Message({"text": last.split("? ")[1].split(", ")[0], "episode_done": False})
        if last.startswith("Tell of"):
            return Message({"text": f"{self.id} mended the gate.", "episode_done": False})
        line = self.lines.pop(0)
        return Message({"text": line.removesuffix("/bye"), "episode_done": line.endswith("/bye")})


def hold(ann: Scripted, ben: Scripted) -> SpeakerListenerWorld:
    world = SpeakerListenerWorld(Opt(task="talks", seed=3), [ann, ben])
    for _ in range(30):
        if not world.epoch_done():
            world.parley()
    return world


def test_two_agents_talk_twice() -> None:
    ann = Scripted("ann", "first 0", "first 2", "second 1", "second 3/bye")
    ben = Scripted("ben", "first 1", "first 3/bye", "second 0", "second 2")
    room = hold(ann, ben).room
    assert room.over
    assert not room.left
    assert [[one.text for one in talk] for talk in room.talks] == [
        [f"{which} {number}" for number in range(4)] for which in ("first", "second")
    ]
    assert "You are the Speaker" in ann.told[2]
    assert "You are the Listener" in ben.told[2]
    assert not any("ann mended the gate" in words for words in ben.told)  # a situation is its teller's


def test_who_ends_too_early_leaves() -> None:
    room = hold(Scripted("ann", "first 0/bye"), Scripted("ben")).room
    assert (room.left, room.talk) == ("0", 0)


def test_danger_is_not_passed_on() -> None:
    ben = Scripted("ben")
    room = hold(Scripted("ann", "I want to kill myself tonight, I have the pills here."), ben).room
    assert room.left == "0"
    assert not any("pills" in words for words in ben.told)


def test_who_can_choose_no_label_is_not_asked_for_ever() -> None:
    class Deaf(Scripted):
        def act(self) -> Message:
            return Message({"text": "How are you?", "episode_done": False})

    with pytest.raises(StudyError, match="ann chose 'How are you\\?', which is none of"):
        hold(Deaf("ann"), Scripted("ben"))


def test_a_talk_has_two() -> None:
    with pytest.raises(StudyError, match="two agents, not 1"):
        SpeakerListenerWorld(Opt(task="talks"), [Scripted("ann")])
