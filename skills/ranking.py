"""How well each move fits a situation: topic by the encoder, then emotion, stage, intensity and variety."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from bot.dialog import SupportStage
from skills.bank_index import BankIndex, Fits
from skills.labels import EMOTIONS
from skills.mentions import barred, one_of, required, required_by
from skills.moves import SLOT, ModeName, Move
from skills.situation import Heard, Situation

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]

GATE, GATE_ON_TOPIC = 0.58, 0.54
"""A move written for certain words may assume what they say, so it is out unless something like them was said.

Where the person named the move's topic in so many words, a looser likeness will do.
"""
SURE = 0.8
GENERIC, CLAIM = 0.22, 0.14
"""What a move without cues counts as: less than any match. One that claims something about the person (names a

feeling, praises, says what others do) counts least: said of the wrong thing it is hollow or false.
"""
CLAIMS = frozenset({"reflect", "affirm", "normalise", "inform"})
FADING = 0.97
STALE = 0.3
"""What a talk is about stays so, fading slowly; but an answer to what was said just now goes before."""
KEPT = 120
RECENT = 8
TEXT, EMOTION, STAGE, PROBLEM, INTENSITY, ALIKE, OPENER = 0.35, 0.30, 0.12, 0.05, 0.08, 0.30, 0.15
"""What each agreement is worth beside a cosine."""
NOISE, OPEN_NOISE = 0.02, 0.08
"""Moves for anything fit alike; chance keeps one of them from opening every talk."""
UNFELT = 0.3
"""How much a move for any emotion is taken to agree with the one felt."""
FELT, STIRRED, BROAD = 0.25, 0.1, 12
"""A line for a few feelings waits for one of them; a line for so many is about none in particular."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The bank's labels as columns of n moves."""

    emotions: NDArray[np.float64]
    stages: dict[SupportStage, Mask]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    problems: NDArray[np.str_]
    required: NDArray[np.int64]
    one_of: NDArray[np.int64]
    barred: NDArray[np.int64]
    cued: Mask
    generic: NDArray[np.float64]
    slotted: Mask
    offers: Mask
    others: Mask
    celebrates: Mask
    modes: dict[str, Mask]
    openers: NDArray[np.str_]


def columns(moves: Sequence[Move]) -> Columns:
    def mask(values: Sequence[bool]) -> Mask:
        return np.array(values, bool)

    return Columns(
        emotions=np.array([[float(label in move.emotions) for label in EMOTIONS] for move in moves]),
        stages={stage: mask([stage in move.stages for move in moves]) for stage in SupportStage},
        low=np.array([move.intensity[0] for move in moves], float),
        high=np.array([move.intensity[1] for move in moves], float),
        problems=np.array([(move.problem or "").lower() for move in moves]),
        # A suggestion may bring something new into the talk; a question or a reflection may not.
        required=np.array([_required(move) for move in moves], np.int64),
        one_of=np.array([one_of(move.topic) for move in moves], np.int64),
        barred=np.array([barred(move.topic) for move in moves], np.int64),
        cued=mask([bool(move.cues) for move in moves]),
        generic=np.array([_generic(move) for move in moves]),
        slotted=mask([SLOT in move.text for move in moves]),
        offers=mask([move.move == "offer" for move in moves]),
        others=mask([move.person == "other" for move in moves]),
        celebrates=mask([move.move == "celebrate" for move in moves]),
        modes={name: mask([name in move.mode for move in moves]) for name in get_args(ModeName)},
        openers=np.array([opener(move.text) for move in moves]),
    )


