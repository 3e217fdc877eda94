"""The pre-chat survey of a chat (Liu et al. 2021, section 3.2): a problem, a feeling, how strong it is, and whose time.

What happened is told to the bots, behind their guards, and not on this page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from bot.errors import StudyError
from worlds.studies.support import EMOTIONS, EXPERIENCES, PROBLEMS

INTENSITY = "intensity"
"""The name of the question before the talks that is asked again after each, as a [[question]] of that name."""
POINTS = ("1", "2", "3", "4", "5")
ASKED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "problem": ("What is it about?", PROBLEMS),
    "emotion": ("Which feeling is the strongest?", EMOTIONS),
    INTENSITY: ("How strong is it now, from 1, slight, to 5, very strong?", POINTS),
    "experience": ("Is it something that you live through now, or did before?", EXPERIENCES),
}
"""The questions, by the name of each in a form, and what may be answered."""


class Before(msgspec.Struct, frozen=True, tag="before"):
    """What somebody answered before the first talk."""

    problem: str
    emotion: str
    intensity: Annotated[int, msgspec.Meta(ge=1, le=5)]
    experience: str


def read(form: Mapping[str, str]) -> Before:
    """Raises StudyError that names the question and what may be said."""
    problem, emotion, intensity, experience = (chosen(form, name, options) for name, (_, options) in ASKED.items())
    return Before(problem, emotion, int(intensity), experience)


def written(before: Before) -> dict[str, str]:
    """The form that says this."""
    return {name: str(getattr(before, name)) for name in ASKED}


def chosen(form: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """One of the choices. Raises StudyError that names them."""
    value = form.get(name, "")
    if value not in choices:
        raise StudyError(f"{name}: choose one of {', '.join(choices)}")
    return value


def point(form: Mapping[str, str], name: str) -> int:
    """A point of a scale from 1 to 5."""
    value = form.get(name, "")
    if value not in POINTS:
        raise StudyError(f"{name}: choose a point from 1 to 5")
    return int(value)
