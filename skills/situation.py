"""What a turn looks like to whoever chooses a reply: one typed reading of everything the other skills learnt."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bot.dialog import STRATEGIES, EmotionState, PastStrategies, StageState, SupportStage, TurnView
from bot.parts import part
from skills.intent import Acts
from skills.labels import EMOTIONS
from skills.memory import Offered, Told
from skills.mentions import bits, mentions, names
from skills.mode import TROUBLES, Mode, follow, solemn
from skills.policy import MUCH, Policy, words_told
from skills.problem import Problem
from skills.standpoint import Tense, Whose, tense, whose_now
from skills.strategy import StrategyPlan

ANOTHER = re.compile(
    r"\b(?:he|she|they|him|her|them|his|their|mom|mum|mother|dad|father|parents|sister|brother|son|daughter|kids?"
    r"|wife|husband|partner|girlfriend|boyfriend|friends?|roommate|neighbou?r|coworker|colleague|gran\w*|aunt|uncle)\b",
    re.IGNORECASE,
)
"""Somebody else is spoken of, be it beside the person: "I don't know how to help my friend"."""
DENIES = re.compile(r"\b(?:not|no|never|nor|without)\b|n['\u2019]t\b", re.IGNORECASE)
BRIGHT, EVEN, DULL = 0.28, 0.2, 0.12
"""Leaning this far to joy, words are good news; EVEN says nothing; below the last joy is over."""
REJOICES = frozenset({"joy", "good_news"})
SURE = 0.5
"""A kind of problem less likely than this is not taken as known."""
NOW = 2
"""The person's turns in which what is spoken of is at hand."""
AGAIN = 30
"""After so many replies a line may be said again: by then nobody has it in their ear, and no bank lasts for ever."""
REMEMBERED = 400
"""So many moves back those not said yet go before the others: some two hundred turns, over all a person's talks."""


@part("used_moves", version=1)
@dataclass(frozen=True, slots=True)
class UsedMoves:
    """Ids of the moves last said to this person, oldest first, and how many of them each of the last replies had."""

    ids: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()

    def adding(self, ids: tuple[str, ...]) -> UsedMoves:
        """With the moves of one more reply."""
        sizes = self.sizes or (1,) * len(self.ids)
        return UsedMoves((*self.ids, *ids)[-REMEMBERED:], (*sizes, len(ids))[-AGAIN:])

    @property
    def lately(self) -> tuple[str, ...]:
        """Those of the last replies, which are not said again yet."""
        return self.ids[len(self.ids) - sum((self.sizes or (1,) * len(self.ids))[-AGAIN:]) :]


@part("heard", version=2)
@dataclass(frozen=True, slots=True)
class Heard:
    """What the talk has been about: moves whose cues were met, with how well (fading)."""

    fits: tuple[tuple[str, float], ...] = ()


@part("spoken", version=1)
@dataclass(frozen=True, slots=True)
class Spoken:
    """The groups of `skills.mentions` that the person's first `turns` turns speak of: each turn is read once."""

    names: frozenset[str] = frozenset()
    turns: int = 0

    def hearing(self, said: tuple[str, ...]) -> Spoken:
        """With those of the turns since; of all anew where some were taken back."""
        known = self if self.turns <= len(said) else Spoken()
        new = (names(mentions(text[:MUCH])) for text in said[known.turns :])
        return Spoken(known.names.union(*new), len(said))


