"""DailyDialog (Li et al., IJCNLP 2017) as ParlAI teachers: `-t agents.teachers.dailydialog[:NAME]`.

    Next      what is said next (the default)
    Act       the dialog act of an utterance, one of four
    Emotion   its emotion, one of seven with "no emotion", which is five of six utterances

Every example is an episode of its own, and its `text` is all there is to know: everything said so far. The corpus lies
in `dailydialog` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import dailydialog
from agents.corpora.dailydialog import ACTS, EMOTIONS, Dialog
from agents.teachers.corpus import CorpusTeacher, Place, lines, teacher_called


def told(place: Place, end: int) -> dict[str, Any]:
    """The fields of one utterance but for its labels, where `text` is what was said before `end`."""
    said = place.dialog.utterances[place.index]
    return {
        "text": lines(other.text for other in place.dialog.utterances[:end]),
        "speakers": ["AB"[turn % 2] for turn in range(end)],
        "turn": place.index,
        "utterance": said.text,
        "act": said.act,
        "emotion": said.emotion,
        "conversation": place.dialog.line,
    }


class NextTeacher(CorpusTeacher):
    """The next utterance (`labels`) after all that was said before (`text`, a line each).

    Both people's utterances are examples, but for a talk's first. Beside it:
    - `speakers`: who said each line of `text`, "A" or "B"
    - `turn`: how many utterances came before
    - `utterance`: what the example is about, here the label
    - `act`, `emotion`: those of that utterance; None in the one talk whose labels the release garbled
    - `conversation`: the talk's line in its files, from 1
    """

    reader = dailydialog

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([Place(dialog, index)] for dialog in records for index in range(1, len(dialog.utterances)))

    def example(self, place: Place) -> dict[str, Any]:
        fields = told(place, place.index)
        return fields | {"labels": [fields["utterance"]]}


class ActTeacher(CorpusTeacher):
    """The dialog act (`labels`, one of the four `label_candidates`) of the last utterance of `text`.

    `text` is everything said so far, a line each. Fields as NextTeacher's. Utterances without labels are no examples.
    """

    reader = dailydialog
    what = "act"
    classes: Sequence[str] = tuple(ACTS.values())

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        for dialog in records:
            yield from ([Place(dialog, index)] for index, said in enumerate(dialog.utterances) if said.act)

    def example(self, place: Place) -> dict[str, Any]:
        fields = told(place, place.index + 1)
        return fields | {"labels": [fields[self.what]], "label_candidates": list(self.classes)}


class EmotionTeacher(ActTeacher):
    """The emotion (`labels`, one of the seven `label_candidates`) of the last utterance; all else as ActTeacher.

    `label_positive_f1` is the micro F1 without "no emotion", as later work has it (Ghosal et al. 2020).
    """

    what, classes = "emotion", tuple(EMOTIONS.values())
    positive = classes[1:]  # all but "no emotion"


class DefaultTeacher(NextTeacher):
    """What `-t agents.teachers.dailydialog` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
