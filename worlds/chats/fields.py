"""The questions of an item, one after the other: a form that is filled in by buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.verdicts.item import Item
from worlds.studies.judging import LETTERS, MARKS
from worlds.studies.pre_chat import ASKED
from worlds.studies.sections import Question
from worlds.studies.study import BEFORE, Loaded
from worlds.studies.wording import between_replies, between_talks


@dataclass(frozen=True, slots=True)
class Field:
    """A question of a form: its `name` there, and what may be said, as label and value; of the `reply` of a letter,

    or of all there are.
    """

    name: str
    text: str
    options: tuple[tuple[str, str], ...]
    reply: str = ""


def fields(loaded: Loaded, item: Item) -> tuple[Field, ...]:
    """What is asked about an item; of a chat that has no question about a talk, nothing."""
    study, letters = loaded.study, LETTERS[: len(loaded.shown(item))]
    match study.kind:
        case "chat" if item.id == BEFORE:
            return tuple(
                Field(name, text, tuple((option, option) for option in options))
                for name, (text, options) in ASKED.items()
            )
        case "chat" | "acute" if loaded.compares(item):
            return tuple(Field(one.name, one.text, between_talks(study, one)) for one in study.compare)
        case "chat":
            return tuple(_scale(one, letters, one.text) for one in study.question)
        case "rating":
            every = ((letter, one) for letter in letters for one in study.question)
            return tuple(_scale(one, letter, f"Reply {letter}: {one.text}") for letter, one in every)
        case "ranking":
            marks = tuple((mark, mark) for mark in MARKS)
            return tuple(Field(letter, f"Reply {letter} is:", marks, letter) for letter in letters)
        case _:
            return (Field("choice", study.prompt, between_replies(study)),)


def form(asked: Sequence[Field], answers: str) -> dict[str, str] | None:
    """What `worlds.studies.judging.read` reads, of a digit for each answer: the number of an option, from 0. None where

    there are more digits than questions, or greater ones than options.
    """
    if len(answers) > len(asked):
        return None
    told = list(zip(asked, map(int, answers), strict=False))
    if any(at >= len(field.options) for field, at in told):
        return None
    return {field.name: field.options[at][1] for field, at in told}


def label(field: Field, option: tuple[str, str], held: Mapping[str, str]) -> str:
    """An option as its button has it, with a mark where it was chosen before."""
    said, value = option
    return f"• {said}" if held.get(field.name) == value else said


def _scale(question: Question, letter: str, text: str) -> Field:
    points = tuple((str(point), str(point)) for point in range(1, question.points + 1))
    return Field(f"{letter}.{question.name}", f"{text}\n{_anchored(question)}", points, letter)


def _anchored(question: Question) -> str:
    """The points that have an anchor: the ends, and the middle where there is one."""
    first, *middle, last = question.anchors
    told = {1: first, question.points: last}
    if middle and question.points % 2:
        told[(question.points + 1) // 2] = middle[0]
    return " · ".join(f"{point} {told[point]}" for point in sorted(told))
