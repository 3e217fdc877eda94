"""The pages people see: the talk, the menu's pages, a file to take away. All work without a script."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any
from uuid import uuid4

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from bot.errors import StoreError
from bot.frontends.door import HELLO
from bot.frontends.menu import COMMANDS, Page
from bot.frontends.menu.care import care_of
from bot.frontends.menu.mood import Theme
from bot.frontends.web.admission import TOO_MANY, Refusal, admitted
from bot.frontends.web.draw import draw
from bot.frontends.web.lines import countries, directory
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.security import Visitor, newcomer
from bot.frontends.web.talk import lines
from bot.limits import EMERGENCY
from bot.phrases import mark, say
from bot.sessions import UNKEPT, utc_now
from bot.text import clean

router = APIRouter(include_in_schema=False)

LOOKS = ("start", "help", "mood", "feedback", "country", "privacy", "export", "forget", "reset")
"""What may be opened by a link, as it changes nothing; the rest is done by a form."""
ACTION, FIELD = 60, 200
"""Most characters of an action, and of a word typed beside it."""

UNUSABLE = mark(
    "What is kept here can't be read just now. Please try again a little later. If you or somebody near you is in "
    "danger, please call your local emergency number now."
)

Text = Annotated[str, Form()]


@router.get("/")
async def talk(request: Request) -> Response:
    """The talk so far, and where to write."""
    room = room_of(request)
    visitor = room.visitor(request)
    try:
        said = await lines(room.store, visitor.conversation_id)
        welcome = None if said else await room.menu.open(visitor.conversation_id, "start")
    except StoreError:  # whoever is in danger must be able to write all the same
        said, welcome = [], Page(f"{say(HELLO)} {say(UNKEPT)}")
    return _page(room, visitor, "talk.html", lines=said, welcome=welcome, event=uuid4().hex)


@router.get("/talk")
async def talk_again(request: Request) -> Response:
    """The same as data, for a page that may have missed something."""
    room = room_of(request)
    visitor = room.visitor(request)
    said = [] if visitor.new else await lines(room.store, visitor.conversation_id)
    return JSONResponse({"lines": [{"speaker": line.speaker, "text": line.text, "id": line.id} for line in said]})


@router.post("/say")
async def say_by_form(
    request: Request, text: Text = "", event: Text = "", got: Text = "", token: Text = ""
) -> Response:
    """A message without a script: the page comes back with the answer. `got` are the answers it has shown."""
    room = room_of(request)
    visitor = room.visitor(request)
    if refusal := _foreign(room, request, visitor, token):
        return refusal
    text, key = clean(text), visitor.conversation_id
    taken = await admitted(room, visitor, text, address=room.address(request))
    if isinstance(taken, Refusal):
        return _notice(room, visitor, taken.words, taken.status)
    with suppress(StoreError):  # else they come once more
        for answer in await room.sessions.unsent(key):
            if str(answer.id) in got.split():
                await room.sessions.sent(answer)
    answer = await room.sessions.say(key, taken, event[:64] or uuid4().hex)
    if not answer.kept:
        return _notice(room, visitor, answer.text, 503)
    room.hub.tell(key, {"kind": "changed"})
    return RedirectResponse("/#write", 303)


@router.get("/menu/{name}")
async def look(request: Request, name: str) -> Response:
    """A page of the menu."""
    room = room_of(request)
    visitor = room.visitor(request)
    if name not in LOOKS:
        return _notice(room, visitor, say("There is no such page."), 404)
    return _menu(room, visitor, name, await _opened(room, request, visitor, name))


@router.post("/menu")
async def act(request: Request, action: Text = "", typed: Text = "", token: Text = "") -> Response:
    """A button of the menu. `typed` is what stands in the field beside it."""
    room = room_of(request)
    visitor = room.visitor(request)
    if refusal := _foreign(room, request, visitor, token):
        return refusal
    if not action.isascii() or not 0 < len(action) <= ACTION:
        return _notice(room, visitor, say("There is no such page."), 404)
    typed = clean(typed)[:FIELD]
    page = await _opened(room, request, visitor, f"{action} {typed}" if typed else action)
    if action == "forget:yes" and not (page.refused or page.failed):
        return _forgotten(room, visitor, page)
    room.hub.tell(visitor.conversation_id, {"kind": "changed"})
    return _menu(room, visitor, action, page)


@router.get("/export")
async def export(request: Request) -> Response:
    """Everything that is kept of a person, as a file."""
    room = room_of(request)
    visitor = room.visitor(request)
    page = await _opened(room, request, visitor, "export")
    if visitor.new or page.file is None:
        return _menu(room, visitor, "export", page)
    name, content = page.file
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/json", headers=headers)


@router.get("/lines")
async def crisis_lines(request: Request, country: Annotated[str, Query(alias="in", max_length=20)] = "") -> Response:
    """Whom to call: nothing of it is noted."""
    room = room_of(request)
    visitor = room.visitor(request)
    conversation = await room.sessions.known_now(visitor.conversation_id)
    code = country or (care_of(conversation).country if conversation else None)
    held = countries(utc_now().date())
    return _page(
        room,
        visitor,
        "lines.html",
        chosen=next((one for one in held if one.code == code), None),
        countries=held,
        directory=directory(),
        emergency=say(EMERGENCY),
    )


@router.get("/mood.png")
async def mood(request: Request, theme: Theme = "light") -> Response:
    """The picture of the page `mood`; its words stand there too."""
    room = room_of(request)
    page = await _opened(room, request, room.visitor(request), f"mood:{theme}")
    if page.picture is None:
        return Response(status_code=TOO_MANY if page.refused else 404)
    return Response(page.picture, media_type="image/png")


def failed(request: Request, status: int) -> Response:
    """For a request that came to nothing."""
    room = room_of(request)
    found = {404: say("There is no such page."), 405: say("That can't be done here."), 503: say(UNUSABLE)}
    return _notice(
        room, room.visitor(request), found.get(status, say("Something about that request was wrong.")), status
    )


def _foreign(room: Room, request: Request, visitor: Visitor, token: str) -> Response | None:
    """An answer for a form that is not from one of our pages, or from one of somebody else's visit."""
    if room.is_ours(request) and not visitor.new and room.keys.is_form_token(visitor, token):
        return None
    why = say("This page was open for too long, or its cookie is gone. Please go back to the talk and try once more.")
    return _notice(room, visitor, why, 403)