class Ranking:
    """Scores a whole bank for one situation."""

    def __init__(self, moves: Sequence[Move], index: BankIndex) -> None:
        self.moves, self.index, self.columns = tuple(moves), index, columns(moves)
        self._rows = {move.id: row for row, move in enumerate(moves)}

    def topics(self, fits: Fits, heard: Heard) -> Scores:
        """(n,) how much each move is about what is said now, or was said earlier (fading)."""
        before = np.full(len(self.moves), -1.0)
        for name, fit in heard.fits:
            if name in self._rows:
                before[self._rows[name]] = fit * FADING
        best: Scores = np.maximum(np.maximum(fits.now, before), self.columns.generic)
        return best

    def remember(self, topics: Scores) -> tuple[tuple[str, float], ...]:
        """The best topics, to be carried into later turns."""
        best = [
            int(row) for row in np.argsort(-topics)[:KEPT] if self.columns.cued[row] and topics[row] > GATE_ON_TOPIC
        ]
        return tuple((self.moves[row].id, round(float(topics[row]), 3)) for row in best)

    def good_news(self, fits: Fits) -> bool:
        """Whether the last words are nearly those of a cue that is celebrated, whatever the emotion head says."""
        best = float(fits.last[self.columns.celebrates].max(initial=-1.0))
        return best >= SURE and best >= float(fits.last.max())

    def said(self, fits: Fits, situation: Situation, seed: int) -> Scores:
        """(n,) fit of every move's cues with the last words alone; -inf for used ones. `seed` breaks near ties."""
        fit: Scores = np.maximum(fits.last, self.columns.generic).astype(float)
        fit += np.random.default_rng(seed).normal(0, 3 * NOISE, len(self.moves))  # any goodbye fits any goodbye
        fit[[self._rows[name] for name in situation.used if name in self._rows]] = -np.inf
        return fit

    def scores(self, situation: Situation, fits: Fits, topics: Scores, seed: int) -> Scores:
        """(n,) fit of every move; -inf where it must not be said. `seed` breaks near ties."""
        bank = self.columns
        used = [self._rows[name] for name in situation.used if name in self._rows]
        below, above = bank.low - situation.intensity, situation.intensity - bank.high
        felt = np.where(bank.emotions.any(axis=1), bank.emotions @ situation.emotions, UNFELT)
        total = (
            topics
            - STALE * (bank.cued & (topics > fits.now))
            + TEXT * fits.text
            + EMOTION * felt
            + STAGE * bank.stages[situation.stage]
            + PROBLEM * ((bank.problems == situation.problem.lower()) & (bank.problems != ""))
            - INTENSITY * np.maximum(np.maximum(below, above) - 0.5, 0)
            - ALIKE * np.maximum(self.index.likeness(used[-RECENT:]) - 0.5, 0)
            - OPENER * np.isin(bank.openers, _openers(situation.bot_lines))
            + np.random.default_rng(seed).normal(0, np.where(bank.cued, NOISE, OPEN_NOISE))
        )
        allowed = self._allowed(situation, topics)
        allowed[used] = False
        return np.where(allowed, total, -np.inf)

    def _allowed(self, situation: Situation, topics: Scores) -> Mask:
        bank = self.columns
        spoken = np.int64(situation.mentioned)
        broad, agreeing = bank.emotions.sum(axis=1), bank.emotions @ situation.emotions
        on_topic = (bank.one_of & spoken) != 0
        near = ~bank.cued | (topics >= np.where(on_topic, GATE_ON_TOPIC, GATE))
        known = ((bank.required & ~spoken) == 0) & (on_topic | (bank.one_of == 0)) & ((bank.barred & spoken) == 0)
        filled = ~bank.slotted | (situation.cause != "")
        # Unasked, only a suggestion made for just this; a general one when somebody wants any.
        offers = ~bank.offers | (situation.may_suggest & (bank.cued | ("asks_advice" in situation.acts)))
        # ... and made for a feeling that is there: what cools anger only stings in guilt.
        offers &= ~bank.offers | (broad == 0) | (broad >= BROAD) | (agreeing >= STIRRED)
        about = ~bank.others | situation.about_another
        # A line that names a feeling and answers nothing else waits for that feeling.
        felt = bank.cued | (broad == 0) | (broad >= BROAD) | (agreeing >= FELT)
        # Joy is not comforted and grief not congratulated.
        mood = bank.modes["celebrate" if situation.celebrates else "support"]
        allowed: Mask = near & felt & known & filled & offers & about & mood
        return allowed


def opener(text: str) -> str:
    """The first words of a text, by which people notice a repeat."""
    return " ".join(text.lower().split()[:2])


def _generic(move: Move) -> float:
    if move.cues:
        return -1.0
    return CLAIM if move.move in CLAIMS else GENERIC


def _required(move: Move) -> int:
    spoken_of = 0 if move.move in ("offer", "inform", "close") else required(move.text)
    return spoken_of | required_by(move.topic)


def _openers(lines: Sequence[str]) -> list[str]:
    return [opener(sentence) for line in lines[-6:] for sentence in line.split(". ")]
