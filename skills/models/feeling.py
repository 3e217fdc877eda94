"""The 32 emotions as two readers hear them, put together: the head over the encoder, and classifiers of n-grams.

The head knows what a text means, the n-grams which words people use for which label; they err apart. Their scores are
added, each at its own scale (a logarithmic pool, Genest & Zidek 1986, section 3). A talk has n-grams of its own, for
people who talk write otherwise than people who describe a situation.
Shapes: n texts or talks, d wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from safetensors import safe_open

from skills.labels import EMOTIONS
from skills.models import head as heads
from skills.models import ngrams, tensors
from skills.models.head import Floats, Head, softmax
from skills.models.ngrams import Ngrams
from skills.sizes import SMALL, Size

NAME = "context"
TOLD = "told"
"""What the n-grams of talks are called in that file."""
VOICE = 0.75
"""What two readers say together counts as 2 x this many of one: as two who err apart (1), or as one (1/2)? Between."""
LAST = 0.25
"""How much the last words count beside the whole talk, so that a turn of mood is heard at once."""


@dataclass(frozen=True, slots=True)
class Feeling:
    """`head` over unit vectors; n-grams of single texts, `words`, times `alone`, and of talks, `told`, times `talk`."""

    head: Head
    words: Ngrams
    told: Ngrams
    alone: float
    talk: float

    def of_texts(self, vectors: Floats, texts: Sequence[str]) -> Floats:
        """(n, 32) shares, of single texts and their vectors (n, d)."""
        return self._together(self.head.scores(vectors), self.alone * self.words.scores(texts))

    def of_talks(self, last: Floats, context: Floats, texts: Sequence[str]) -> Floats:
        """(n, 32) shares, of talks: the vectors (n, d) of the person's last words and of the talk so far; and as one

        text all that the person said in it.
        """
        meant = LAST * self.head.scores(last) + (1 - LAST) * self.head.scores(context)
        return self._together(meant, self.talk * self.told.scores(texts))

    def _together(self, meant: Floats, said: Floats) -> Floats:
        return softmax(VOICE * (meant / self.head.temperature + said))


def load(folder: Path | None = None, head: str = "emotion", size: Size = SMALL) -> Feeling:
    """The readers whose files are in `folder`, or shipped; the head is over the vectors of an encoder of this size.

    WeightsError names what is missing or altered.
    """
    place = folder or tensors.folder_of(size)
    shares = tensors.beside(NAME, place)
    with safe_open(tensors.find(NAME, shares), "np") as held:
        alone, talk = (float(value) for value in held.get_tensor("words"))
    trained = heads.load(head, EMOTIONS, tensors.beside(head, place, size), {heads.INPUT: size.width})
    words = ngrams.load("emotion", tensors.beside(ngrams.NAME, place))
    return Feeling(trained, words, ngrams.load(TOLD, shares, NAME), alone, talk)
