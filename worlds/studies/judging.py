"""What is judged, by kind of study: ratings (Rashkin et al. 2019), a choice, a ranking (Xie & Pu 2021), chats.

Replies are shown under letters, in an order drawn for participant and item; what is kept stands in the item's own
order, so that no figure depends on what was shown first.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, assert_never, get_args

import msgspec

from agents.verdicts.item import Item
from bot.errors import StudyError
from worlds.studies import pre_chat
from worlds.studies.codebook import BESIDE
from worlds.studies.pre_chat import Before
from worlds.studies.study import BEFORE, BESIDE_TALKS, COMPARE, Loaded

Mark = Literal["good", "okay", "bad"]
MARKS: tuple[Mark, ...] = get_args(Mark)
Tie = Literal["equal", "neither"]
TIES: tuple[Tie, ...] = get_args(Tie)
LETTERS = "ABCDEFGH"


class Rating(msgspec.Struct, frozen=True, tag="rating"):
    """By question, a point of its scale for each judged reply."""

    points: dict[str, tuple[int, ...]]


class Choice(msgspec.Struct, frozen=True, tag="ab"):
    """The preferred one of two replies, 0 or 1; or a tie."""

    preferred: int | None = None
    tie: Tie | None = None


class Ranking(msgspec.Struct, frozen=True, tag="ranking"):
    """Each judged reply put into good, okay or bad."""

    marks: tuple[Mark, ...]


class Compared(msgspec.Struct, frozen=True, tag="compare"):
    """By question, the choice between two talks: those with both bots (Liu et al. 2021, section 6.4), or two that

    somebody read (Li et al. 2019).
    """

    choices: dict[str, Choice]


class Labelled(msgspec.Struct, frozen=True, tag="annotation"):
    """A label of the codebook; or none of them, or unsure (`worlds.studies.codebook`)."""

    label: str


Given = Rating | Choice | Ranking | Compared | Labelled | Before


class Judgement(msgspec.Struct, frozen=True):
    """One item judged. `id` is made by whoever judges: the same one twice is one judgement. `seconds` were taken."""

    id: str
    item: str
    given: Given
    seconds: float


def order(loaded: Loaded, participant: str, item: Item) -> tuple[int, ...]:
    """The places of the judged replies as they are shown to a participant, by seed."""
    key = "\0".join((loaded.name, str(loaded.study.seed), participant, item.id))
    places = list(loaded.shown(item))
    random.Random(hashlib.sha256(key.encode()).digest()).shuffle(places)
    return tuple(places)


def talks_of(loaded: Loaded, participant: str) -> list[str]:
    """The talks of a chat in the order of a participant, drawn by seed; a survey first, a comparison last, if any."""
    names = [item.id for item in loaded.items]
    if COMPARE not in names:
        return names
    talks = [name for name in names if name not in BESIDE_TALKS]
    drawn = order(loaded, participant, loaded.item(COMPARE))
    return [*(name for name in names if name == BEFORE), *(talks[place] for place in drawn), COMPARE]


def read(loaded: Loaded, item: Item, shown: Sequence[int], form: Mapping[str, str]) -> Given:
    """What a form says. Raises StudyError that names the reply and what may be said of it."""
    study, places = loaded.study, loaded.shown(item)
    letters = {place: LETTERS[at] for at, place in enumerate(shown)}
    match study.kind:
        case "chat" if item.id == BEFORE:
            return pre_chat.read(form)
        case "chat" | "acute" if loaded.compares(item):
            by_letter, ties = {letter.lower(): places.index(place) for place, letter in letters.items()}, study.ties
            asked_both = [one.name for one in study.compare]
            return Compared({name: _choice(form.get(name, ""), by_letter, ties, f"{name}: ") for name in asked_both})
        case "rating" | "chat":
            asked = study.question
            told = {place: [_point(form, letters[place], one.name, one.points) for one in asked] for place in shown}
            return Rating({one.name: tuple(told[place][at] for place in places) for at, one in enumerate(asked)})
        case "ab" | "seeker_supporter" | "wizard_of_oz":
            by_letter = {letter.lower(): places.index(place) for place, letter in letters.items()}
            return _choice(form.get("choice", ""), by_letter, study.ties)
        case "ranking":
            marks = {place: _mark(form, letters[place]) for place in shown}
            return Ranking(tuple(marks[place] for place in places))
        case "annotation":
            return _label(loaded, form)
        case _:
            raise StudyError("nothing is judged in a collection of talks")


def written(loaded: Loaded, item: Item, shown: Sequence[int], given: Given) -> dict[str, str]:
    """The form that says this: what `read` reads."""
    places = loaded.shown(item)
    letters = {place: LETTERS[at] for at, place in enumerate(shown)}
    match given:
        case Rating(points):
            return {
                f"{letters[place]}.{name}": str(each[at])
                for name, each in points.items()
                for at, place in enumerate(places)
            }
        case Choice():
            return {"choice": _told(given, [letters[place] for place in places])}
        case Compared(choices):
            return {name: _told(one, [letters[place] for place in places]) for name, one in choices.items()}
        case Ranking(marks):
            return {letters[place]: mark for place, mark in zip(places, marks, strict=True)}
        case Labelled(label):
            return {"label": label}
        case Before():
            return pre_chat.written(given)
        case _:
            assert_never(given)


def best(given: Given) -> frozenset[int] | None:
    """The judged replies that nothing was put above, by their number; None of a tie between all."""
    match given:
        case Labelled() | Before():
            return None
        case Compared(choices):
            won = Counter(one.preferred for one in choices.values() if one.preferred is not None)
            return frozenset({won.most_common(1)[0][0]}) if won[0] != won[1] else None
        case Choice(preferred):
            return None if preferred is None else frozenset({preferred})
        case Ranking(marks):
            top = min(MARKS.index(mark) for mark in marks)
            found = frozenset(at for at, mark in enumerate(marks) if MARKS.index(mark) == top)
            return None if len(found) == len(marks) else found
        case Rating(points):
            sums = [sum(each) for each in zip(*points.values(), strict=True)]
            found = frozenset(at for at, total in enumerate(sums) if total == max(sums))
            return None if len(found) == len(sums) else found
        case _:
            assert_never(given)


def earns(given: Given, gold: int) -> bool:
    """Whether the reply that people wrote was preferred, or put into good or okay."""
    if isinstance(given, Ranking):
        return given.marks[gold] != "bad"
    found = best(given)
    return found is not None and gold in found


def answer(given: Given, places: Sequence[int]) -> tuple[str, ...]:
    """Everything that was answered, in a row, to see whether it is always the same button.

    `places` are those of the replies as they were shown (`order`): who always prefers one contestant presses A as often
    as B. Without them a preference says nothing.
    """
    match given:
        case Rating(points):
            return tuple(str(point) for each in points.values() for point in each)
        case Choice(preferred, tie):
            return _pressed(Choice(preferred, tie), places)
        case Ranking(marks):
            return marks
        case Compared(choices):
            return tuple(each for one in choices.values() for each in _pressed(one, places))
        case Labelled(label):
            return (label,)
        case Before():
            return ()
        case _:
            assert_never(given)


def _pressed(choice: Choice, places: Sequence[int]) -> tuple[str, ...]:
    if choice.preferred is None:
        return (choice.tie or "",)
    return (LETTERS[places.index(choice.preferred)],) if choice.preferred in places else ()


def _point(form: Mapping[str, str], letter: str, question: str, points: int) -> int:
    value = form.get(f"{letter}.{question}", "")
    if value not in map(str, range(1, points + 1)):
        raise StudyError(f"reply {letter}, {question}: choose a point from 1 to {points}")
    return int(value)


def _told(given: Choice, letters: Sequence[str]) -> str:
    return given.tie or letters[given.preferred or 0].lower()


def _choice(value: str, letters: Mapping[str, int], ties: bool, what: str = "") -> Choice:
    for tie in TIES if ties else ():
        if value == tie:
            return Choice(tie=tie)
    if value not in letters:
        named = ", ".join(letter.upper() for letter in sorted(letters))
        raise StudyError(f"{what}choose one of {named}{', equal and neither' if ties else ''}")
    return Choice(letters[value])


def _label(loaded: Loaded, form: Mapping[str, str]) -> Labelled:
    value = form.get("label", "")
    if value not in {*(one.name for one in loaded.codebook), *BESIDE}:
        raise StudyError("choose one label, or say that none fits or that you cannot tell")
    return Labelled(value)


def _mark(form: Mapping[str, str], letter: str) -> Mark:
    for mark in MARKS:
        if form.get(letter) == mark:
            return mark
    raise StudyError(f"reply {letter}: put it into {', '.join(MARKS)}")
