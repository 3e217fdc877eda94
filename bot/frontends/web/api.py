"""The JSON API: for programs that bring people to the bot, each with a token of its own."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi import Path as InPath
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from bot.dialog import EmotionState, StageState
from bot.drafts import Show
from bot.errors import Postponed, StoreError
from bot.frontends.menu import Page
from bot.frontends.web import events
from bot.frontends.web.admission import TOO_MANY, Refusal, admitted
from bot.frontends.web.draw import draw
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.security import Visitor
from bot.frontends.web.shapes import Answered, Choice, Mood, Said, Talk, Turn
from bot.sessions import Answer
from bot.store import Purpose
from bot.text import clean

ABOUT = (
    "Every call carries `Authorization: Bearer TOKEN`; `attune token add NAME` makes one. A token sees its own people "
    "only. Name people by a code of your own, never by their name or address. A message has an id that you choose: "
    "sent again with the same id it is answered once, and you get the same answer. Show people what they talk with: a "
    "computer program, not a person or a clinician, that can't act in an emergency."
)
WRONG = {401: {"description": "No token, or none of ours"}, 422: {"description": "The call cannot be read"}}
MANY: dict[int | str, dict[str, Any]] = {429: {"description": "Too many; in words"}}
LATER = "The store can't be used just now. The wish is noted: all is erased as soon as that can be."
AGAIN = "The store can't be used just now. It is tried again until all is erased; to be sure, call again later."
DANGER = 2
MOST = 400

_bearer = HTTPBearer(auto_error=False, description="A token made with `attune token add NAME`.")


class Known(APIRoute):
    """Looks at the token before anything else of a call is read: the framework would read the body first."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def known(request: Request) -> Response:
            request.state.token = await _token_of(request)
            return await handle(request)

        return known


router = APIRouter(prefix="/api")
people = APIRouter(prefix="/v1/people/{person}", route_class=Known, responses=WRONG)  # type: ignore[arg-type]


async def _token_of(request: Request) -> str:
    """The name of the token that a call carries."""
    credentials = await _bearer(request)
    name = await room_of(request).store.tokens.check(credentials.credentials) if credentials else None
    if name is None:
        raise HTTPException(401, "This needs a token: Authorization: Bearer TOKEN.", {"WWW-Authenticate": "Bearer"})
    return name


async def somebody(
    request: Request,
    _: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    person: Annotated[str, InPath(pattern="^[A-Za-z0-9._@-]{1,64}$", description="Your code for a person.")],
) -> Visitor:
    """The person of a call. The slash keeps them apart from those of other tokens and of the page."""
    return Visitor(f"{request.state.token}/{person}")


Person = Annotated[Visitor, Depends(somebody)]


@people.post(
    "/messages",
    response_model=Answered,
    response_model_exclude_none=True,
    responses={
        200: {"content": {events.MEDIA: {"schema": {"type": "string"}, "example": events.EXAMPLE}}},
        409: {"description": "Erased before it was answered"},
        413: {"description": "Too long; in words"},
        **MANY,
    },
)
async def say(request: Request, who: Person, said: Said) -> Answered | Response:
    """Say something to the bot, and get its answer.

    With `Accept: text/event-stream` it comes as server-sent events: `draft` with the sentences that are written so
    far, where a slow model writes, all of them each time; then `answer` with what comes without events, which may
    differ from the drafts; or `error` with `status` and `detail`. Comments keep the line open. Who hangs up gets the
    answer by sending the message again.
    """
    room = room_of(request)
    taken = await admitted(room, who, clean(said.text), token=request.state.token)
    if isinstance(taken, Refusal):
        raise HTTPException(taken.status, taken.words)

    async def answer(draft: Show | None = None) -> Answered:
        return await _told(room, await room.sessions.say(who.conversation_id, taken, said.id, draft))

    return events.streamed(room.hub, answer) if events.wanted(request) else await answer()


@people.get("/messages")
async def read(request: Request, who: Person) -> Talk:
    """The conversation so far."""
    room = room_of(request)
    conversation = await room.sessions.known(who.conversation_id)
    turns = [Turn(speaker=turn.speaker, text=turn.text, at=turn.at) for turn in conversation.turns[-MOST:]]
    return Talk(turns=turns, level=room.sessions.level(conversation))


