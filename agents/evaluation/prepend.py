"""Labels put before contexts and candidates: EmoPrepend-k and TopicPrepend-k (Rashkin et al. 2019, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from agents.evaluation.kept import Vectors
from agents.matching import Floats
from agents.training.variants import Prepend
from skills.models.encoder import Piece
from skills.models.matcher import TURNS
from skills.models.ngrams import Ngrams


class Prepended:
    """A `Vectors` whose contexts and replies begin with the labels that a classifier finds likeliest for them.

    Those of a context are read from all its utterances that count, and stand before the oldest of them, so that a very
    long context loses them first.
    """

    def __init__(self, vectors: Vectors, classifier: Ngrams, chosen: Prepend) -> None:
        self.vectors, self.classifier, self.k = vectors, classifier, chosen.k
        self.identity = f"{vectors.identity} {chosen.labels}-{chosen.k}"

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        return self.vectors.contexts([self._talk(talk[-TURNS:]) for talk in talks])

    def replies(self, texts: Sequence[str]) -> Floats:
        return self.vectors.replies([self._labelled(text, text) for text in texts])

    def _talk(self, talk: Sequence[Piece]) -> list[Piece]:
        (bot, oldest), *rest = talk
        return [(bot, self._labelled(oldest, " ".join(text for _, text in talk))), *rest]

    def _labelled(self, text: str, about: str) -> str:
        return f"{' '.join(self.classifier.top(about, self.k))} {text}"