async def _opened(room: Room, request: Request, visitor: Visitor, action: str) -> Page:
    return await room.menu.open(visitor.conversation_id, action, address=room.address(request))


def _menu(room: Room, visitor: Visitor, action: str, page: Page) -> Response:
    if page.refused:
        return _notice(room, visitor, page.text, TOO_MANY)
    # The picture has an address of its own, as pages may hold none; it changes with its content.
    picture = f"/mood.png?{hashlib.sha256(page.picture).hexdigest()[:12]}" if page.picture else ""
    return _page(room, visitor, "menu.html", page=page, name=action.partition(":")[0], picture=picture)


def _forgotten(room: Room, visitor: Visitor, page: Page) -> Response:
    """The person is gone, so whoever sits there is somebody new, in every page and in the browser's storage too."""
    room.hub.erase(visitor.conversation_id)
    fresh = newcomer()
    response = _page(room, fresh, "menu.html", page=page, name="forgotten", picture="")
    response.headers["clear-site-data"] = '"cache", "storage"'
    return response


def _notice(room: Room, visitor: Visitor, text: str, status: int) -> Response:
    return _page(room, visitor, "menu.html", status, page=Page(text), name="notice", picture="")


def _page(room: Room, visitor: Visitor, template: str, status: int = 200, **values: Any) -> Response:
    commands: Sequence[str] = [command.name for command in COMMANDS]
    response = draw(
        template,
        status,
        settings=room.settings,
        token=room.keys.form_token(visitor),
        mark=room.keys.mark(visitor),
        commands=commands,
        **values,
    )
    room.keys.remember(response, visitor)
    return response
