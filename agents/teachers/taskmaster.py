"""Taskmaster-1 (Byrne et al., EMNLP 2019) as ParlAI teachers: `-t agents.teachers.taskmaster[:NAME]`.

    Assistant   what the assistant says next (the default)
    User        what the user says next

An episode is a talk, and `text` is what the other said since. What studies of kinds `self_dialog` and `wizard_of_oz`
export is read alike: `--datapath` names the folder of the export. The corpus lies in `taskmaster` below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import taskmaster
from agents.corpora.taskmaster import Dialog, Speaker
from agents.teachers.corpus import CorpusTeacher, Place, heard, lines, places, teacher_called


class AssistantTeacher(CorpusTeacher):
    """The assistant's next utterance (`labels`) after what the user said since the last one (`text`).

    `text` is `__SILENCE__` where the assistant begins or goes on. Beside it, in each message:
    - `history`: everything said before, a line each, as "user: ..." or "assistant: ..."
    - `segments`: what was marked in the utterance, as (words, names)
    - `conversation`, `instruction`: the talk's id, and that of its scenario
    - `collection`: "self" where one worker wrote both sides, "woz" of a Wizard of Oz
    - `simulated`: whether no person wrote it, in what a study exports
    """

    reader = taskmaster
    speaker: Speaker = "ASSISTANT"

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from (places(talk, self.speaker) for talk in records)

    def example(self, place: Place) -> dict[str, Any]:
        talk: Dialog = place.dialog
        said = talk.utterances[place.index]
        return {
            "text": lines(heard(place)),
            "labels": [said.text],
            "history": [f"{one.speaker.lower()}: {one.text}" for one in talk.utterances[: place.index]],
            "segments": [(one.text, list(one.names)) for one in said.segments],
            "conversation": talk.id,
            "instruction": talk.instruction,
            "collection": talk.collection,
            "simulated": talk.simulated,
        }


class UserTeacher(AssistantTeacher):
    """The user's next utterance after what the assistant said since: the other side of AssistantTeacher."""

    speaker: Speaker = "USER"


class DefaultTeacher(AssistantTeacher):
    """What `-t agents.teachers.taskmaster` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
