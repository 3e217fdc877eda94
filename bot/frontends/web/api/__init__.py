"""The JSON API: for programs that bring people to the bot, each with a token of its own."""

from __future__ import annotations

from base64 import b64encode
from typing import Annotated, Any, get_args

from fastapi import APIRouter, HTTPException, Path, Query, Request
from starlette.responses import Response

from bot.dialog import EmotionState, StageState
from bot.errors import Postponed
from bot.frontends.menu.mood import Theme
from bot.frontends.web.api import messages
from bot.frontends.web.api.calls import MANY, WRONG, Known, Person, count, opened
from bot.frontends.web.api.shapes import Choice, Mood
from bot.frontends.web.api.understanding import agreed
from bot.frontends.web.draw import draw
from bot.frontends.web.room import room_of
from bot.store import Purpose

ABOUT = (
    "Every call carries `Authorization: Bearer TOKEN`; `attune token add NAME` makes one. A token sees its own people "
    "only. Name people by a code of your own, never by their name or address. Give each message an id of its own: sent "
    "again with the same id and words it is answered once, and you get the same answer. Show people what they talk "
    "with: a computer program, not a person or a clinician, that can't act in an emergency."
)
LATER = "The store can't be used just now. The wish is noted: all is erased as soon as that can be."
AGAIN = "The store can't be used just now. It is tried again until all is erased; to be sure, call again later."
DANGER = 2

Screen = Annotated[Theme, Query(description="The screen that the picture is drawn for.")]
Asked = Annotated[Purpose, Path(description="What is allowed or not; see `Choice`.")]

router = APIRouter(prefix="/api")
people = APIRouter(prefix="/v1/people/{person}", route_class=Known, responses=WRONG)  # type: ignore[arg-type]
people.include_router(messages.router)


@people.get("/mood", responses=MANY)
async def mood(request: Request, who: Person, theme: Screen = "light") -> Mood:
    """How the talk seemed, drawn for a light or a dark screen. In danger there is the text alone."""
    room = room_of(request)
    page = await opened(request, who, f"mood:{theme}")
    conversation = await room.sessions.known(who.conversation_id)
    if room.sessions.level(conversation) >= DANGER:
        return Mood(text=page.text)
    picture = b64encode(page.picture).decode() if page.picture else None
    if not await agreed(room, conversation):
        return Mood(text=page.text, picture=picture)
    emotion, stage = conversation.state.get(EmotionState), conversation.state.get(StageState)
    return Mood(
        text=page.text,
        emotion=emotion.label if emotion else None,
        intensity=emotion.intensity if emotion else None,
        stage=stage.stage.value if stage else None,
        picture=picture,
    )


@people.put("/consents/{purpose}", responses=MANY)
async def consent(request: Request, who: Person, purpose: Asked, choice: Choice) -> dict[Purpose, bool]:
    """Note what a person has allowed, or taken back, and get all four; each is off until it is given.

    `research` and `understanding` stay off for somebody who said that they are under age, and `outside` where nothing
    would be sent.
    """
    room, answer = room_of(request), "yes" if choice.given else "no"
    await opened(request, who, f"consent:{purpose}:{answer}")
    allowed = await room.sessions.allowed(who.person)
    return {purpose: purpose in allowed for purpose in get_args(Purpose)}


@people.get("", responses=MANY)
async def export(request: Request, who: Person) -> dict[str, Any]:
    """Everything that is kept of a person."""
    count(request, who)
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
    count(request, who)
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
