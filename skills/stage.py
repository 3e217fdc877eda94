"""Which stage of support the talk is in: exploration, comforting or action. A talk may go back at any turn.

No corpus has stage labels. Ours are derived from strategies by the table `SHARES`, our reading of ESConv's Figure 2 and
section 3.2, and are called derived wherever they are measured.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.dialog import PastStrategies, SkillResult, StageState, SupportStage, TurnView
from bot.errors import SkillError
from bot.registry import Encoder, Skill, skill
from skills.emotion import EmotionTrajectory
from skills.encoder import encoder_size
from skills.history import beside, seen
from skills.intent import Acts
from skills.mode import Mode
from skills.models import head

STAGES = tuple(SupportStage)

SHARES = {
    "Question": (1.0, 0.0, 0.0),
    "Restatement or Paraphrasing": (1.0, 0.0, 0.0),
    "Reflection of feelings": (0.5, 0.5, 0.0),
    "Self-disclosure": (0.0, 0.6, 0.4),
    "Affirmation and Reassurance": (0.0, 0.8, 0.2),
    "Providing Suggestions": (0.0, 0.0, 1.0),
    "Information": (0.0, 0.0, 1.0),
    "Others": (0.0, 0.0, 0.0),
}
"""How much each strategy speaks for exploration, comforting and action; Others for none (greetings, thanks)."""

WINDOW = 3
"""A derived stage looks at so many of the supporter's strategies, the newest counting most."""


def derive(strategies: Sequence[str | None]) -> SupportStage | None:
    """The derived stage after these strategies, oldest first; None while none of them speaks for any."""
    weights = np.zeros(len(STAGES))
    told = [name for name in strategies if name in SHARES and name != "Others"]
    for age, name in enumerate(reversed(told[-WINDOW:])):
        weights += np.array(SHARES[str(name)]) * (1.0, 0.6, 0.3)[age]
    return STAGES[int(weights.argmax())] if told else None


def ahead(strategies: Sequence[str]) -> SupportStage | None:
    """The derived stage of a supporter about to use these strategies, next one first."""
    return derive(strategies[::-1])


@skill("stage", reads=(Acts, EmotionTrajectory, PastStrategies, Mode), writes=(StageState,))
def stage(encoder: Encoder | None = None, *, weights: str = "stage") -> Skill:
    """Follows the stage of support; `weights = "free"` goes by turns."""
    size = encoder_size(encoder)
    trained = None if weights == "free" else head.shipped(weights, tuple(STAGES), size, others=beside(size))

    def follow(turn: TurnView) -> SkillResult:
        if not (turn.get(Mode) or Mode()).supports:
            return SkillResult()  # stages are of support; where a talk left them, it takes them up again
        if trained is None:
            return SkillResult((move(turn.get(StageState), by_turns(turn.conversation.said("user"))),))
        if turn.vectors is None:
            raise SkillError("stage needs the encoder's vectors")
        likeliest = STAGES[int(trained.scores(seen(turn, turn.vectors, trained.width)).argmax())]
        return SkillResult((move(turn.get(StageState), likeliest),))

    return follow


def move(before: StageState | None, now: SupportStage) -> StageState:
    """The next state: one turn more of the same stage, or the first of another."""
    return StageState(now, before.turns + 1 if before and before.stage is now else 1)


EXPLORING, COMFORT = 3, 6
"""Without a head: so many of the person's turns are for exploring, and up to so many for comfort."""


def by_turns(said: Sequence[str]) -> SupportStage:
    """Exploration for the first turns, then comfort, then action; a fresh worry told at length is explored again."""
    fresh = len(said) > COMFORT and len(said[-1].split()) > 2 * np.mean([len(text.split()) for text in said[:-1]])
    if len(said) <= EXPLORING or fresh:
        return SupportStage.EXPLORATION
    return SupportStage.COMFORTING if len(said) <= COMFORT else SupportStage.ACTION
