"""How well each move fits a situation: topic by the encoder, then emotion, stage, intensity and variety."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bot.dialog import Vectors
from skills.bank_index import BankIndex
from skills.labels import EMOTIONS, POSITIVE
from skills.moves import SLOT, Move
from skills.situation import Heard, Situation

Scores = NDArray[np.float64]

GATE = 0.5
"""A move written for certain words is out unless something like them was said: it may assume what they say."""
GENERIC = 0.46
"""What a move without cues counts as: better than a poor match, worse than a good one."""
FADING = 0.88
KEPT = 60
WORDS_ALIKE = 2


@dataclass(frozen=True, slots=True)
class Weights:
    """What each agreement is worth beside a cosine."""

    text: float = 0.35
    emotion: float = 0.30
    stage: float = 0.12
    intensity: float = 0.08
    alike: float = 0.30
    opener: float = 0.15


@dataclass(frozen=True, slots=True)
class Ranking:
    """The bank in columns, made once."""

    moves: tuple[Move, ...]
    index: BankIndex
    weights: Weights = field(default_factory=Weights)

    def topics(self, vectors: Vectors, heard: Heard) -> Scores:
        """(n,) how much each move is about what the person says now, or said earlier (fading)."""
        now = self.index.cue_fit(vectors).astype(float)
        earlier = {name: fit * FADING for name, fit in heard.fits}
        before = np.array([earlier.get(move.id, -1.0) for move in self.moves])
        generic = np.array([GENERIC if not move.cues else -1.0 for move in self.moves])
        return np.maximum(np.maximum(now, before), generic)

    def remember(self, topics: Scores) -> tuple[tuple[str, float], ...]:
        """The best topics, to be carried into later turns."""
        best = np.argsort(-topics)[:KEPT]
        return tuple((self.moves[i].id, round(float(topics[i]), 3)) for i in best if self.moves[i].cues and topics[i] > GATE)

    def scores(self, situation: Situation, vectors: Vectors, topics: Scores) -> Scores:
        """(n,) fit of every move; -inf where it must not be said."""
        rows = [row for row, move in enumerate(self.moves) if move.id in situation.used]
        weights = self.weights
        total = (
            topics
            + weights.text * self.index.text_fit(vectors)
            + weights.emotion * self._emotion(situation)
            + weights.stage * np.array([situation.stage in move.stages for move in self.moves])
            - weights.intensity * self._out_of_band(situation.intensity)
            - weights.alike * np.maximum(self.index.likeness(rows[-8:]) - 0.5, 0)
            - weights.opener * self._same_opener(situation.bot_lines)
        )
        return np.where(self._allowed(situation, topics), total, -np.inf)

    def _allowed(self, situation: Situation, topics: Scores) -> NDArray[np.bool_]:
        return np.array(
            [
                topics[row] >= (GATE if move.cues else 0)
                and move.id not in situation.used
                and (SLOT not in move.text or situation.cause is not None)
                and self._mood_agrees(move, situation)
                and (move.move != "offer" or situation.may_suggest)
                for row, move in enumerate(self.moves)
            ]
        )

    def _mood_agrees(self, move: Move, situation: Situation) -> bool:
        """Joy is not comforted and grief not congratulated."""
        if not move.emotions:
            return move.move != "celebrate" or situation.celebrates
        share = sum(label in POSITIVE for label in move.emotions) / len(move.emotions)
        return share >= 0.5 if situation.celebrates else share <= 0.5

    def _emotion(self, situation: Situation) -> Scores:
        probability = dict(zip(EMOTIONS, situation.emotions, strict=True))
        return np.array(
            [sum(probability[label] for label in move.emotions) if move.emotions else 0.5 for move in self.moves]
        )

    def _out_of_band(self, intensity: float) -> Scores:
        low = np.array([move.intensity[0] for move in self.moves])
        high = np.array([move.intensity[1] for move in self.moves])
        return np.maximum(low - intensity - 0.5, 0) + np.maximum(intensity - high - 0.5, 0)

    def _same_opener(self, lines: Sequence[str]) -> Scores:
        recent = {opener(sentence) for line in lines[-6:] for sentence in line.split(". ")}
        return np.array([float(opener(move.text) in recent) for move in self.moves])


def opener(text: str) -> tuple[str, ...]:
    """The first words of a text, by which people notice a repeat."""
    return tuple(text.lower().split()[:WORDS_ALIKE])
