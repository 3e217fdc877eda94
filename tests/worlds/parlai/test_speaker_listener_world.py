from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from agents.corpora import empathetic
from agents.teachers.empathetic_dialogues import DefaultTeacher
from bot.testing.scripted import NOON
from tests.worlds.parlai.scripted import Scripted, held
from worlds.parlai.speaker_listener_world import SpeakerListenerWorld
from worlds.studies.collected import write
from worlds.studies.room import Room
from worlds.studies.rooms import Kept

QUESTION = "Tell of a situation in which you felt so, in one to three sentences."


def scripted(name: str, *lines: str) -> Scripted:
    return Scripted(name, *lines, answers={QUESTION: f"{name} mended the gate."})


def hold(ann: Scripted, ben: Scripted) -> Room:
    world = SpeakerListenerWorld(Opt(task="talks", seed=3), [ann, ben])
    held(world)
    return world.meeting


def test_two_agents_talk_twice_and_are_read_back(tmp_path: Path) -> None:
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
    write([Kept(room, NOON, NOON)], frozenset(), tmp_path)
    first, second = empathetic.load(tmp_path, "train")
    assert [said.text for said in first.utterances] == [f"first {number}" for number in range(4)]
    assert (second.situation, second.emotion) == ("ben mended the gate.", room.told[1].label)
    teacher = DefaultTeacher(Opt(datatype="train:ordered", datapath=str(tmp_path)))
    assert teacher.num_episodes() == 4  # in training each talk is told from both sides
    assert "first 0" in teacher.get(0, 0)["text"]


def test_who_ends_too_early_leaves() -> None:
    room = hold(scripted("ann", "first 0/bye"), scripted("ben"))
    assert (room.left, room.talk) == ("first-speaker-3", 0)
