"""What a turn looks like to whoever chooses a reply: one typed reading of everything the other skills learnt."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.dialog import STRATEGIES, EmotionState, PastStrategies, StageState, SupportStage, TurnView
from bot.parts import part
from skills.care.state import CareState
from skills.cause import Cause
from skills.intent import Acts
from skills.labels import EMOTIONS, POSITIVE
from skills.mentions import mentions
from skills.problem import Problem
from skills.standpoint import Tense, Whose, tense, whose
from skills.strategy import StrategyPlan

MUCH = 2000
"""Characters of an utterance that are looked at here."""
ANOTHER = re.compile(
    r"\b(?:he|she|they|him|her|them|his|their|mom|mum|mother|dad|father|parents|sister|brother|son|daughter|kids?"
    r"|wife|husband|partner|girlfriend|boyfriend|friends?|roommate|neighbou?r|coworker|colleague|gran\w*|aunt|uncle)\b",
    re.IGNORECASE,
)
"""Somebody else is spoken of, be it beside the person: "I don't know how to help my friend"."""
SURE = 0.5
"""A kind of problem less likely than this is not taken as known."""
EXPLORED_TURNS = 3
EXPLORED_WORDS = 25
COMFORTING = frozenset(
    {"Reflection of feelings", "Self-disclosure", "Affirmation and Reassurance", "Restatement or Paraphrasing"}
)


@part("used_moves", version=1)
@dataclass(frozen=True, slots=True)
class UsedMoves:
    """Ids of the moves said in this talk, oldest first; none is said twice."""

    ids: tuple[str, ...] = ()


@part("heard", version=1)
@dataclass(frozen=True, slots=True)
class Heard:
    """What the talk has been about: moves whose cues were met, with how well (fading), a wish for no advice, and

    whether the talk is one of good news (None before anything was said of either).
    """

    fits: tuple[tuple[str, float], ...] = ()
    no_advice: bool = False
    no_advice_before: int = 0
    glad: bool | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """`emotions` (32,) and `plan` (8,) are probabilities."""

    acts: Acts
    emotions: NDArray[np.float64]
    intensity: float
    stage: SupportStage
    plan: NDArray[np.float64]
    past: tuple[str | None, ...]
    bot_lines: tuple[str, ...]
    user_turns: int
    user_words: int
    heard: Heard
    used: frozenset[str]
    cause: str
    problem: str
    mentioned: int
    about_another: bool
    whose: Whose = "me"
    tense: Tense = "now"

    @property
    def celebrates(self) -> bool:
        return bool(self.heard.glad)

    @property
    def explored(self) -> bool:
        """The problem has been told: no suggestion comes before that (ESConv, section 3.2)."""
        return self.user_turns >= EXPLORED_TURNS and self.user_words >= EXPLORED_WORDS

    @property
    def comforted(self) -> bool:
        return any(strategy in COMFORTING for strategy in self.past)

    @property
    def may_suggest(self) -> bool:
        """Suggestions are for those who asked, or whose trouble was told and met with comfort; never when refused."""
        if (
            self.celebrates
            or self.heard.no_advice
            or "minimal" in self.acts
            or self.user_turns <= self.heard.no_advice_before
        ):
            return False
        if "asks_advice" in self.acts:
            return self.user_turns > 1 or self.user_words >= EXPLORED_WORDS
        return self.explored and self.comforted and self.stage is SupportStage.ACTION

    @property
    def refuses(self) -> bool:
        """A suggestion made lately is turned down; without one, "it didn't work" is about something else."""
        return "refuses_advice" in self.acts and "Providing Suggestions" in self.past[-2:]

    def questions_in_a_row(self) -> int:
        count = 0
        for line in reversed(self.bot_lines):
            if "?" not in line:
                break
            count += 1
        return count


REST_AFTER_REFUSAL = 3
"""For so many of the person's turns nothing is suggested after a suggestion was turned down."""


def hear(turn: TurnView, fits: tuple[tuple[str, float], ...], good_news: bool = False) -> Heard:
    """What is remembered of this turn before any reply is chosen. `good_news`: the words are those of good news."""
    before, acts = turn.get(Heard) or Heard(), turn.get(Acts) or Acts(frozenset())
    past = (turn.get(PastStrategies) or PastStrategies()).past
    turns = len(turn.conversation.said("user"))
    refused = "refuses_advice" in acts and "Providing Suggestions" in past[-2:]
    until = turns + REST_AFTER_REFUSAL if refused else before.no_advice_before
    wish = "asks_advice" not in acts and (before.no_advice or "only_listen" in acts)
    # After words of danger nothing short of plain joy is taken for good news.
    mood = False if turn.get(CareState) else before.glad
    told = good_news and not turn.get(CareState)
    return Heard(fits, wish, until, told or glad(turn.get(EmotionState), mood))


GLAD, STILL_GLAD, TURNED_GLAD = 0.5, 0.35, 0.8
"""How large the share of glad emotions must be: in a first turn, in a talk of good news, in a talk of troubles.

Someone who tells of a trouble says grateful and hopeful things too; taking those for good news would be cruel.
"""
AMBIGUOUS = frozenset(
    {"anticipating", "caring", "confident", "faithful", "hopeful", "nostalgic", "prepared", "sentimental", "surprised"}
    | {"trusting"}
)
"""Pleasant feelings that also come with troubles: an exam is anticipated, a dead father remembered. They count half."""


def glad(emotion: EmotionState | None, before: bool | None) -> bool | None:
    """Whether this is a talk of good news; None again when a worry comes up in one, so that joy may return easily."""
    if emotion is None or len(emotion.probabilities) != len(EMOTIONS):
        return before
    shares = dict(zip(EMOTIONS, emotion.probabilities, strict=True))
    share = sum(shares[label] * (0.5 if label in AMBIGUOUS else 1) for label in POSITIVE)
    if before:
        return share > STILL_GLAD or None
    return share > (GLAD if before is None else TURNED_GLAD)


def read(turn: TurnView, heard: Heard) -> Situation:
    emotion, stage = turn.get(EmotionState), turn.get(StageState)
    plan, used, cause, problem = turn.get(StrategyPlan), turn.get(UsedMoves), turn.get(Cause), turn.get(Problem)
    said = turn.conversation.said("user")
    even = np.full(len(EMOTIONS), 1 / len(EMOTIONS))
    return Situation(
        acts=turn.get(Acts) or Acts(frozenset()),
        emotions=np.array(emotion.probabilities) if emotion and len(emotion.probabilities) == len(EMOTIONS) else even,
        intensity=emotion.intensity if emotion else 3.0,
        stage=stage.stage if stage else SupportStage.EXPLORATION,
        plan=np.array(plan.probabilities) if plan else np.full(len(STRATEGIES), 1 / len(STRATEGIES)),
        past=(turn.get(PastStrategies) or PastStrategies()).past,
        bot_lines=turn.conversation.said("bot"),
        user_turns=len(said),
        user_words=sum(len(text[:MUCH].split()) for text in said),
        heard=heard,
        used=frozenset(used.ids if used else ()),
        cause=cause.clause if cause else "",
        problem=problem.label if problem and max(problem.probabilities) > SURE else "",
        mentioned=mentions(" ".join(text[:MUCH] for text in said)),
        about_another=bool(ANOTHER.search(turn.text[:MUCH])),
        whose=whose(turn.text),
        tense=tense(turn.text),
    )
