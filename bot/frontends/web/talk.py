"""A conversation as the page shows it: what is stored, what waits for an answer, which answers are unconfirmed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.dialog import Speaker
from bot.phrases import say
from bot.sessions import Sessions
from bot.step import NOT_KEPT, STOPS
from bot.store.rows import Standing

SHOWN = 400
"""Turns of a long talk that the page begins with; the export has them all."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one of the two said. `id` is the outbox's own of an answer that no page has confirmed.

    `turn` is its place in the talk, None where it is no turn. A reply may be `ratable`, and then has a `thumb` (1,
    -1) and `stars`, each 0 where none were given; the newest one, and the words before it, may be `changeable`,
    and it `renewable` by another answer. Under an answer to `danger` stands where crisis lines are.
    """

    speaker: Speaker
    text: str
    at: datetime | None = None
    id: int | None = None
    turn: int | None = None
    ratable: bool = False
    thumb: int = 0
    stars: int = 0
    changeable: bool = False
    renewable: bool = False
    danger: bool = False


async def lines(sessions: Sessions, conversation_id: str) -> list[Line]:
    """The talk, oldest first. Words that were not kept are said to be so."""
    return lines_of(await sessions.store.standing(conversation_id), sessions)


def lines_of(standing: Standing, sessions: Sessions) -> list[Line]:
    talk = standing.loaded.conversation
    said = _said(standing, sessions.changeable(standing), calm=sessions.level(talk) == 0)
    if said and said[-1].changeable and not sessions.exhausted(talk):
        said[-1] = replace(said[-1], renewable=True)
    unconfirmed = {row.id: row.text for row in standing.unsent}
    waiting = [Line("user", row.text) for row in standing.waiting if row.text]
    return [*_numbered(said[-SHOWN:], unconfirmed), *waiting]


def _said(standing: Standing, changeable: int | None, *, calm: bool) -> list[Line]:
    """The turns. Nobody is asked what they think of an answer where danger stands, nor of what the guard said in it."""
    found: list[Line] = []
    for place, turn in enumerate(standing.loaded.conversation.turns):
        given = {rating.scale: rating.value for rating in standing.ratings.get(place, ())}
        line = Line(
            turn.speaker,
            _shown(turn.text),
            turn.at,
            turn=place,
            ratable=calm and turn.speaker == "bot" and place - 1 not in standing.dangers,
            thumb=given.get("thumbs", 0),
            stars=given.get("stars", 0),
            changeable=changeable is not None and place in (changeable - 1, changeable),
            danger=turn.speaker == "bot" and standing.dangers.get(place - 1, 0) >= STOPS,
        )
        found.append(line)
    return found


def _numbered(said: list[Line], unconfirmed: dict[int, str]) -> list[Line]:
    """Give each unconfirmed answer's number to its turn, newest first; one that is no turn stands at the end."""
    left, numbers = dict(unconfirmed), list[int | None]()
    for line in reversed(said):
        same = [number for number, text in left.items() if text == line.text and line.speaker == "bot"]
        numbers.append(max(same, default=None))
        if same:
            del left[max(same)]
    known = [replace(line, id=number) for line, number in zip(said, reversed(numbers), strict=True)]
    return [*known, *(Line("bot", text, id=number) for number, text in sorted(left.items()))]


def _shown(text: str) -> str:
    return say("(These words were read and answered, but not kept.)") if text == NOT_KEPT else text
