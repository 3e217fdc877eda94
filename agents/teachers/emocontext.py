"""EmoContext (Chatterjee et al., SemEval-2019 task 3) as a ParlAI teacher: `-t agents.teachers.emocontext`.

The emotion of a user's turn, after the user's turn and the bot's answer before it. The corpus lies in `emocontext`
below `--datapath`; `-dt valid` is the task's Test1 (`dev.txt`) and `-dt test` its Test2. The task's score is the micro
F1 of happy, sad and angry together, "others" left out: `label_positive_f1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import emocontext
from agents.corpora.emocontext import LABELS, ROLES, Dialog
from agents.teachers.corpus import CorpusTeacher, lines


class EmotionTeacher(CorpusTeacher):
    """The emotion (`labels`, one of the four `label_candidates`) of the last of three turns (`text`, a line each).

    Each example is an episode of its own. Beside it: `speakers`, who said each line; `conversation`, the dialog's id.
    """

    reader = emocontext
    classes, positive = LABELS, LABELS[1:]  # all but "others"

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Dialog]]:
        yield from ([dialog] for dialog in records)

    def example(self, place: Dialog) -> dict[str, Any]:
        return {
            "text": lines(place.turns),
            "labels": [place.emotion],
            "label_candidates": list(LABELS),
            "speakers": list(ROLES),
            "conversation": place.id,
        }


class DefaultTeacher(EmotionTeacher):
    """What `-t agents.teachers.emocontext` means."""
