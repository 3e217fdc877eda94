from __future__ import annotations

import pytest

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from tests.worlds.parlai.scripted import Scripted, held
from worlds.parlai.speaker_listener_world import SpeakerListenerWorld
from worlds.studies.room import Room

QUESTION = "Tell of a situation in which you felt so, in one to three sentences."


def scripted(name: str, *lines: str) -> Scripted:
    return Scripted(name, *lines, answers={QUESTION: f"{name} mended the gate."})


def hold(ann: Scripted, ben: Scripted) -> Room:
    world = SpeakerListenerWorld(Opt(task="talks", seed=3), [ann, ben])
    held(world)
    return world.meeting


def test_two_agents_talk_twice() -> None:
    ann = scripted("ann", "first 0", "first 2", "second 1", "second 3/bye")
    ben = scripted("ben", "first 1", "first 3/bye", "second 0", "second 2")
    room = hold(ann, ben)
    assert room.over
    assert not room.left
    assert [[one.text for one in talk] for talk in room.talks] == [
        [f"{which} {number}" for number in range(4)] for which in ("first", "second")
    ]
    assert "You are the Speaker" in ann.told[2]
    assert "You are the Listener" in ben.told[2]
    assert [told.situation for told in room.told] == ["ann mended the gate.", "ben mended the gate."]
    assert not ben.heard("ann mended the gate")  # a situation is its teller's


def test_who_ends_too_early_leaves() -> None:
    room = hold(scripted("ann", "first 0/bye"), scripted("ben"))
    assert (room.left, room.talk) == ("0", 0)
