"""EDOS (Welivita et al., EMNLP 2021), its labelled part, as a ParlAI teacher: `-t agents.teachers.edos[:NAME]`.

Which of 41 labels (32 emotions, eight intents, neutral) the last utterance of a film's dialog has.

    Emotion   every dialog of the part (the default)
    Crowd     those that people labelled, so that nothing is learned from a classifier's labels

Valid and test hold only dialogs that people labelled, by our own division (agents/corpora/edos.py). Dialogs of which
no two of three workers agreed on one of the 41 are no examples. The corpus lies in `edos` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import edos
from agents.corpora.edos import Dialog
from agents.corpora.intents import LABELS
from agents.teachers.corpus import CorpusTeacher, lines, teacher_called


class EmotionTeacher(CorpusTeacher):
    """The label (`labels`, one of the 41 `label_candidates`) of the last utterance of a dialog (`text`, a line each).

    Each example is an episode of its own; who says which line is not known. Beside it:
    - `source`: "crowd", "like crowd", "classifier" or "like classifier": who labelled it
    - `answers`: the three workers' answers, which may be words of their own; empty for other sources
    - `score`: the likeness or the classifier's confidence, 0 to 1; None for "crowd"
    - `conversation`: OpenSubtitles' id of the dialog
    """

    reader = edos
    classes = LABELS

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Dialog]]:
        yield from ([dialog] for dialog in records if dialog.emotion)

    def example(self, place: Dialog) -> dict[str, Any]:
        return {
            "text": lines(place.utterances),
            "labels": [place.emotion],
            "label_candidates": list(LABELS),
            "source": place.source,
            "answers": list(place.answers),
            "score": place.score,
            "conversation": place.id,
        }


class CrowdTeacher(EmotionTeacher):
    """As EmotionTeacher, only of the dialogs that people labelled."""

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Dialog]]:
        return super().episodes([dialog for dialog in records if dialog.source == "crowd"])


class DefaultTeacher(EmotionTeacher):
    """What `-t agents.teachers.edos` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