@dataclass(frozen=True, slots=True)
class Situation:
    """`emotions` (32,) and `plan` (8,) are probabilities, `used` the ids of the moves said lately, oldest first.

    `earlier` are those said long ago.
    """

    acts: Acts
    mode: Mode
    emotions: NDArray[np.float64]
    intensity: float
    stage: SupportStage
    plan: NDArray[np.float64]
    past: tuple[str | None, ...]
    bot_lines: tuple[str, ...]
    user_turns: int
    user_words: int
    last_words: int
    used: tuple[str, ...]
    earlier: frozenset[str]
    problem: str
    mentioned: int
    mentioned_now: int
    about_another: bool
    whose: Whose = "me"
    tense: Tense = "now"
    keys: frozenset[str] = frozenset()
    offered: Offered = field(default_factory=Offered)

    @property
    def policy(self) -> Policy:
        """What may be done now."""
        return Policy(
            *(self.acts, self.mode, self.stage, self.past, self.bot_lines),
            *(self.user_turns, self.user_words, self.offered),
        )

    @property
    def refuses(self) -> bool:
        """A suggestion made lately is turned down; without one, "it didn't work" is about something else."""
        return "refuses_advice" in self.acts and "Providing Suggestions" in self.past[-2:]


def mood(
    turn: TurnView, *, leaning: float = EVEN, good_news: bool = False, joyful: bool = False, trouble: bool = False
) -> Mode:
    """The mode of this turn. The encoder tells of what the words are nearest to: `good_news`, `trouble`, or `joyful`.

    `joyful` ones are nearer to lines that are celebrated than to others; beside a word of joy that is joy, amid
    troubles too. By `leaning` alone words begin a talk as good news does where no trouble is named and nothing denied

    ("didn't get hired, but she did" leans so, too), and joy that goes on ends where they lean too little.
    """
    acts, known = turn.get(Acts) or Acts(frozenset()), turn.get(Mode)
    if known is None:
        return follow(None, acts, turn.get(EmotionState), solemn=solemn(turn), cue=good_news)
    plain = TROUBLES.isdisjoint(acts.names) and not DENIES.search(turn.text[-MUCH:])
    good_news |= leaning >= BRIGHT and known.supports and plain
    worried = "worry" in acts or "mixed" in acts or (known.supports and known.turns > 1)
    smiles = joyful and "joy" in acts and "worry" not in acts
    if ((good_news and not worried) or smiles) and known.name in ("support", "chat") and not solemn(turn):
        return Mode("celebrate", glad=known.glad, listening=known.listening)
    faded = known.celebrates and known.turns > 1 and leaning < DULL
    if (trouble and known.name == "chat") or ((trouble or faded) and known.celebrates and not REJOICES & acts.names):
        return Mode("listen" if known.listening else "support", glad=known.glad, listening=known.listening)
    return known


def read(turn: TurnView, mode: Mode) -> Situation:
    emotion, stage = turn.get(EmotionState), turn.get(StageState)
    plan, used, problem = turn.get(StrategyPlan), turn.get(UsedMoves) or UsedMoves(), turn.get(Problem)
    told, said = turn.get(Told), turn.conversation.said("user")
    acts, offered = turn.get(Acts) or Acts(frozenset()), turn.get(Offered) or Offered()
    even = np.full(len(EMOTIONS), 1 / len(EMOTIONS))
    return Situation(
        acts=acts,
        mode=mode,
        emotions=np.array(emotion.probabilities) if emotion and len(emotion.probabilities) == len(EMOTIONS) else even,
        intensity=emotion.intensity if emotion else 3.0,
        stage=stage.stage if stage else SupportStage.EXPLORATION,
        plan=np.array(plan.probabilities) if plan else np.full(len(STRATEGIES), 1 / len(STRATEGIES)),
        past=(turn.get(PastStrategies) or PastStrategies()).past,
        bot_lines=turn.conversation.said("bot"),
        user_turns=len(said),
        user_words=words_told(said),
        last_words=len(said[-1][:MUCH].split()),
        used=used.lately,
        earlier=frozenset(used.ids) - frozenset(used.lately),
        problem=problem.label if problem and max(problem.probabilities) > SURE else "",
        mentioned=bits((turn.get(Spoken) or Spoken()).hearing(said).names),
        mentioned_now=mentions(" ".join(text[:MUCH] for text in said[-NOW:])),
        about_another=bool(ANOTHER.search(turn.text[:MUCH])),
        whose=whose_now(said),
        tense=tense(turn.text),
        keys=told.keys() if told else frozenset(),
        offered=offered.heard(acts, len(said)),
    )
