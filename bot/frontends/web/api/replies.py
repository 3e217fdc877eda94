"""What a program may do with an answer that was given: rate it for the person, ask for another in its place."""

from __future__ import annotations

from typing import Annotated

from fastapi import HTTPException
from fastapi import Path as InPath

from bot.dialog import declined
from bot.frontends.web.api.shapes import HEARD, Rated, Ratings, Stars, Thumb
from bot.frontends.web.room import Room
from bot.replacing import MOST
from bot.store import Rating, Scale
from bot.store.ratings import SCALES

UP, DOWN = 1, -1
UNKNOWN = "There is no message of that id."
UNANSWERED = "That message has no answer yet."
GONE = "The answer to that message is no part of the talk: it was taken back, erased, replaced, or never became one."

SINCE = "This answer stays: another message was said since."
DANGER = "This answer stays: these words, or the talk as it stands, are about danger."
DECLINED = "This answer stays: three others to the same words were declined."
NOTED = "This answer stays: it can't be taken back any more, as something else was noted since."
NOTHING = "This answer stays: there is nothing else to say here."

MessageId = Annotated[
    str, InPath(pattern=HEARD, description="The id that you gave the message, or that it has in the talk.")
]


async def turn_of(room: Room, key: str, message: str) -> int:
    """The number of the reply to a message. 404 where there is no such message, 409 where it has no reply."""
    heard = await room.store.heard(key, message)
    if heard is None:
        raise HTTPException(404, UNKNOWN)
    if heard.answer is None:
        raise HTTPException(409, UNANSWERED)
    if heard.answer.turn is None:
        raise HTTPException(409, GONE)
    return heard.answer.turn


async def why_it_stays(room: Room, key: str, turn: int) -> str:
    """In words, after no other answer could be made in the place of the one that is turn number `turn`."""
    standing = await room.store.standing(key)
    talk = standing.loaded.conversation
    if turn >= len(talk.turns):
        return GONE
    if turn < len(talk.turns) - 1:
        return SINCE
    if room.sessions.level(talk) or turn - 1 in standing.dangers:
        return DANGER
    if not standing.undoable:
        return NOTED
    return DECLINED if len(declined(talk, turn - 1).replies) >= MOST else NOTHING


async def rate(room: Room, key: str, message: str, given: Rated) -> Ratings:
    """Note a rating of the reply to a message, beside one of the other scale; returns what it has now."""
    turn = await turn_of(room, key, message)
    if not await room.sessions.rate(key, _rating(given), turn):
        raise HTTPException(409, GONE)
    return ratings((await room.store.standing(key)).ratings.get(turn, ()))


async def take_back(room: Room, key: str, message: str) -> None:
    """Erase what the reply to a message was rated."""
    turn = await turn_of(room, key, message)
    for scale in SCALES:
        await room.sessions.take_back_rating(key, scale, turn)


def ratings(found: tuple[Rating, ...]) -> Ratings:
    """Ratings as the API has them."""
    value: dict[Scale, int] = {rating.scale: rating.value for rating in found}
    thumb = value.get("thumbs")
    return Ratings(thumb=None if thumb is None else "up" if thumb == UP else "down", stars=value.get("stars"))


def _rating(given: Thumb | Stars) -> Rating:
    if isinstance(given, Stars):
        return Rating(given.stars)
    return Rating(UP if given.thumb == "up" else DOWN, "thumbs")
