"""What judgements mean: wins, losses and ties, and a two-sided sign test over the turns that were decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from agents.metrics.significance import sign_test
from worlds.judgement import Interruption, Judgement, Line


@dataclass(frozen=True, slots=True)
class Tally:
    """Turns by outcome. `same` were not asked about; `interrupted` counts talks, not turns."""

    left: int = 0
    right: int = 0
    equal: int = 0
    neither: int = 0
    same: int = 0
    interrupted: int = 0

    @property
    def decided(self) -> int:
        """Turns in which one bot was preferred: what the sign test counts."""
        return self.left + self.right

    @property
    def p(self) -> float:
        return sign_test(self.left, self.right)


def tally(lines: Iterable[Line]) -> Tally:
    """Count a study's lines."""
    counted = Counter(_outcome(line) for line in lines)
    return Tally(**counted)


def _outcome(line: Line) -> str:
    match line:
        case Interruption():
            return "interrupted"
        case Judgement():
            return line.winner or line.answer
