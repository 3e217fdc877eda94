"""Policy: what a reply may do now, whoever wrote it. Pure: the talk's state in, what is allowed out.

No suggestion before the trouble was told and met with comfort unless it is asked for (ESConv: Liu et al. 2021, sections
3.1 and 3.2), none soon after one was refused, no third question in a row, and nothing but listening for who wants only
to be heard. Where danger was spoken of lately neither advice, nor anything of the strategy Others, as laughter and
goodbyes are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.dialog import PastStrategies, StageState, SupportStage, TurnView
from skills.care.state import CareState
from skills.history import SPAN
from skills.intent import Acts
from skills.kinds import ASKED, Kinds
from skills.memory import Offered
from skills.mode import Mode

MUCH = 2000
"""Characters of an utterance that are counted."""
EXPLORED_TURNS = 3
EXPLORED_WORDS = 25
QUESTIONS = 2
"""After so many replies in a row that ask, the next one doesn't."""
COMFORTING = frozenset(
    {"Reflection of feelings", "Self-disclosure", "Affirmation and Reassurance", "Restatement or Paraphrasing"}
)
INFORMING = "Information"
LIGHT = "Others"
"""The strategy of greetings, laughter and goodbyes (Liu et al. 2021, appendix B)."""
SUGGESTING = frozenset({"Providing Suggestions", INFORMING})
CARELESS = SUGGESTING | {LIGHT}
"""What nobody gets near danger: no line knows whether how to refuse a question hides what one should be seen for."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What is known of a talk at a turn. `past` are strategies and `bot_lines` replies, oldest first;

    `user_turns` and `user_words` are the person's.
    """

    acts: Acts
    mode: Mode
    stage: SupportStage
    past: Sequence[str | None]
    bot_lines: Sequence[str]
    user_turns: int
    user_words: int
    offered: Offered = field(default_factory=Offered)
    kinds: Kinds = field(default_factory=Kinds)
    careful: bool = False
    """Danger stands, or was spoken of lately (`skills.care.state`)."""

    @property
    def asked(self) -> bool:
        """Something is asked directly; what answers it is no advice out of nowhere."""
        return "asks_advice" in self.acts or self.kinds.asks >= ASKED

    @property
    def explored(self) -> bool:
        """The problem has been told: no suggestion comes before that (ESConv, section 3.2)."""
        return self.user_turns >= EXPLORED_TURNS and self.user_words >= EXPLORED_WORDS

    @property
    def comforted(self) -> bool:
        return any(strategy in COMFORTING for strategy in self.past)

    @property
    def may_suggest(self) -> bool:
        """For those who ask now; unasked once the trouble was told and met with comfort, and not after a refusal."""
        if not self.mode.supports or "minimal" in self.acts:
            return False
        if self.asked:
            return self.user_turns > 1 or self.user_words >= EXPLORED_WORDS
        rests = self.offered.rests(self.user_turns)
        return self.explored and self.comforted and self.stage is SupportStage.ACTION and not rests

    @property
    def may_ask(self) -> bool:
        return self.mode.name != "listen" and self.questions_in_a_row < QUESTIONS

    @property
    def questions_in_a_row(self) -> int:
        """How many of the last replies ask, one after another."""
        count = 0
        for line in reversed(self.bot_lines):
            if "?" not in line:
                break
            count += 1
        return count

    def allows(self, text: str, strategy: str | None) -> bool:
        """Whether a reply of this strategy may be given now."""
        if self.careful and strategy in CARELESS:
            return False
        told = strategy not in SUGGESTING or self.may_suggest or (self.asked and strategy == INFORMING)
        return told and (self.may_ask or "?" not in text)


def policy(turn: TurnView) -> Policy:
    """What may be done at this turn, by what the skills before have learnt of it."""
    stage, said, care = turn.get(StageState), turn.conversation.said("user"), turn.get(CareState)
    return Policy(
        turn.get(Acts) or Acts(frozenset()),
        turn.get(Mode) or Mode(),
        stage.stage if stage else SupportStage.EXPLORATION,
        (turn.get(PastStrategies) or PastStrategies()).past,
        turn.conversation.said("bot"),
        len(said),
        words_told(said),
        turn.get(Offered) or Offered(),
        turn.get(Kinds) or Kinds(),
        careful=care is not None and care.lately,
    )


def words_told(said: Sequence[str]) -> int:
    """How many words somebody has said lately."""
    return sum(len(text[:MUCH].split()) for text in said[-SPAN:])
