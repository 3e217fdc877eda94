"""What the talk is about: ESConv's 13 kinds of problem, and the paper's five among them, gathered over the turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bot.dialog import SkillResult, TurnView
from bot.errors import SkillError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.encoder import encoder_size
from skills.labels import PROBLEMS
from skills.models import head
from skills.models.head import Floats

PAPER = 5
"""The first five of PROBLEMS are the paper's."""


@part("problem", version=1)
@dataclass(frozen=True, slots=True)
class Problem:
    """`label` is the likeliest of `skills.labels.PROBLEMS`; `probabilities` (13,) are in that order and sum to one."""

    label: str
    probabilities: tuple[float, ...]
    turns: int

    @property
    def paper(self) -> str:
        """The likeliest of the paper's five."""
        return PROBLEMS[int(np.argmax(self.probabilities[:PAPER]))]

    def explain(self) -> str:
        return f"{self.label} ({max(self.probabilities):.2f})"


@skill("problem", writes=(Problem,))
def problem(encoder: Encoder | None = None, *, weights: str = "problem") -> Skill:
    """Names the kind of problem, surer with every turn; a changed subject wins after a few."""
    trained = head.shipped(weights, PROBLEMS, encoder_size(encoder))

    def name(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("problem needs the encoder's vectors")
        read = trained.probabilities((turn.vectors.last + turn.vectors.context) / 2)
        return SkillResult((gather(turn.get(Problem), read),))

    return name


def gather(before: Problem | None, read: Floats, memory: float = 0.7) -> Problem:
    """A fading mean of the turns' readings: in the first turns a plain mean, later the last few count most."""
    turns = before.turns + 1 if before else 1
    keep = min(memory, 1 - 1 / turns)
    mixed = read if before is None else keep * np.array(before.probabilities, np.float32) + (1 - keep) * read
    shares = tuple(round(float(value), 6) for value in mixed / mixed.sum())
    return Problem(PROBLEMS[int(np.argmax(mixed))], shares, turns)
