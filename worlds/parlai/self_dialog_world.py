"""Self-dialogs as a ParlAI world (Byrne et al. 2019, Taskmaster-1): one agent of any kind writes both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.border import Teacher
from worlds.parlai.collection import CollectionWorld
from worlds.studies.meeting import Left
from worlds.studies.self_dialog import Begun, Dialog, Event, Finished, Joined, Said, Undone, Writing, advance

BOTH = "Write both sides of a talk, of a person in this situation and of somebody who listens:"
UNDO = "/undo"
"""What an agent says to take its last turn back."""


class SelfDialogWorld(CollectionWorld[Writing]):
    """One parley is one turn of the dialog that goes on; the first lays the first situation before the agent.

    The agent ends a dialog by `episode_done`; before it is long enough, it leaves. Of the study's situations as many
    are drawn, by `seed`, as each participant writes about.
    """

    kind, roles = "self_dialog", ("writer",)

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        super().__init__(opt, agents, Writing)
        study = self.loaded.study
        self._to_come = self._rng.sample(study.situation, study.per_participant)

    def epoch_done(self) -> bool:
        return self.meeting.over or (bool(self.meeting.seats) and self._dialog.finished)

    @property
    def _dialog(self) -> Dialog:
        return self.meeting.dialogs[-1]

    def _begin(self) -> None:
        self._step(0, Joined())
        self._lay()

    def _lay(self) -> None:
        """The next situation, where there is one."""
        if self._to_come:
            situation = self._to_come.pop(0)
            self._step(0, Begun(situation.name, situation.least or self.meeting.least))
            self._tell(0, f"{BOTH}\n{situation.text.strip()}\nThe person feels: {situation.feeling}")

    def _go_on(self) -> None:
        dialog = self._dialog
        self._tell(0, f"The {'person' if dialog.of_person else 'listener'} says:")
        said = self._said(0)
        if said is None:
            return
        text, ends = said
        if text == UNDO and dialog.said:
            self._step(0, Undone(dialog.situation, dialog.said[-1].id))
        elif text:
            self._step(0, Said(dialog.situation, f"{dialog.situation}-{len(dialog.said)}", text))
            self._pass_on(0, text)
        if ends or len(self._dialog.said) >= self.meeting.most:
            self._end()

    def _end(self) -> None:
        self._step(0, Finished(self._dialog.situation) if self._dialog.may_finish else Left())
        if not self.meeting.over:
            self._lay()

    def _advance(self, participant: str, event: Event) -> Writing:
        return advance(self.meeting, participant, event)


DefaultTeacher = Teacher
