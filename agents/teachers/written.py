"""Attune's own dialogues as ParlAI teachers: `-t agents.teachers.written[:NAME]`. They come with the project.

    Reply       the supporter's reply after the person's message; an episode is a dialogue (the default)
    Strategy    the strategy of a reply, one of eight, after all that was said before
    Act         what the person does in a message: the first of its acts

There are the parts `train` and `valid` (`agents/corpora/written.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import written
from agents.corpora.written import STRATEGIES, Dialog
from agents.teachers.corpus import CorpusTeacher, Place, lines, teacher_called
from skills.labels import ACTS


class ReplyTeacher(CorpusTeacher):
    """The supporter's reply (`labels`) to the person's message (`text`). Beside it:

    - `history`: everything said before, a line each, as "person: ..." or "supporter: ..."
    - `strategy` of the reply, and `acts` of the message
    - `problem_type`, `emotion_type`, `initial_intensity`, `final_intensity` (1 to 5), `person`, `course`
    - `conversation`: the dialogue's id
    """

    reader = written

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([Place(talk, index) for index in range(1, len(talk.utterances), 2)] for talk in records)

    def example(self, place: Place) -> dict[str, Any]:
        talk, index = place.dialog, place.index
        before, after = talk.intensity
        return {
            "text": talk.utterances[index - 1].text,
            "labels": [talk.utterances[index].text],
            "history": [f"{said.speaker}: {said.text}" for said in talk.utterances[: index - 1]],
            "strategy": talk.utterances[index].strategy,
            "acts": list(talk.utterances[index - 1].acts),
            "problem_type": talk.problem,
            "emotion_type": talk.emotion,
            "initial_intensity": before,
            "final_intensity": after,
            "person": talk.person,
            "course": talk.course,
            "conversation": talk.id,
        }


class StrategyTeacher(ReplyTeacher):
    """The strategy of the reply (`labels`, one of eight `label_candidates`) after all that was said before (`text`).

    `message` is the reply. An example is an episode of its own. Other fields as ReplyTeacher's.
    """

    classes: Sequence[str] = STRATEGIES

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([place] for episode in super().episodes(records) for place in episode)

    def example(self, place: Place) -> dict[str, Any]:
        told = super().example(place)
        return told | {
            "text": lines([*told["history"], f"person: {told['text']}"]),
            "labels": [told["strategy"]],
            "label_candidates": list(STRATEGIES),
            "message": told["labels"][0],
        }


class ActTeacher(StrategyTeacher):
    """The first of the acts (`labels`, one of `label_candidates`) of the message that ends `text`.

    Messages without acts are no examples. Other fields as StrategyTeacher's.
    """

    classes = ACTS

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from (episode for episode in super().episodes(records) if _message(episode[0]).acts)

    def example(self, place: Place) -> dict[str, Any]:
        return super().example(place) | {"labels": [_message(place).acts[0]], "label_candidates": list(ACTS)}


def _message(place: Place) -> written.Utterance:
    found: written.Utterance = place.dialog.utterances[place.index - 1]
    return found


class DefaultTeacher(ReplyTeacher):
    """What `-t agents.teachers.written` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
