"""The nouns of a conversation. All are frozen: a turn makes a new conversation and leaves the old one as it was.

Stages and strategies follow Liu et al. 2021 (ESConv), Appendix B and Figure 2.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.parts import part, spec_of

Speaker = Literal["user", "bot"]
P = TypeVar("P")

STRATEGIES = (
    "Question",
    "Restatement or Paraphrasing",
    "Reflection of feelings",
    "Self-disclosure",
    "Affirmation and Reassurance",
    "Providing Suggestions",
    "Information",
    "Others",
)
"""ESConv's eight support strategies, spelled as the corpus spells them."""


class SupportStage(StrEnum):
    """The three stages of emotional support; their order is flexible (ESConv, section 3.2)."""

    EXPLORATION = "exploration"
    COMFORTING = "comforting"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance. `at` is timezone-aware."""

    speaker: Speaker
    text: str
    at: datetime


@part("emotion", version=1)
@dataclass(frozen=True, slots=True)
class EmotionState:
    """What the person seems to feel. `probabilities` sums to one over `label_set`; `intensity` runs from 1 to 5."""

    label_set: str
    label: str
    probabilities: tuple[float, ...]
    intensity: float


@part("stage", version=1)
@dataclass(frozen=True, slots=True)
class StageState:
    """The stage the talk is in, and for how many of the bot's turns it has been there."""

    stage: SupportStage
    turns: int


@part("strategies", version=1)
@dataclass(frozen=True, slots=True)
class PastStrategies:
    """The strategy of each of the last replies, oldest first; None where a reply had none. Kept by the engine."""

    past: tuple[str | None, ...] = ()


@part("declined", version=1)
@dataclass(frozen=True, slots=True)
class Declined:
    """Replies to the words that are turn `turn`, where the person asked for others. Kept by `bot.sessions`."""

    turn: int
    replies: tuple[str, ...] = ()

    def holds(self, text: str) -> bool:
        """Whether one of them says this, be it behind a notice."""
        return any(said == text or said.endswith(f" {text}") for said in self.replies)


def declined(conversation: Conversation, turn: int) -> Declined:
    """What was declined in answer to the words that are turn number `turn`."""
    found = conversation.state.get(Declined)
    return found if found and found.turn == turn else Declined(turn)


@part("self_report", version=1)
@dataclass(frozen=True, slots=True)
class SelfReport:
    """The person's own word on how strong the feeling is, 1 to 5: first and last. It overrides what a model thinks."""

    first: int
    last: int | None = None

    @property
    def relief(self) -> int | None:
        """By how much it fell: the talk's effectiveness (ESConv, section 3.1). None before the second answer."""
        return None if self.last is None else self.first - self.last


class DialogState:
    """What is known about a conversation: at most one part of each registered type, looked up by that type."""

    __slots__ = ("_parts",)

    def __init__(self, *parts: object) -> None:
        for item in parts:
            spec_of(type(item))
        self._parts: dict[type, object] = {type(item): item for item in parts}

    def get(self, kind: type[P]) -> P | None:
        found = self._parts.get(kind)
        return found if isinstance(found, kind) else None

    def with_(self, *parts: object) -> DialogState:
        """A new state in which `parts` replace the parts of their names.

        That is those of their types, and of the classes that a skill file had for them before it was loaded anew.
        """
        return DialogState(*{spec_of(type(item)).name: item for item in (*self, *parts)}.values())

    def __iter__(self) -> Iterator[object]:
        return iter(self._parts.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DialogState) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(frozenset(self._parts))

    def __repr__(self) -> str:
        return f"DialogState({', '.join(sorted(kind.__name__ for kind in self._parts))})"


@dataclass(frozen=True, slots=True)
class Conversation:
    """Everything one person and the bot said, and what was learnt. `id` reads channel:chat:thread:person.

    `outside`: the person allows parts of the bot to send it off this machine; looked up for each turn, never stored.
    """

    id: str
    turns: tuple[Turn, ...] = ()
    state: DialogState = field(default_factory=DialogState)
    outside: bool = False

    def add(self, turn: Turn) -> Conversation:
        return replace(self, turns=(*self.turns, turn))

    def knowing(self, *parts: object) -> Conversation:
        return replace(self, state=self.state.with_(*parts)) if parts else self

    def said(self, speaker: Speaker) -> tuple[str, ...]:
        """What `speaker` said, oldest first."""
        return tuple(turn.text for turn in self.turns if turn.speaker == speaker)


@dataclass(frozen=True, slots=True)
class Reply:
    """A proposal, or what goes out. `learnt` are parts to remember only if this reply is the one sent."""

    text: str
    skill: str
    score: float
    strategy: str | None = None
    learnt: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillResult:
    """What a skill adds to a turn: parts it learnt and replies it proposes. A skill never sends.

    A `notice` is no proposal: it stands before whatever is chosen, unless the guard speaks.
    """

    learnt: tuple[object, ...] = ()
    replies: tuple[Reply, ...] = ()
    notice: Reply | None = None


@dataclass(frozen=True, slots=True)
class Vectors:
    """One encoder pass over one conversation: `last` utterance and `context`, each (d,) float32 of length one.

    `tokens` are the states (t, d) of the last utterance's tokens on the way, where the encoder hands them out.
    """

    last: NDArray[np.float32]
    context: NDArray[np.float32]
    tokens: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """What a skill sees: the conversation up to the user's last words, the vectors, and what was learnt so far.

    When `hurried`, many people wait: a skill leaves out what costs much and adds little. Never so in an evaluation.
    `proposals` are what the skills propose, for slow responders alone, as they are asked after them.
    """

    conversation: Conversation
    vectors: Vectors | None
    now: datetime
    rng: random.Random
    hurried: bool = False
    proposals: tuple[Reply, ...] = ()

    @property
    def text(self) -> str:
        """The user's last words."""
        return self.conversation.turns[-1].text

    def get(self, kind: type[P]) -> P | None:
        return self.conversation.state.get(kind)

    def knowing(self, *parts: object) -> TurnView:
        return replace(self, conversation=self.conversation.knowing(*parts))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Danger in what was said: level 1 (unclear), 2 (present) or 3 (act first), and its kind.

    When `stopped`, the guard's answer is the only one. `minor`: the person said that they are under age. `third_party`:
    the danger is somebody else's. `unsafe_to_talk`: whoever hurts them may be near or read along. `referred`: the
    answer names a crisis line.
    """

    level: Literal[1, 2, 3]
    kind: str
    stopped: bool
    minor: bool = False
    third_party: bool = False
    unsafe_to_talk: bool = False
    referred: bool = False