@people.get("/mood", responses=MANY)
async def mood(request: Request, who: Person) -> Mood:
    """How the talk seemed. In danger there is nothing to see: something else matters then."""
    room = room_of(request)
    page = await _opened(request, who, "mood")
    conversation = await room.sessions.known(who.conversation_id)
    if room.sessions.level(conversation) >= DANGER:
        return Mood(text=page.text)
    emotion, stage = conversation.state.get(EmotionState), conversation.state.get(StageState)
    return Mood(
        text=page.text,
        emotion=emotion.label if emotion else None,
        intensity=emotion.intensity if emotion else None,
        stage=stage.stage.value if stage else None,
        picture=b64encode(page.picture).decode() if page.picture else None,
    )


@people.put("/consents/{purpose}", responses=MANY)
async def consent(request: Request, who: Person, purpose: Purpose, choice: Choice) -> dict[Purpose, bool]:
    """Note what a person has allowed, or taken back, and get all three; each is off until it is given.

    Research stays off for somebody who said that they are under age.
    """
    room, answer = room_of(request), "yes" if choice.given else "no"
    await _opened(request, who, f"consent:{purpose}:{answer}")
    found = await room.store.people.consents(who.person)
    return {purpose: purpose in found and found[purpose].given for purpose in get_args(Purpose)}


@people.get("", responses=MANY)
async def export(request: Request, who: Person) -> dict[str, Any]:
    """Everything that is kept of a person."""
    _count(request, who)
    return await room_of(request).store.people.export(who.person)


@people.delete(
    "",
    status_code=204,
    responses=MANY
    | {
        202: {"description": "Noted: erased as soon as the store works"},
        503: {"description": "Tried until it is erased, as long as this program runs: call again"},
    },
)
async def forget(request: Request, who: Person) -> Response:
    """Erase everything that is kept of a person. It cannot be undone."""
    _count(request, who)
    try:
        await room_of(request).sessions.forget_person(who.person)
    except Postponed as wish:
        raise HTTPException(202 if wish.lasting else 503, LATER if wish.lasting else AGAIN) from None
    return Response(status_code=204)


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """This API in words, from its own description and this server alone."""
    room, schema = room_of(request), request.app.openapi()
    calls = [
        {"method": method.upper(), "path": path} | call
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    shapes = {name: shape for name, shape in schema["components"]["schemas"].items() if "Validation" not in name}
    return draw("api.html", settings=room.settings, schema=schema, calls=calls, shapes=shapes)


router.include_router(people)


async def _opened(request: Request, who: Visitor, action: str) -> Page:
    """A page of the menu."""
    page = await room_of(request).menu.open(who.conversation_id, action, token=request.state.token)
    if page.refused:
        raise HTTPException(TOO_MANY, page.text)
    return page


def _count(request: Request, who: Visitor) -> None:
    """What the menu would count, for a call that does without its pages."""
    limits = room_of(request).limits
    if limits and (refusal := limits.admit_menu(who.person, token=request.state.token)):
        raise HTTPException(TOO_MANY, refusal)


async def _confirm_before(room: Room, key: str, number: int) -> None:
    """Whoever sends the next message has read the answers before it."""
    with suppress(StoreError):
        for answer in await room.sessions.unsent(key):
            if answer.id < number:
                await room.sessions.sent(answer)


async def _told(room: Room, answer: Answer) -> Answered:
    if answer.kept:
        await _confirm_before(room, answer.conversation_id, answer.id)
    return Answered(id=answer.id, text=answer.text, level=await _level(room, answer), kept=answer.kept)


async def _level(room: Room, answer: Answer) -> int:
    """The level the talk is at; while the store fails, as far as the answer itself tells."""
    conversation = await room.sessions.known_now(answer.conversation_id) if answer.kept else None
    if conversation is None and answer.step:
        conversation = answer.step.conversation
    return room.sessions.level(conversation) if conversation else 0
