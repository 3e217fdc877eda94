"""EPITOME (Sharma et al., EMNLP 2020), its public part, as ParlAI teachers: `-t agents.teachers.epitome[:NAME]`.

How strongly a reply to a post shows one of three kinds of empathy: 0 not, 1 weakly, 2 strongly.

    EmotionalReactions   warmth, compassion and concern (the default)
    Interpretations      that the post's feelings and experiences are understood
    Explorations         asking for what the post does not say

People in distress wrote these posts: they are given to models to learn from and to be measured on, and shown to nobody.
ParlAI's commands that display or convert it are refused, and so are the options that print or log it and
`-m local_human`; what a model of your own prints is yours to watch. The parts are our own division
(agents/corpora/epitome.py). The corpus lies in `epitome` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agents.corpora import epitome
from agents.corpora.epitome import KINDS, LEVELS, Rated
from agents.teachers.corpus import CorpusTeacher, lines, plainly, teacher_called
from bot.errors import CorpusError


class EmotionalReactionsTeacher(CorpusTeacher):
    """The level of emotional reactions (`labels`: "0", "1" or "2", `label_candidates`) in a reply.

    `text` is a line "post: ..." and a line "reply: ...". Each example is an episode of its own. Beside it: `levels`,
    those of all three kinds by name; `conversation`, the post's id: all replies to a post are in the same part.
    """

    reader = epitome
    kind = "emotional-reactions"
    classes = LEVELS

    def __init__(self, opt: Any, shared: Mapping[str, Any] | None = None) -> None:
        super().__init__(opt, shared)
        with plainly():
            if self.corpus.options.shown:
                raise CorpusError("epitome: people in distress wrote it; it is given to models, never shown or written")

    def episodes(self, records: Sequence[Rated]) -> Iterator[Sequence[Rated]]:
        yield from ([row] for row in records)

    def example(self, place: Rated) -> dict[str, Any]:
        levels = dict(zip(KINDS, place.levels, strict=True))
        return {
            "text": lines([f"post: {flat(place.said)}", f"reply: {flat(place.reply)}"]),
            "labels": [str(levels[self.kind])],
            "label_candidates": list(LEVELS),
            "levels": levels,
            "conversation": place.post,
        }


class InterpretationsTeacher(EmotionalReactionsTeacher):
    """The level of interpretations; all else as EmotionalReactionsTeacher."""

    kind = "interpretations"


class ExplorationsTeacher(EmotionalReactionsTeacher):
    """The level of explorations; all else as EmotionalReactionsTeacher."""

    kind = "explorations"


class DefaultTeacher(EmotionalReactionsTeacher):
    """What `-t agents.teachers.epitome` means."""


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())
