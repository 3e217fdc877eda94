"""Which kind of talk this is: support in trouble, joy over good news, a chat, or only being listened to.

Stages of support belong to support alone (ESConv, section 3); good news is met with active and constructive words,
which add to the joy (Gable et al. 2004), and never with comfort.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.dialog import EmotionState, SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill
from skills.care.state import CareState
from skills.intent import Acts
from skills.labels import EMOTIONS, POSITIVE
from skills.moves import ModeName


@part("mode", version=1)
@dataclass(frozen=True, slots=True)
class Mode:
    """`name` is the kind of talk, `turns` for how many of the person's turns it has been so.

    `glad`: gladness was told beside a trouble ("got the job but I'm terrified"). `listening`: they asked only to be
    heard and have not asked for advice since; it outlives a spell of joy.
    """

    name: ModeName = "support"
    turns: int = 1
    glad: bool = False
    listening: bool = False

    @property
    def supports(self) -> bool:
        """Stages run, and suggestions may come, only here."""
        return self.name == "support"

    @property
    def celebrates(self) -> bool:
        return self.name == "celebrate"

    def explain(self) -> str:
        return f"{self.name}{', glad beside it' if self.glad else ''} ({self.turns})"


@skill("mode", reads=(Acts, EmotionState), writes=(Mode,))
def mode() -> Skill:
    """Tells support, joy, small talk and a wish only to be heard apart."""

    def follow_turn(turn: TurnView) -> SkillResult:
        acts = turn.get(Acts) or Acts(frozenset())
        return SkillResult((follow(turn.get(Mode), acts, turn.get(EmotionState), danger=endangered(turn)),))

    return follow_turn


def endangered(turn: TurnView) -> bool:
    """There was danger in this talk, now or earlier."""
    return turn.get(CareState) is not None


def follow(
    before: Mode | None, acts: Acts, emotion: EmotionState | None, *, danger: bool = False, cue: bool = False
) -> Mode:
    """The mode of this turn. `cue`: the words are nearly those of a line that is celebrated, by the encoder."""
    listening = "asks_advice" not in acts and ("only_listen" in acts or bool(before and before.listening))
    if cue or "good_news" in acts or gladness(emotion) > 0.8:
        return Mode("celebrate", listening=listening)
    return Mode("listen" if listening else "support", listening=listening)


AMBIGUOUS = frozenset(
    {"anticipating", "caring", "confident", "faithful", "hopeful", "nostalgic", "prepared", "sentimental", "surprised"}
    | {"trusting"}
)
"""Pleasant feelings that also come with troubles: an exam is anticipated, a dead father remembered. They count half."""


def gladness(emotion: EmotionState | None) -> float:
    """The share of glad emotions, 0 to 1; one half where nothing is known."""
    if emotion is None or len(emotion.probabilities) != len(EMOTIONS):
        return 0.5
    shares = dict(zip(EMOTIONS, emotion.probabilities, strict=True))
    return sum(shares[label] * (0.5 if label in AMBIGUOUS else 1) for label in POSITIVE)
