"""How well each move fits a situation: topic by the encoder, then emotion, stage, intensity and variety."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bot.dialog import SupportStage
from skills.admission import GATE, GATE_ON_TOPIC, Admission, Scores
from skills.bank_index import BankIndex, Fits
from skills.columns import Mask, Names, mask
from skills.moves import Move
from skills.situation import Heard, Situation

SURE = 0.74
NEAR = 0.52
LEAD = 0.04
TOPICAL, GENERIC, CLAIM = 0.34, 0.2, 0.14
"""What a move without cues counts as: less than any match. Waiting for a subject to be spoken of counts for

more; a claim about the person (a feeling named, praise) counts least: said of the wrong thing it is hollow or false.
"""
CLAIMS = frozenset({"reflect", "affirm", "normalise", "inform"})
NEARER = 1.0
"""How much more a match counts the nearer it is above the gate: words for just this go before words for about this."""
FADING = 0.97
STALE, STALE_REACTION = 0.3, 0.6
"""What a talk is about stays so, fading slowly; but an answer to what was said just now goes before.

A question can come back to a matter; a reaction to what was said a while ago sounds as if nobody had listened since.
"""
KEPT = 120
RECENT = 8
TEXT, EMOTION, STAGE, PROBLEM, INTENSITY, ALIKE, OPENER = 0.35, 0.30, 0.12, 0.05, 0.08, 0.30, 0.15
"""What each agreement is worth beside a cosine."""
SAID = 0.2
"""How much less a line counts that was said already, be it long ago: a new one that fits nearly as well goes before."""
NOISE, OPEN_NOISE = 0.02, 0.08
"""Moves for anything fit alike; chance keeps one of them from opening every talk."""
UNFELT = 0.3
"""How much a move for any emotion is taken to agree with the one felt."""
GLADNESS = 0.4
"""How much the share of glad emotions counts beside how near the words are to what is celebrated."""
UNSURE = 0.1
"""Leaning this far to joy, words may be good news, and comfort alone may be for nothing."""
COMFORT = 4.0
"""By how much less a move counts that is for trouble alone, for each step beyond UNSURE."""


class Ranking:
    """Scores a whole bank for one situation."""

    def __init__(self, moves: Sequence[Move], index: BankIndex) -> None:
        self.moves, self.index, self.admission = tuple(moves), index, Admission(moves)
        self.rows = {move.id: row for row, move in enumerate(moves)}
        self.stages = {stage: mask(stage in move.stages for move in moves) for stage in SupportStage}
        self.low = np.array([move.intensity[0] for move in moves], float)
        self.high = np.array([move.intensity[1] for move in moves], float)
        self.problems = Names((move.problem or "").lower() for move in moves)
        self.generic = np.array([_generic(move) for move in moves])
        self.felt = mask(bool(move.emotions) for move in moves)
        self.noise = np.where(self.admission.cued, NOISE, OPEN_NOISE)
        self.celebrates = mask(move.move == "celebrate" for move in moves)
        self.stale = np.where(mask(move.reaction for move in moves), STALE_REACTION, STALE)
        self.supports = mask(move.mode == ("support", "listen") and not move.act for move in moves)
        self.openers = Names(opener(move.text) for move in moves)

    def topics(self, fits: Fits, heard: Heard) -> Scores:
        """(n,) how much each move is about what is said now, or was said earlier (fading)."""
        before = np.full(len(self.moves), -1.0)
        for name, fit in heard.fits:
            if name in self.rows:
                before[self.rows[name]] = fit * FADING
        best: Scores = np.maximum(np.maximum(fits.now, before), self.generic)
        return best

    def remember(self, topics: Scores) -> tuple[tuple[str, float], ...]:
        """The best topics, to be carried into later turns."""
        best = [
            int(row) for row in np.argsort(-topics)[:KEPT] if self.admission.cued[row] and topics[row] > GATE_ON_TOPIC
        ]
        return tuple((self.moves[row].id, round(float(topics[row]), 3)) for row in best)

    def good_news(self, fits: Fits) -> bool:
        """Whether the last words are nearly those of a cue that is celebrated, whatever the emotion head says."""
        best = float(fits.last[self.celebrates].max(initial=-1.0))
        return best >= SURE and best >= float(fits.last.max())

    def joyful(self, fits: Fits) -> bool:
        """Whether what is said now is clearly nearer to what is celebrated than to any trouble."""
        glad, hard = self._nearest(fits)
        return glad >= GATE_ON_TOPIC and glad >= hard + LEAD

    def leaning(self, fits: Fits, gladness: float) -> float:
        """How far what is said leans to joy (above 0) and away from trouble: by the nearest cues, and by the share of

        glad emotions, which alone is misled by "not in pain any more".
        """
        glad, hard = self._nearest(fits)
        return glad - hard + GLADNESS * gladness

    def trouble(self, fits: Fits) -> bool:
        """Whether it is clearly nearer to a trouble than to what is celebrated, though no word of it may be hard."""
        glad, hard = self._nearest(fits)
        return hard >= GATE and hard >= glad + LEAD

    def _nearest(self, fits: Fits) -> tuple[float, float]:
        """How near what is said comes to what is celebrated, and to a trouble."""
        glad, hard = (float(fits.now[rows].max(initial=-1.0)) for rows in (self.celebrates, self.supports))
        return glad, hard

    def said(self, fits: Fits, situation: Situation, seed: int) -> Scores:
        """(n,) fit of every move's cues with the last words alone; -inf for those said lately. `seed` breaks ties."""
        # Words for one sort of complaint or question answer only that; those for any of them come before the rest.
        apart = fits.last - (self.admission.cued & (fits.last < NEAR))
        fit: Scores = np.maximum(apart, self.generic).astype(float)
        any_of_them = np.random.default_rng(seed).normal(0, 3 * NOISE, len(self.moves))  # any goodbye fits any goodbye
        fit += np.where(self.admission.cued, any_of_them / 6, any_of_them)
        fit[self._rows(situation.earlier)] -= SAID
        fit[self._rows(situation.used)] = -np.inf
        return fit

    def scores(self, situation: Situation, fits: Fits, topics: Scores, seed: int, *, leaning: float = 0.0) -> Scores:
        """(n,) fit of every move; -inf where it must not be said. `seed` breaks near ties."""
        used = self._rows(situation.used)
        allowed: Mask = self.admission.allowed(situation, topics)
        allowed[used] = False
        said = np.zeros(len(self.moves))
        said[self._rows(situation.earlier)] = SAID
        emotions, cued = self.admission.emotions[allowed], self.admission.cued[allowed]
        below, above = self.low[allowed] - situation.intensity, situation.intensity - self.high[allowed]
        felt = np.where(self.felt[allowed], emotions @ situation.emotions, UNFELT)
        noise = np.random.default_rng(seed).normal(0, self.noise)
        now, topics = fits.now[allowed], topics[allowed]
        found = np.full(len(self.moves), -np.inf)
        found[allowed] = (
            topics
            + NEARER * np.maximum(now - GATE, 0)
            - self.stale[allowed] * (cued & (topics > now))
            + TEXT * fits.text[allowed]
            + EMOTION * felt
            + STAGE * self.stages[situation.stage][allowed]
            + PROBLEM * self.problems.among({situation.problem.lower()} - {""})[allowed]
            - INTENSITY * np.maximum(np.maximum(below, above) - 0.5, 0)
            - ALIKE * np.maximum(self.index.likeness(used[-RECENT:], allowed) - 0.5, 0)
            - COMFORT * max(leaning - UNSURE, 0) * self.supports[allowed]
            - said[allowed]
            - OPENER * self.openers.among(_openers(situation.bot_lines))[allowed]
            + noise[allowed]
        )
        return found

    def _rows(self, ids: Iterable[str]) -> list[int]:
        """Those that the bank still has."""
        return [self.rows[name] for name in ids if name in self.rows]


def opener(text: str) -> str:
    """The first words of a text, by which people notice a repeat."""
    return " ".join(text.lower().split()[:2])


def _generic(move: Move) -> float:
    if move.cues:
        return -1.0
    if move.needs:
        return TOPICAL
    return CLAIM if move.move in CLAIMS else GENERIC


def _openers(lines: Sequence[str]) -> list[str]:
    return [opener(sentence) for line in lines[-6:] for sentence in line.split(". ")]
