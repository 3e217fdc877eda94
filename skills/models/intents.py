"""MEED2's 41 labels of a text (Xie & Pu 2021; Welivita & Pu 2020): a feeling is told, or a listener does something.

First which of ten kinds: a feeling, one of the eight intents, neutral; by a head over the vector and by n-grams, put
together as in `skills.models.feeling` (the corpus found most intents by their words). If a feeling, then which of the
32, as is read there.
Shapes: n texts, d wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from skills.labels import EMOTIONS
from skills.models import feeling, ngrams, tensors
from skills.models import head as heads
from skills.models.feeling import VOICE, Feeling
from skills.models.head import Floats, Head, softmax
from skills.models.ngrams import Ngrams
from skills.sizes import SMALL, Size

NAME = "intents"
KINDS = "kinds"
WIDE = 20.0
"""Unit vectors are stretched so for the fit, that one learning rate suits all heads."""


@dataclass(frozen=True, slots=True)
class Intents:
    """`head` over vectors, `words` over texts; both have the label "feeling" first, then the intents and neutral."""

    head: Head
    words: Ngrams
    feeling: Feeling

    @property
    def labels(self) -> tuple[str, ...]:
        """All 41: the 32 emotions, the eight intents, neutral."""
        return (*EMOTIONS, *self.head.labels[1:])

    def shares(self, vectors: Floats, texts: Sequence[str]) -> Floats:
        """(n, 41) of the texts and their vectors (n, d), said by whomever: encoded as the user's."""
        said = self.words.scores(texts) * self.head.extra["loud"]
        kinds = softmax(VOICE * (self.head.scores(vectors) / self.head.temperature + said))
        return self._shared(kinds, self.feeling.of_texts(vectors, texts))

    def plain(self, vectors: Floats, texts: Sequence[str]) -> Floats:
        """The same without any temperature."""
        meant, said = self.head.scores(vectors), self.words.scores(texts)
        felt = self.feeling.head.scores(vectors) + self.feeling.words.scores(texts)
        return self._shared(softmax(meant + said), softmax(felt))

    def _shared(self, kinds: Floats, felt: Floats) -> Floats:
        return np.concatenate([kinds[:, :1] * felt, kinds[:, 1:]], axis=1)


def load(folder: Path | None = None, size: Size = SMALL) -> Intents:
    """The readers whose files are in `folder`, or shipped, for vectors of an encoder of this size.

    WeightsError names what is missing or altered.
    """
    place = tensors.beside(NAME, folder or tensors.folder_of(size), size)
    trained = heads.load(NAME, None, place, {heads.INPUT: size.width})
    return Intents(trained, ngrams.load(KINDS, place, NAME), feeling.load(folder, size=size))
