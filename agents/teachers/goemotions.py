"""GoEmotions (Demszky et al., ACL 2020) as ParlAI teachers: `-t agents.teachers.goemotions[:NAME]`.

A comment has one or more labels, in the paper's three taxonomies (section 5):

    Emotion     27 emotions and neutral (the default)
    Ekman       six basic emotions and neutral
    Sentiment   positive, negative, ambiguous and neutral

A reply that names several labels separates them with ", ", as ParlAI's repeat_label does with
`--return-one-random-answer False`. ParlAI's own `accuracy` counts a reply that is any one of the labels as right. The
corpus lies in `goemotions` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import goemotions
from agents.corpora.goemotions import EKMAN, SENTIMENT, Comment
from agents.teachers.corpus import CorpusTeacher, teacher_called


class EmotionTeacher(CorpusTeacher):
    """All labels of a comment (`labels`, in the order of the 28 `label_candidates`); `text` is the comment.

    Each example is an episode of its own. Beside it: `ekman` and `sentiment`, the groups that the labels fall into, and
    `comment`, its id.
    """

    reader = goemotions
    classes: Sequence[str] = goemotions.LABELS
    several = True

    def episodes(self, records: Sequence[Comment]) -> Iterator[Sequence[Comment]]:
        yield from ([comment] for comment in records)

    def example(self, place: Comment) -> dict[str, Any]:
        return {
            "text": place.text,
            "labels": list(place.labels),
            "label_candidates": list(self.classes),
            "ekman": list(goemotions.grouped(place.labels, EKMAN)),
            "sentiment": list(goemotions.grouped(place.labels, SENTIMENT)),
            "comment": place.id,
        }


class EkmanTeacher(EmotionTeacher):
    """The groups of six basic emotions and neutral (seven `label_candidates`). Other fields as EmotionTeacher's."""

    classes = tuple(EKMAN)

    def example(self, place: Comment) -> dict[str, Any]:
        told = super().example(place)
        return told | {"labels": told["ekman"]}


class SentimentTeacher(EmotionTeacher):
    """The groups by sentiment (four `label_candidates`). Other fields as EmotionTeacher's."""

    classes = tuple(SENTIMENT)

    def example(self, place: Comment) -> dict[str, Any]:
        told = super().example(place)
        return told | {"labels": told["sentiment"]}


class DefaultTeacher(EmotionTeacher):
    """What `-t agents.teachers.goemotions` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
