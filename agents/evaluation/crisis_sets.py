"""Lines written for this project to measure a crisis talk; each set is a .jsonl file in `sets/crisis`.

Who wrote them saw no pattern, no code and none of the lines that heads were trained on.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from agents.evaluation.care_sets import SETS, read

FOLDER = SETS / "crisis"


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to "Are you thinking about ending your life?"; `no`: it is no and nothing else. `how` it is given."""

    id: str
    text: str
    no: bool
    how: str


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first words of somebody in danger."""

    id: str
    text: str
    level: Literal[2, 3]
    kind: str


class Neutral(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What could be said in the middle of any talk."""

    id: str
    text: str


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said in a crisis, with its act: one of `skills.care.crisis_acts.ACTS`."""

    id: str
    text: str
    act: str


class Voice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Told of a voice or of something that cannot be, or (`voices` is false) of real people."""

    id: str
    text: str
    voices: bool


class Age(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which a grown-up would guess that the writer is under age, or an adult's with the same words."""

    id: str
    text: str
    young: bool


class Calm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What only sounds like danger, and why it is none."""

    id: str
    text: str
    why: str


class Retraction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What takes back what its writer said before, or only has the words of such."""

    id: str
    text: str
    takes_back: bool


def answers() -> tuple[Answer, ...]:
    return read(FOLDER / "answers.jsonl", Answer)


def openings() -> tuple[Opening, ...]:
    return read(FOLDER / "openings.jsonl", Opening)


def neutral() -> tuple[Neutral, ...]:
    return read(FOLDER / "neutral.jsonl", Neutral)


def acts() -> tuple[Told, ...]:
    return read(FOLDER / "acts.jsonl", Told)


def voices() -> tuple[Voice, ...]:
    return read(FOLDER / "voices.jsonl", Voice)


def ages() -> tuple[Age, ...]:
    return read(FOLDER / "young.jsonl", Age)


def calm() -> tuple[Calm, ...]:
    return read(FOLDER / "calm.jsonl", Calm)


def retractions() -> tuple[Retraction, ...]:
    return read(FOLDER / "retractions.jsonl", Retraction)
