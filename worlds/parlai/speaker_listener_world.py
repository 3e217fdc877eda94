"""Speaker / Listener collection as a ParlAI world (Rashkin et al. 2019, A.2): two agents of any kind talk twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.border import Teacher
from skills.labels import EMOTIONS
from worlds.parlai.collection import CollectionWorld
from worlds.studies.meeting import Left
from worlds.studies.room import Event, Finished, Joined, Room, Said, Told, advance
from worlds.studies.rooms import OFFERED

PARTS = (
    "You are the Speaker: tell the other of your situation.",
    "You are the Listener: answer as you would somebody who tells you this.",
)


class SpeakerListenerWorld(CollectionWorld[Room]):
    """One parley is one utterance, after the first, in which both tell of a situation.

    An agent ends a talk by `episode_done`; before it is long enough, it leaves.
    """

    kind, roles = "speaker_listener", ("first-speaker", "second-speaker")

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        super().__init__(opt, agents, Room)

    def _begin(self) -> None:
        for seat in range(len(self.agents)):
            label = self._choice(seat, "Which of these have you felt?", self._rng.sample(EMOTIONS, OFFERED))
            situation = self._told(seat, "Tell of a situation in which you felt so, in one to three sentences.")
            self._step(seat, Joined(Told(label, situation)))
        self._open()

    def _open(self) -> None:
        """Each hears which part is theirs in the talk that begins."""
        for seat in range(len(self.agents)):
            self._tell(seat, PARTS[seat != self.meeting.talk])

    def _go_on(self) -> None:
        seat, talk = self.meeting.turn, self.meeting.talk
        said = self._said(seat)
        if said is None:
            return
        text, ends = said
        if text:
            self._step(seat, Said(f"{talk}-{len(self.meeting.talks[talk])}", text))
            self._pass_on(seat, text)
        if ends and not self.meeting.over and self.meeting.talk == talk:
            self._step(seat, Finished(talk) if self.meeting.may_finish else Left())
        if not self.meeting.over and self.meeting.talk != talk:
            self._open()

    def _advance(self, participant: str, event: Event) -> Room:
        return advance(self.meeting, participant, event)


DefaultTeacher = Teacher
