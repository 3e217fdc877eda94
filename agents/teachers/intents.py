"""EmpatheticIntents (Welivita and Pu, COLING 2020) as a ParlAI teacher: `-t agents.teachers.intents`.

Which of 41 labels a single text has: one of EmpatheticDialogues' 32 emotions, one of eight intents, or neutral. It is
what MEED2's classifier learns from (Xie and Pu, CoNLL 2021), whose paper gives 65.88 % right. The corpus lies in
`empathetic_intents` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import intents
from agents.corpora.intents import Labelled
from agents.teachers.corpus import CorpusTeacher


class LabelTeacher(CorpusTeacher):
    """The label (`labels`, one of the 41 `label_candidates`) of a text (`text`).

    Each example is an episode of its own. `role` is who said it: "speaker" for emotions, which people's situations
    carry, and "listener" for the others.
    """

    reader = intents
    classes = intents.LABELS

    def episodes(self, records: Sequence[Labelled]) -> Iterator[Sequence[Labelled]]:
        yield from ([row] for row in records)

    def example(self, place: Labelled) -> dict[str, Any]:
        return {
            "text": place.text,
            "labels": [place.label],
            "label_candidates": list(intents.LABELS),
            "role": place.role,
        }


class DefaultTeacher(LabelTeacher):
    """What `-t agents.teachers.intents` means."""
