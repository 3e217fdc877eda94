"""MELD (Poria et al., ACL 2019) as ParlAI teachers: `-t agents.teachers.meld[:NAME]`.

    Emotion     the emotion of an utterance, one of seven (the default)
    Sentiment   its sentiment, one of three

Every example is an episode of its own, and its `text` is all there is to know: everything said so far, by whom. The
paper's score is the F1 weighted by how frequent a label is, `label_weighted_f1`. The corpus lies in `meld` below
`--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import meld
from agents.corpora.meld import Dialog
from agents.teachers.corpus import CorpusTeacher, Place, lines, teacher_called


class EmotionTeacher(CorpusTeacher):
    """The emotion (`labels`, one of the seven `label_candidates`) of the last utterance of `text`.

    `text` is everything said so far, a line each, as "Speaker: ...". Beside it:
    - `speakers`: who said each line of `text`
    - `turn`: how many of the utterances that are there came before
    - `utterance`: the last utterance without its speaker
    - `emotion`, `sentiment`: its labels
    - `start`, `end`: when it is said, in seconds of the episode
    - `conversation`: the dialog's number in its part; `season` and `episode` where it is from
    """

    reader = meld
    what = "emotion"
    classes: Sequence[str] = meld.EMOTIONS

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([Place(dialog, index)] for dialog in records for index in range(len(dialog.utterances)))

    def example(self, place: Place) -> dict[str, Any]:
        heard = place.dialog.utterances[: place.index + 1]
        fields = {
            "text": lines(f"{said.speaker}: {said.text}" for said in heard),
            "speakers": [said.speaker for said in heard],
            "turn": place.index,
            "utterance": heard[-1].text,
            "emotion": heard[-1].emotion,
            "sentiment": heard[-1].sentiment,
            "start": heard[-1].start,
            "end": heard[-1].end,
            "conversation": place.dialog.id,
            "season": place.dialog.season,
            "episode": place.dialog.episode,
        }
        return fields | {"labels": [fields[self.what]], "label_candidates": list(self.classes)}


class SentimentTeacher(EmotionTeacher):
    """The sentiment (`labels`, one of the three `label_candidates`); all else as EmotionTeacher."""

    what, classes = "sentiment", meld.SENTIMENTS


class DefaultTeacher(EmotionTeacher):
    """What `-t agents.teachers.meld` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
