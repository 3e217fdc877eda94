"""CPED (Chen et al., 2022, arXiv 2205.14727) as ParlAI teachers: `-t agents.teachers.cped[:NAME]`.

    Emotion   the emotion of an utterance, one of thirteen (the default)
    Act       its dialog act, one of nineteen
    Next      what is said next, by a speaker whose personality is known

Every example is an episode of its own, and its `text` is all there is to know: everything said so far, by whom. Talk is
Chinese. The corpus lies in `cped` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import cped
from agents.corpora.cped import TRAITS, Dialog
from agents.teachers.corpus import CorpusTeacher, Place, lines, teacher_called
from agents.teachers.scoring import Scores, of_characters


def told(place: Place, end: int) -> dict[str, Any]:
    """The fields of one utterance but for its labels, where `text` is what was said before `end`."""
    said, heard = place.dialog.utterances[place.index], place.dialog.utterances[:end]
    traits = zip(TRAITS, said.speaker.traits, strict=True)
    return {
        "text": lines(f"{other.speaker.name}: {other.text}" for other in heard),
        "speakers": [other.speaker.name for other in heard],
        "turn": place.index,
        "utterance": said.text,
        "emotion": said.emotion,
        "sentiment": said.sentiment,
        "act": said.act,
        "scene": said.scene,
        "speaker": said.speaker.name,
        "gender": said.speaker.gender,
        "age": said.speaker.age,
        **{trait.lower(): level for trait, level in traits},
        "conversation": place.dialog.id,
    }


class EmotionTeacher(CorpusTeacher):
    """The emotion (`labels`, one of the thirteen `label_candidates`) of the last utterance of `text`.

    `text` is everything said so far, a line each, as "speaker: ...". Beside it:
    - `speakers`: who said each line of `text`
    - `turn`: how many of the utterances that are there came before
    - `utterance`: what the example is about, without its speaker
    - `emotion`, `sentiment`, `act`, `scene`: its labels
    - `speaker`: who said it; `gender`, `age`, and the Big Five, `neuroticism`, `extraversion`, `openness`,
      `agreeableness` and `conscientiousness`, each low, high or unknown
    - `conversation`: the dialog's id
    """

    reader = cped
    what = "emotion"
    classes: Sequence[str] = cped.EMOTIONS

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([Place(dialog, index)] for dialog in records for index in range(len(dialog.utterances)))

    def example(self, place: Place) -> dict[str, Any]:
        fields = told(place, place.index + 1)
        return fields | {"labels": [fields[self.what]], "label_candidates": list(self.classes)}


class ActTeacher(EmotionTeacher):
    """The dialog act (`labels`, one of the nineteen `label_candidates`); all else as EmotionTeacher."""

    what, classes = "act", cped.ACTS


class NextTeacher(CorpusTeacher):
    """The next utterance (`labels`) after all that was said before (`text`). Other fields as EmotionTeacher's.

    `speaker`, the traits and the labels are those of the utterance to be said. A talk's first is no example.
    """

    reader = cped

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([Place(dialog, index)] for dialog in records for index in range(1, len(dialog.utterances)))

    def example(self, place: Place) -> dict[str, Any]:
        fields = told(place, place.index)
        return fields | {"labels": [fields["utterance"]]}

    def scores(self, answer: str, labels: Sequence[str]) -> Scores:
        """BLEU and the others by character."""
        return of_characters(answer, labels)


class DefaultTeacher(EmotionTeacher):
    """What `-t agents.teachers.cped` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
