"""An encoder that reads contexts and replies with labels put before them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.evaluation.vector_cache import Vectors
from agents.matching import Floats
from agents.training.papers.labelled import Labelled
from agents.training.papers.variants import Prepend
from skills.models.encoder import Piece
from skills.models.ngrams import Ngrams


class Prepended:
    """A `Vectors` whose contexts and replies begin with the labels that a classifier finds likeliest for them."""

    def __init__(self, vectors: Vectors, classifier: Ngrams, chosen: Prepend) -> None:
        self.vectors, self.labelled = vectors, Labelled(classifier, chosen.k)
        self.identity = f"{vectors.identity} {chosen.labels}-{chosen.k}"

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        return self.vectors.contexts([self.labelled.talk(talk) for talk in talks])

    def replies(self, texts: Sequence[str]) -> Floats:
        return self.vectors.replies([self.labelled.reply(text) for text in texts])
