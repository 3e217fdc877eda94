"""What people think of replies: one rating of each scale a reply, which can be changed and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import delete, func, select

from bot.errors import StoreError
from bot.store.tables import rating, turn
from bot.store.transaction import Transaction

Scale = Literal["stars", "thumbs"]
SCALES: Mapping[Scale, tuple[int, ...]] = {"stars": (1, 2, 3, 4, 5), "thumbs": (-1, 1)}
"""The values of each scale: a thumb is 1 up or -1 down."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A `value` of a `scale`. Raises StoreError for one that the scale has not."""

    value: int
    scale: Scale = "stars"

    def __post_init__(self) -> None:
        if self.value not in SCALES[self.scale]:
            values = ", ".join(map(str, SCALES[self.scale]))
            raise StoreError(f"{self.scale} are one of {values}, not {self.value}")


def rate(tx: Transaction, conversation_id: str, given: Rating, at: datetime, number: int | None) -> bool:
    """Note a rating of the reply that is turn `number`, else of the newest. False when there is no such reply."""
    number = _reply(tx, conversation_id, number)
    if number is None:
        return False
    key = {"conversation_id": conversation_id, "number": number, "scale": given.scale}
    tx.put(rating, [key | {"value": given.value, "at": at}])
    return True


def take_back(tx: Transaction, conversation_id: str, scale: Scale, number: int | None) -> bool:
    """Erase the rating of a reply, by default of the newest. False when there is none."""
    same = (rating.c.conversation_id == conversation_id) & (rating.c.scale == scale)
    number = _reply(tx, conversation_id, number)
    return tx.execute(delete(rating).where(same, rating.c.number == number)).rowcount == 1


def of(tx: Transaction, conversation_id: str) -> dict[int, tuple[Rating, ...]]:
    """The ratings of each reply that has any, by the number of its turn."""
    found: dict[int, tuple[Rating, ...]] = {}
    query = select(rating).where(rating.c.conversation_id == conversation_id).order_by(rating.c.number, rating.c.scale)
    for row in tx.rows(query):
        if row.scale in SCALES and row.value in SCALES[row.scale]:  # what is damaged is no rating
            found[row.number] = (*found.get(row.number, ()), Rating(row.value, row.scale))
    return found


def counts(tx: Transaction) -> list[tuple[date, str, int, int]]:
    """How often each value was given: (day, scale, value, count), oldest first."""
    day = func.date(rating.c.at)  # a text in SQLite
    what = (day, rating.c.scale, rating.c.value)
    found = tx.rows(select(*what, func.count()).group_by(*what).order_by(*what))
    return [(date.fromisoformat(str(when)), scale, value, count) for when, scale, value, count in map(tuple, found)]


def _reply(tx: Transaction, conversation_id: str, number: int | None) -> int | None:
    replies = (turn.c.conversation_id == conversation_id) & (turn.c.speaker == "bot")
    if number is not None:
        replies &= turn.c.number == number
    newest: int | None = tx.execute(select(func.max(turn.c.number)).where(replies)).scalar_one()
    return newest
