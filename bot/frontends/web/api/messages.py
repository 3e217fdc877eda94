"""Calls about messages: to say something, to get another answer, to rate one, to read the talk."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from bot.drafts import Show
from bot.errors import Reused, StoreError
from bot.frontends.web.admission import Refusal, admitted
from bot.frontends.web.api import events, ids, replies
from bot.frontends.web.api.calls import MANY, Known, Person, count
from bot.frontends.web.api.replies import MessageId
from bot.frontends.web.api.shapes import Again, Answered, Rated, Ratings, Said, Talk, Turn
from bot.frontends.web.api.understanding import understood
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.security import Visitor
from bot.text import clean
from bot.turns import Answer

RATING: dict[int | str, dict[str, Any]] = {
    404: {"description": replies.UNKNOWN},
    409: {"description": "No answer to rate; in words"},
    **MANY,
}
MOST = 400

router = APIRouter(prefix="/messages", route_class=Known)


@router.post(
    "",
    response_model=Answered,
    response_model_exclude_none=True,
    responses={
        **events.DESCRIBED,
        409: {"description": "The id is another message's, or the answer was taken back or erased; in words"},
        413: {"description": "Too long; in words"},
        422: {"description": "The call cannot be read, or its message is a /command; in words"},
        **MANY,
    },
)
async def say(request: Request, who: Person, said: Said) -> Answered | Response:
    """Say something to the bot, and get its answer.

    With `Accept: text/event-stream` it comes as server-sent events: `draft` with the sentences that are written so
    far, where a slow model writes, all of them each time; then `answer` with what comes without events, which may
    differ from the drafts; or `error` with `status` and `detail`. Comments keep the line open. Who hangs up gets the
    answer by sending the message again.

    Sent again with the same id and words it is answered once. Other words under the same id are refused, unless they
    speak of danger: these are answered as a message of their own, whose id is the given one with a number (`1~2`).
    """
    room = room_of(request)
    taken = await _admitted(request, who, clean(said.text))

    async def answer(draft: Show | None = None) -> Answered:
        return await _told(room, await ids.answered(room, who.conversation_id, said.id, taken, draft))

    return events.streamed(room.hub, answer) if events.wanted(request) else await answer()


@router.post(
    "/{id}/again",
    response_model=Answered,
    response_model_exclude_none=True,
    responses={
        **events.DESCRIBED,
        404: {"description": replies.UNKNOWN},
        409: {"description": "It stays as it is; in words"},
        **MANY,
    },
)
async def again(request: Request, who: Person, id: MessageId, wish: Again) -> Answered | Response:
    """Get another answer to the newest message, in the place of the one it has, which goes with its rating.

    The new one belongs to the id of the wish. It stays as it is where another message was said since, three were
    declined, nothing else is left to say, or anything was about danger. Events as for a message.
    """
    room, key = room_of(request), who.conversation_id
    await _admitted(request, who, "")
    # Sent again, the wish has its answer, though the answer that it was about is gone.
    came = await room.store.heard(key, wish.id)
    turn = 0 if came else await replies.turn_of(room, key, id)

    async def answer(draft: Show | None = None) -> Answered:
        try:
            found = await room.sessions.again(key, turn, wish.id, draft, compare=True)
        except Reused:
            raise HTTPException(409, ids.REUSED) from None
        if found is None:
            raise HTTPException(409, await replies.why_it_stays(room, key, turn))
        return await _told(room, ids.standing(found))

    return events.streamed(room.hub, answer) if events.wanted(request) else await answer()


@router.put("/{id}/rating", response_model_exclude_none=True, responses=RATING)
async def rate(request: Request, who: Person, id: MessageId, given: Rated) -> Ratings:
    """Note what the person thinks of the answer to a message: a thumb or stars; one of each can stand.

    It is taken in danger too, though nobody should be asked for it then.
    """
    count(request, who)
    return await replies.rate(room_of(request), who.conversation_id, id, given)


@router.delete("/{id}/rating", status_code=204, responses=RATING)
async def unrate(request: Request, who: Person, id: MessageId) -> Response:
    """Take back what the answer to a message was rated."""
    count(request, who)
    await replies.take_back(room_of(request), who.conversation_id, id)
    return Response(status_code=204)


@router.get("", response_model_exclude_none=True)
async def read(request: Request, who: Person) -> Talk:
    """The conversation so far."""
    room, key = room_of(request), who.conversation_id
    standing, ids = await room.store.standing(key), await room.store.events(key)
    rated = {number: replies.ratings(found) for number, found in standing.ratings.items()}
    turns = [
        Turn(speaker=turn.speaker, text=turn.text, at=turn.at, id=ids.get(number), rating=rated.get(number))
        for number, turn in enumerate(standing.loaded.conversation.turns)
    ]
    return Talk(turns=turns[-MOST:], level=room.sessions.level(standing.loaded.conversation))


async def _admitted(request: Request, who: Visitor, text: str) -> str:
    """The message as it is taken."""
    taken = await admitted(room_of(request), who, text, token=request.state.token)
    if isinstance(taken, Refusal):
        raise HTTPException(taken.status, taken.words)
    return taken


async def _confirm_before(room: Room, key: str, number: int) -> None:
    """Whoever sends the next message has read the answers before it."""
    with suppress(StoreError):
        for answer in await room.sessions.unsent(key):
            if answer.id < number:
                await room.sessions.sent(answer)


async def _told(room: Room, answer: Answer) -> Answered:
    if answer.kept:
        await _confirm_before(room, answer.conversation_id, answer.id)
    known = await understood(room, answer)
    return Answered(id=answer.id, text=answer.text, level=await _level(room, answer), kept=answer.kept, **dict(known))


async def _level(room: Room, answer: Answer) -> int:
    """The level the talk is at; while the store fails, as far as the answer itself tells."""
    conversation = await room.sessions.known_now(answer.conversation_id) if answer.kept else None
    if conversation is None and answer.step:
        conversation = answer.step.conversation
    return room.sessions.level(conversation) if conversation else 0
