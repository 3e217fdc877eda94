"""AnnoMI (Wu et al., ICASSP 2022) as ParlAI teachers: `-t agents.teachers.annomi[:NAME]`.

    Behaviour   what a therapist's utterance mainly does, one of four (the default)
    TalkType    whether a client's utterance is for change, against it, or neither
    Next        what the therapist says next
    NextHigh    the same in the talks that show the work done well, to learn from

Every example is an episode of its own, and its `text` is all there is to know: ten utterances before, by whom. The
parts are our own division (agents/corpora/annomi.py). The corpus lies in `annomi` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import annomi
from agents.corpora.annomi import BEHAVIOURS, TALK_TYPES, Transcript
from agents.teachers.corpus import CorpusTeacher, Place, lines, teacher_called

WINDOW = 10
"""So many utterances before one are its context. Our own choice: talks run to hundreds of utterances."""


def places(transcripts: Sequence[Transcript], speaker: str) -> Iterator[Place]:
    """Every utterance of the therapist or of the client."""
    for talk in transcripts:
        yield from (Place(talk, index) for index, said in enumerate(talk.utterances) if said.speaker == speaker)


def told(place: Place, end: int) -> dict[str, Any]:
    """The fields of one utterance but for its labels, where `text` is what was said before `end`."""
    talk, said = place.dialog, place.dialog.utterances[place.index]
    heard = talk.utterances[max(0, place.index - WINDOW) : end]
    return {
        "text": lines(f"{other.speaker}: {other.text}" for other in heard),
        "speakers": [other.speaker for other in heard],
        "turn": place.index,
        "utterance": said.text,
        "label": said.label,
        "answers": [coding.label for coding in said.codings],
        "quality": talk.quality,
        "topic": talk.topic,
        "conversation": talk.id,
    }


class BehaviourTeacher(CorpusTeacher):
    """The main behaviour (`labels`, one of the four `label_candidates`) of the therapist's utterance that ends `text`.

    `text` is this and up to ten utterances before, a line each, as "therapist: ..." or "client: ...". Beside it:
    - `speakers`: who said each line of `text`
    - `turn`: how many utterances came before, those out of the window too
    - `utterance`: what the example is about, without its speaker
    - `label`: what most annotators gave it; `answers`: what each gave (one, or ten in seven transcripts)
    - `quality`: how well motivational interviewing is shown, "high" or "low"; `topic`: what the talk is about
    - `conversation`: the transcript's id
    """

    reader = annomi
    speaker = "therapist"
    classes: Sequence[str] = BEHAVIOURS

    def episodes(self, records: Sequence[Transcript]) -> Iterator[Sequence[Place]]:
        yield from ([place] for place in places(records, self.speaker))

    def example(self, place: Place) -> dict[str, Any]:
        fields = told(place, place.index + 1)
        return fields | {"labels": [fields["label"]], "label_candidates": list(self.classes)}


class TalkTypeTeacher(BehaviourTeacher):
    """Of the client's utterance that ends `text`, the talk type: one of three. All else as BehaviourTeacher."""

    speaker, classes = "client", TALK_TYPES


class NextTeacher(CorpusTeacher):
    """The therapist's next utterance (`labels`) after up to ten utterances (`text`).

    Other fields as BehaviourTeacher's; `label` and `answers` are of the utterance to be said. A talk's first is no
    example.
    """

    reader = annomi

    def episodes(self, records: Sequence[Transcript]) -> Iterator[Sequence[Place]]:
        yield from ([place] for place in places(records, "therapist") if place.index)

    def example(self, place: Place) -> dict[str, Any]:
        fields = told(place, place.index)
        return fields | {"labels": [fields["utterance"]]}


class NextHighTeacher(NextTeacher):
    """As NextTeacher, in the transcripts of high quality alone."""

    def episodes(self, records: Sequence[Transcript]) -> Iterator[Sequence[Place]]:
        return super().episodes([talk for talk in records if talk.quality == "high"])


class DefaultTeacher(BehaviourTeacher):
    """What `-t agents.teachers.annomi` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
