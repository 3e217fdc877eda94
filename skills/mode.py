"""Which kind of talk this is: support in trouble, joy over good news, a chat, or only being listened to.

Stages of support belong to support alone (ESConv, section 3); good news is met with active and constructive words,
which add to the joy (Gable et al. 2004), and never with comfort. In doubt it is support.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bot.dialog import EmotionState, SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill
from skills.care.state import CareState
from skills.intent import Acts
from skills.labels import EMOTIONS, POSITIVE

ModeName = Literal["support", "celebrate", "chat", "listen"]


@part("mode", version=1)
@dataclass(frozen=True, slots=True)
class Mode:
    """`name` is the kind of talk, `turns` for how many of the person's turns it has been so, but for its opening.

    `glad`: this spell of trouble came with gladness ("got the job but I'm terrified"). `listening`: they asked only to
    be heard and have not asked for advice since; it outlives a spell of joy. `small`: turns of small talk in a row.
    `opening`: so far nothing was told, as after "hi" and "guess what".
    """

    name: ModeName = "support"
    turns: int = 1
    glad: bool = False
    listening: bool = False
    small: int = 0
    opening: bool = False

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
        return SkillResult((follow(turn.get(Mode), acts, turn.get(EmotionState), solemn=solemn(turn)),))

    return follow_turn


def solemn(turn: TurnView) -> bool:
    """There was danger in this talk, or somebody was mourned lately: a calm sea on the day of the ashes is no joy.

    That somebody is under age is no danger.
    """
    care, lately = turn.get(CareState), turn.conversation.said("user")[-MOURNED:]
    return (care is not None and care.kind != "") or any(map(MOURNS.search, lately))


MOURNS = re.compile(
    r"\b(?:(?<!phone )(?<!laptop )(?<!battery )(?<!engine )(?<!car )died|passed away|funerals?|buried|burial"
    r"|cremat\w+|ashes|grie(?:f|ving)|mourning|obituary|hospice"
    r"|(?:is|was|are|were) dead(?! (?:tired|serious|sure|set|right|wrong|good|easy|on)))\b",
    re.IGNORECASE,
)
MOURNED = 10
"""The person's turns for which a death stays with the talk: joy may come back after."""
AMBIGUOUS = frozenset(
    {"anticipating", "caring", "confident", "faithful", "grateful", "hopeful", "nostalgic", "prepared", "sentimental"}
    | {"surprised", "trusting"}
)
"""Pleasant feelings that also come with troubles: an exam is anticipated, a dead father remembered. They count half."""
BARS = {"first": (0.4, 0.6), "again": (0.3, 0.45), "chat": (0.5, 0.7), "troubled": (0.55, 0.85)}
"""How large the share of glad emotions must be for joy, beside a word of joy and without one.

In a first turn, after a spell of joy, in a chat, in a talk of troubles. Someone who tells of a trouble says grateful
and hopeful things too; taking those for good news would be cruel.
"""
MORE = 0.2
"""So much more where it is small talk: pasta pleases everybody."""
STILL_GLAD = 0.25
"""Below this share joy is over, even without a word of trouble."""
HARD = 0.4
"""A hard feeling as likely as this is a trouble, even without a word for it."""
TROUBLES = frozenset(
    {"worry", "mixed", "asks_advice", "complaint", "only_listen", "question.about_me"}
    | {"asks_diagnosis", "asks_dose", "asks_legal"}
)
SAYS_LITTLE = frozenset(
    {"minimal", "agrees", "denies", "wordless", "foreign", "unclear", "flood", "thanks", "question.opinion"}
)
"""A bare yes or a single "thanks" turns nothing."""
SMALL = frozenset({"greeting", "off_topic", "question.fact", "question.about_bot"})
OPENS = frozenset({"greeting", "minimal", "thanks", "question", "question.about_bot"})
"""With nothing but these, or nothing at all, a talk has not yet come to its matter."""
LEAVES = 2
"""So many turns of small talk in a row lead from a trouble to a chat."""


def follow(
    before: Mode | None, acts: Acts, emotion: EmotionState | None, *, solemn: bool = False, cue: bool = False
) -> Mode:
    """The mode of this turn. `cue`: the words are nearly those of a line that is celebrated, by the encoder.

    After words of danger or of a death only plain joy is celebrated: good news in so many words.
    """
    chats = not SMALL.isdisjoint(acts.names) or ("small_talk" in acts and not _hard(emotion))
    small = 0 if not chats else before.small + 1 if before else 1
    name = _name(before, acts, emotion, small, plain=solemn, cue=cue and not solemn)
    listening = "asks_advice" not in acts and ("only_listen" in acts or (before is not None and before.listening))
    if listening and name in ("support", "chat"):
        name = "listen"
    glad = name in ("support", "listen") and (
        "mixed" in acts or (before is not None and (before.glad or before.celebrates))
    )
    turns = before.turns + 1 if before and before.name == name and not before.opening else 1
    opening = (before is None or before.opening) and acts.names <= OPENS and not _hard(emotion)
    return Mode(name, turns, glad, listening, small, opening)


def _name(
    before: Mode | None, acts: Acts, emotion: EmotionState | None, small: int, *, plain: bool, cue: bool
) -> ModeName:
    was: ModeName = before.name if before else "support"
    if not TROUBLES.isdisjoint(acts.names):
        return "support"
    little = before is not None and not SAYS_LITTLE.isdisjoint(acts.names)
    if "good_news" in acts or cue or not (plain or little or not _glad(before, acts, emotion, small)):
        return "celebrate"
    if little:
        return was
    if _hard(emotion) and (was == "celebrate" or not small):
        return "support"
    if was == "celebrate":
        goes_on = "joy" in acts if plain else small > 0 or gladness(emotion) > STILL_GLAD
        return was if goes_on else "support"
    return "chat" if was == "chat" or small >= (LEAVES if before else 1) else "support"


def _glad(before: Mode | None, acts: Acts, emotion: EmotionState | None, small: int) -> bool:
    """Glad enough for joy, where the talk stood; small talk must have a word of joy and be gladder."""
    with_word, without = BARS[_standing(before)]
    if small:
        return "joy" in acts and SMALL.isdisjoint(acts.names) and gladness(emotion) > with_word + MORE
    return gladness(emotion) > (with_word if "joy" in acts else without)


def _standing(before: Mode | None) -> str:
    """Where the talk stood, as BARS knows it."""
    if before is None or before.opening:
        return "first"
    return "again" if before.celebrates or before.glad else "chat" if before.name == "chat" else "troubled"


def gladness(emotion: EmotionState | None) -> float:
    """The share of glad emotions, 0 to 1; where none are known 0.3, which decides nothing."""
    if emotion is None or len(emotion.probabilities) != len(EMOTIONS):
        return 0.3
    shares = dict(zip(EMOTIONS, emotion.probabilities, strict=True))
    return sum(shares[label] * (0.5 if label in AMBIGUOUS else 1) for label in POSITIVE)


def _hard(emotion: EmotionState | None) -> bool:
    """One of the hard feelings is likely."""
    if emotion is None or len(emotion.probabilities) != len(EMOTIONS):
        return False
    shares = zip(EMOTIONS, emotion.probabilities, strict=True)
    return max(share for label, share in shares if label not in POSITIVE) > HARD
