"""Labels put before contexts and candidates: EmoPrepend-k and TopicPrepend-k (Rashkin et al. 2019, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skills.models.encoder import Piece
from skills.models.matcher import TURNS
from skills.models.ngrams import Ngrams


@dataclass(frozen=True, slots=True)
class Labelled:
    """Puts before a text the `k` labels that a classifier finds likeliest for it.

    Those of a context are read from all its utterances that count, and stand before the oldest of them, so that a very
    long context loses them first.
    """

    classifier: Ngrams
    k: int

    def talk(self, talk: Sequence[Piece]) -> list[Piece]:
        (bot, oldest), *rest = talk[-TURNS:]
        about = " ".join(text for _, text in talk[-TURNS:])
        return [(bot, self._before(oldest, about)), *rest]

    def reply(self, text: str) -> str:
        return self._before(text, text)

    def _before(self, text: str, about: str) -> str:
        return f"{' '.join(self.classifier.top(about, self.k))} {text}"
