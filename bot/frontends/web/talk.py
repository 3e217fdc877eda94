"""A conversation as the page shows it: what is stored, what waits for an answer, which answers are unconfirmed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.dialog import Speaker
from bot.engine import NOT_KEPT
from bot.phrases import say
from bot.store import Store

SHOWN = 400
"""Turns of a long talk that the page begins with; the export has them all."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one of the two said. `id` is the outbox's own of an answer that no page has confirmed."""

    speaker: Speaker
    text: str
    at: datetime | None = None
    id: int | None = None


async def lines(store: Store, conversation_id: str) -> list[Line]:
    """The talk, oldest first. Words that were not kept are said to be so."""
    standing = await store.standing(conversation_id)
    waiting = [Line("user", row.text) for row in standing.waiting]
    said = [Line(turn.speaker, _shown(turn.text), turn.at) for turn in standing.loaded.conversation.turns[-SHOWN:]]
    unconfirmed = {row.id: row.text for row in standing.unsent}
    return [*_numbered(said, unconfirmed), *waiting]


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
