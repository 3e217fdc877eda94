"""What is learnt before a first talk: sub-tasks with a definition, an example and a quiz, which is the exam.

Liu et al. (2021, section 3.2) taught supporters three stages and eight strategies; 425 of 5,449 applicants passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from agents.verdicts.item import Candidate, Item
from bot.config import CONFIGS
from bot.errors import StudyError
from bot.toml import read_toml

FOLDER = CONFIGS / "studies" / "lessons"
SUPPORTER = "supporter"
"""What supporters learn where their study names nothing else."""
TRAINING, OPTION = "training", "option"
"""What the items of a training are called as talks, and what can be chosen as replies."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[[lesson]]: `right` is the place of the right one of `options`, `because` why."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z_]{0,39}$")]
    title: str
    text: str
    example: tuple[str, ...]
    question: str
    options: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=8)]
    right: Annotated[int, msgspec.Meta(ge=0)]
    because: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: Annotated[tuple[Lesson, ...], msgspec.Meta(min_length=1)]


def read(path: Path) -> tuple[Lesson, ...]:
    """The lessons of a file. Raises StudyError with what is wrong."""
    lessons = read_toml(path, _File, StudyError).lesson
    for one in lessons:
        if one.right >= len(one.options):
            raise StudyError(f"{path}: lesson {one.name}: right = {one.right}, but it has {len(one.options)} options")
    if len({one.name for one in lessons}) < len(lessons):
        raise StudyError(f"{path}: two lessons have one name")
    return lessons


def find(folder: Path, named: str) -> Path:
    """A file beside a study, or by its name one that comes with Attune."""
    return folder / named if named.endswith(".toml") else FOLDER / f"{named}.toml"


def items(lessons: Sequence[Lesson]) -> tuple[Item, ...]:
    """The lessons as items of a study, whose replies are the options."""
    return tuple(
        Item(one.name, TRAINING, (), tuple(Candidate(text, OPTION) for text in one.options)) for one in lessons
    )
