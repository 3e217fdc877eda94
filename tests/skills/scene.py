"""One turn over a small bank, for the tests of admission and ranking."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.dialog import Conversation, Turn, TurnView, Vectors
from bot.testing.scripted import NOON
from skills.admission import Scores
from skills.bank_index import Sought, encode, over
from skills.intent import acts
from skills.labels import EMOTIONS
from skills.mode import Mode
from skills.moves import Move
from skills.ranking import Ranking
from skills.situation import Heard, Situation, read


class Scene:
    """One turn of a person who says `text`, ranked over a small bank."""

    def __init__(self, encoder: Any, *moves: Move) -> None:
        self.encoder = encoder
        plain = np.eye(encoder.encode_texts(["a"]).shape[1], dtype=np.float32)
        self.ranking = Ranking(moves, over(moves, *encode(moves, encoder, plain), plain))

    def scores(
        self, text: str, heard: Heard | None = None, *, leaning: float = 0.0, **changes: Any
    ) -> dict[str, float]:
        talk = Conversation("t:1::me", (Turn("user", text, NOON),)).knowing(acts(text))
        (vectors,) = self.encoder.encode([talk])
        now = replace(read(TurnView(talk, vectors, NOON, random.Random(0)), Mode()), **changes)
        return self.named(self.rank(vectors, now, heard or Heard(), leaning))

    def rank(self, vectors: Vectors, situation: Situation, heard: Heard, leaning: float = 0.0) -> Scores:
        fits = self.ranking.index.fits([Sought(vectors, 0.6)])[0]
        return self.ranking.scores(situation, fits, self.ranking.topics(fits, heard), 1, leaning=leaning)

    def named(self, scores: Scores) -> dict[str, float]:
        return {move.id: float(score) for move, score in zip(self.ranking.moves, scores, strict=True)}

    def allowed(self, text: str, heard: Heard | None = None, **changes: Any) -> set[str]:
        return {name for name, score in self.scores(text, heard, **changes).items() if np.isfinite(score)}


def feels(*names: str) -> NDArray[np.float64]:
    return np.array([float(label in names) / len(names) for label in EMOTIONS])


SAD, HAPPY = feels("sad"), feels("joyful")
