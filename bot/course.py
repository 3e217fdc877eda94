"""How a talk went, exchange by exchange, without a word of it: for /mood, for the web page, for a person's own eyes.

The engine appends what the skills understood; the person may say that it was otherwise, and their word counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.dialog import Conversation, EmotionState, StageState, SupportStage
from bot.parts import part

KEPT = 60
"""Exchanges that are remembered; those before them are forgotten."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What seemed to be at the turn of `at`. `own` names what the person said themselves: "emotion", "intensity"."""

    at: datetime
    emotion: str | None = None
    intensity: float | None = None
    stage: SupportStage | None = None
    strategy: str | None = None
    own: tuple[str, ...] = ()


@part("course", version=1)
@dataclass(frozen=True, slots=True)
class Course:
    """Oldest first. Where the guard alone answered, nothing is guessed: only the time stands there."""

    exchanges: tuple[Exchange, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """The person's own word on the exchange of `at`. `emotion`: "" where no word fits, None where nothing was said."""

    at: datetime
    emotion: str | None = None
    intensity: int | None = None


@part("corrections", version=1)
@dataclass(frozen=True, slots=True)
class Corrections:
    """Kept apart from the course: a turn and a tap at the same time do not overwrite each other."""

    made: tuple[Correction, ...] = ()


def appended(conversation: Conversation, now: datetime, strategy: str | None, *, stopped: bool) -> Course:
    """The course with the exchange that is being closed."""
    before = conversation.state.get(Course) or Course()
    emotion, stage = conversation.state.get(EmotionState), conversation.state.get(StageState)
    if stopped:
        new = Exchange(now)
    else:
        new = Exchange(
            now,
            emotion.label if emotion else None,
            round(emotion.intensity, 2) if emotion else None,
            stage.stage if stage else None,
            strategy,
        )
    return Course((*_alive(before.exchanges, conversation), new)[-KEPT:])


def course_of(conversation: Conversation) -> tuple[Exchange, ...]:
    """Oldest first, the person's own word in place of a guess, without what was taken back."""
    own = {made.at: made for made in (conversation.state.get(Corrections) or Corrections()).made}
    found = _alive((conversation.state.get(Course) or Course()).exchanges, conversation)
    return tuple(_corrected(exchange, own.get(exchange.at)) for exchange in found)


def corrected(conversation: Conversation, *, emotion: str | None = None, intensity: int | None = None) -> Corrections:
    """The corrections with the person's word on the latest exchange; what is None stays as it was."""
    made = (conversation.state.get(Corrections) or Corrections()).made
    at = course_of(conversation)[-1].at
    now = next((one for one in made if one.at == at), Correction(at))
    now = replace(
        now,
        emotion=now.emotion if emotion is None else emotion,
        intensity=now.intensity if intensity is None else intensity,
    )
    return Corrections((*(one for one in made if one.at != at), now)[-KEPT:])


def runs(values: Sequence[str | None]) -> list[tuple[int, int, str]]:
    """Stretches of the same value, as (first, last, value); None belongs to no stretch."""
    found: list[tuple[int, int, str]] = []
    for place, value in enumerate(values):
        if value and found and found[-1][1:] == (place - 1, value):
            found[-1] = (found[-1][0], place, value)
        elif value:
            found.append((place, place, value))
    return found


def _alive(exchanges: Sequence[Exchange], conversation: Conversation) -> tuple[Exchange, ...]:
    """Those whose turns still stand: /undo and /reset take turns away."""
    times = {turn.at for turn in conversation.turns}
    return tuple(exchange for exchange in exchanges if exchange.at in times)


def _corrected(exchange: Exchange, own: Correction | None) -> Exchange:
    if own is None:
        return exchange
    said: tuple[tuple[str, object], ...] = (("emotion", own.emotion), ("intensity", own.intensity))
    named = tuple(name for name, value in said if value is not None)
    return replace(
        exchange,
        emotion=exchange.emotion if own.emotion is None else own.emotion or None,
        intensity=exchange.intensity if own.intensity is None else float(own.intensity),
        own=named,
    )
