"""Where a conversation stands in danger, without a word of what was said, and what a new visit keeps of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.parts import part

VISIT = timedelta(hours=3)
"""Away for so long, and the next words begin a new visit."""
CHECK_IN = timedelta(hours=72)
"""How long after danger a new visit may begin with asking about it; later, the skills answer again."""

LATELY = 10
"""The person's turns after the guard spoke for which what is said is heard with more care."""
LINES_AGAIN = 6
"""The person's turns after which lines may be shown once more, unasked."""
ASK_AGAIN = 3
"""The person's turns before passive words are answered with the direct question a second time, and for which a question
still has an answer."""
PLAIN = 2
"""The level at which safety told unasked counts, where the danger was no guess; else it is asked about first."""


RECENT = 4
"""Of about so many utterances what was told is remembered."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the danger tracker made of the utterances since danger was first heard: their mean, (h,), nothing at first.

    `many`: of how many, RECENT at most, after which what is older fades.
    """

    told: tuple[float, ...] = ()
    many: int = 0

    def then(self, told: Sequence[float]) -> Evidence:
        """With what one more utterance tells, (h,)."""
        many = min(self.many + 1, RECENT)
        before = self.told or (0.0,) * len(told)
        return Evidence(tuple(round(old + (new - old) / many, 4) for old, new in zip(before, told, strict=True)), many)


@part("care", version=1)
@dataclass(frozen=True, slots=True)
class CareState:
    """Text-free. `lines_shown` and `answered` count the person's turns since then; `step` is what was asked last.

    `safe`, `company` and `asked` are what the person has said: that they are safe, that somebody is with them, that
    they asked the one they worry about. What was said is not asked again. `at` is their last turn, `danger_at` the last
    in which danger was found, until it was asked about. `minor` stays, and is kept also where there is no danger: such
    a talk is not for research. `unsafe_to_talk` lasts until they say that they can write. `unsure`: the level comes
    from the danger classifier alone, which may have misheard, or from a pattern in a talk that sounds calm to it.
    `unanswered`: how often a direct question got no plain answer.
    `young`: what was said sounds like somebody under age, who has not said so. `last`: the moment answered last.
    `helped`: they have said that help was called, or is there; `there`: that it is there.
    `shrugs`: vague answers running, while the talk half sounded like danger. `language`: the code of the language that
    the person writes in, "" for English. `evidence`: of what they told, numbers for the danger tracker, and no word.
    """

    level: int = 0
    kind: str = ""
    country: str | None = None
    lines_shown: int | None = None
    step: str = ""
    at: datetime | None = None
    safe: bool = False
    calm: int = 0
    answered: int | None = None
    told: int = 0
    believed: bool = False
    minor: bool = False
    asked: bool = False
    company: bool = False
    danger_at: datetime | None = None
    unsafe_to_talk: bool = False
    unsure: bool = False
    unanswered: int = 0
    young: bool = False
    last: str = ""
    helped: bool = False
    there: bool = False
    shrugs: int = 0
    language: str = ""
    evidence: Evidence = Evidence()

    @property
    def lately(self) -> bool:
        """Danger stands, or the guard spoke of it not long ago, and nobody said plainly that there is none."""
        spoken = self.answered is not None and self.answered <= LATELY
        return self.level > 0 or (spoken and not self.believed)


@dataclass(frozen=True, slots=True)
class Move:
    """The state after a turn and what to say: a moment of `skills.care.moments`, or "" for nothing."""

    state: CareState
    moment: str = ""


def resumed(state: CareState) -> CareState:
    """A stopped talk goes on at level 1: what was guessed is taken back, or asked about once more."""
    return replace(state, level=1, safe=False, calm=0, told=0, unanswered=0)


def let_go(state: CareState) -> CareState:
    """Nobody is in danger; what they say from now on is heard as anybody's, neither with more care nor with less."""
    return replace(state, step="", level=0, safe=False, calm=0, unanswered=0, answered=None)


def returned(state: CareState, now: datetime) -> CareState:
    """The state at the start of a turn: after a while away, what was said and asked is of the last visit."""
    if state.at is None or not is_new_visit(state, now):
        return state
    fresh = replace(
        state,
        step="",
        safe=False,
        calm=0,
        company=False,
        unsafe_to_talk=False,
        believed=False,
        unanswered=0,
        last="",
        helped=False,
        there=False,
        shrugs=0,
        evidence=Evidence(),
    )
    late = state.level >= 2 and now - state.at > CHECK_IN
    return replace(fresh, level=1, lines_shown=None) if late else fresh


def is_new_visit(state: CareState, now: datetime) -> bool:
    """Whether the person was away for so long that a new visit begins."""
    return state.at is not None and now - state.at >= VISIT


def comes_back(state: CareState, now: datetime) -> bool:
    """Whether there was danger not long ago that has not been asked about since."""
    return state.danger_at is not None and now - state.danger_at <= CHECK_IN
