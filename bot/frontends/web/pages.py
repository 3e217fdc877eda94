"""The pages people see: the talk, the menu's pages, a file to take away. All work without a script."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from bot.errors import StoreError
from bot.frontends.console import hello
from bot.frontends.menu import Page
from bot.frontends.menu.care import care_of
from bot.frontends.menu.mood import Theme
from bot.frontends.web.admission import TOO_MANY
from bot.frontends.web.lines import countries, directory
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.security import Visitor, newcomer
from bot.frontends.web.talk import lines
from bot.frontends.web.thumbs import rated
from bot.frontends.web.whole import foreign, notice, page
from bot.limits import EMERGENCY
from bot.phrases import mark, say
from bot.sessions import utc_now
from bot.text import clean
from bot.turns import UNKEPT

log = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)

LOOKS = ("start", "help", "mood", "feedback", "country", "privacy", "export", "forget", "reset")
"""What may be opened by a link, as it changes nothing; the rest is done by a form."""
OF_A_LINE = ("speaker", "text", "id", "turn", "ratable", "thumb", "stars", "changeable", "renewable", "danger")
ACTION, FIELD = 60, 200
"""Most characters of an action, and of a word typed beside it."""
FEW = 10
"""A smaller count isn't told: where few people write, it could be told whose it is."""

UNUSABLE = mark(
    "What is kept here can't be read just now. Please try again a little later. If you or somebody near you is in "
    "danger, please call your local emergency number now."
)

Text = Annotated[str, Form()]


@router.get("/")
async def talk(request: Request, edit: Annotated[int | None, Query(ge=1, lt=2**31)] = None) -> Response:
    """The talk so far, and where to write; with `edit`, the words that are answered by that turn are to be changed."""
    room = room_of(request)
    visitor = room.visitor(request)
    try:
        said = await lines(room.sessions, visitor.conversation_id)
        welcome = None if said else await room.menu.open(visitor.conversation_id, "start")
    except StoreError:  # whoever is in danger must be able to write all the same
        said, welcome = [], Page(f"{hello(room.sessions.terms)} {say(UNKEPT)}")
    mine = next((line for line in said if edit and line.changeable and line.turn == edit - 1), None)
    words = room.sessions.terms.set_words
    welcome = _without(welcome, words) if welcome else None
    event = uuid4().hex
    return page(room, visitor, "talk.html", lines=said, welcome=welcome, event=event, mine=mine, set_words=words)


@router.get("/talk")
async def talk_again(request: Request) -> Response:
    """The same as data, for a page that may have missed something."""
    room = room_of(request)
    visitor = room.visitor(request)
    said = [] if visitor.new else await lines(room.sessions, visitor.conversation_id)
    return JSONResponse({"lines": [{name: getattr(line, name) for name in OF_A_LINE} for line in said]})


@router.get("/menu/{name}")
async def look(request: Request, name: str) -> Response:
    """A page of the menu."""
    room = room_of(request)
    visitor = room.visitor(request)
    if name not in LOOKS:
        return notice(room, visitor, say("There is no such page."), 404)
    return _menu(room, visitor, name, await _opened(room, request, visitor, name))


@router.post("/menu")
async def act(request: Request, action: Text = "", typed: Text = "", token: Text = "") -> Response:
    """A button of the menu. `typed` is what stands in the field beside it."""
    room = room_of(request)
    visitor = room.visitor(request)
    if refusal := foreign(room, request, visitor, token):
        return refusal
    if not action.isascii() or not 0 < len(action) <= ACTION:
        return notice(room, visitor, say("There is no such page."), 404)
    typed = clean(typed)[:FIELD]
    shown = await _opened(room, request, visitor, f"{action} {typed}" if typed else action)
    done = not (shown.refused or shown.failed or shown.buttons)
    if done and action == "forget:yes":
        return _forgotten(room, visitor, shown)
    room.hub.tell(visitor.conversation_id, {"kind": "changed"})
    if done and (reply := await rated(room, visitor.conversation_id, action)) is not None:
        return RedirectResponse(f"/#turn-{reply}", 303)
    return _menu(room, visitor, action, shown)


@router.get("/export")
async def export(request: Request) -> Response:
    """Everything that is kept of a person, as a file."""
    room = room_of(request)
    visitor = room.visitor(request)
    shown = await _opened(room, request, visitor, "export")
    if visitor.new or shown.file is None:
        return _menu(room, visitor, "export", shown)
    name, content = shown.file
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
    return page(
        room,
        visitor,
        "lines.html",
        chosen=next((one for one in held if one.code == code), None),
        countries=held,
        directory=directory(),
        emergency=say(EMERGENCY),
    )


@router.get("/protocol")
async def protocol(request: Request) -> Response:
    """What is done when somebody is in danger, the law that is followed, and how often people were pointed to help."""
    room = room_of(request)
    visitor = room.visitor(request)
    months: list[tuple[str, int]] | None = None
    try:
        counts: Counter[str] = Counter()
        for month, _, count in await room.store.people.referrals():
            counts[month] += count
        months = sorted(counts.items())
    except StoreError as error:  # what is done stands all the same
        log.warning("the counts of /protocol can't be read: %s", error)
    terms = room.sessions.terms
    return page(room, visitor, "protocol.html", regions=terms.regions, guarded=terms.guarded, months=months, few=FEW)


@router.get("/mood.png")
async def mood(request: Request, theme: Theme = "light") -> Response:
    """The picture of the page `mood`; its words stand there too."""
    room = room_of(request)
    shown = await _opened(room, request, room.visitor(request), f"mood:{theme}")
    if shown.picture is None:
        return Response(status_code=TOO_MANY if shown.refused else 404)
    return Response(shown.picture, media_type="image/png")


def failed(request: Request, status: int) -> Response:
    """For a request that came to nothing."""
    room = room_of(request)
    found = {404: say("There is no such page."), 405: say("That can't be done here."), 503: say(UNUSABLE)}
    return notice(
        room, room.visitor(request), found.get(status, say("Something about that request was wrong.")), status
    )


async def _opened(room: Room, request: Request, visitor: Visitor, action: str) -> Page:
    return await room.menu.open(visitor.conversation_id, action, address=room.address(request))


def _without(shown: Page, set_words: Sequence[str]) -> Page:
    """The welcome without what stands above it already, in larger letters."""
    text = shown.text
    for words in set_words:
        text = text.replace(f"\n{words}", "")
    return replace(shown, text=text)


def _menu(room: Room, visitor: Visitor, action: str, shown: Page) -> Response:
    if shown.refused:
        return notice(room, visitor, shown.text, TOO_MANY)
    # The picture has an address of its own, as pages may hold none; it changes with its content.
    picture = f"/mood.png?{hashlib.sha256(shown.picture).hexdigest()[:12]}" if shown.picture else ""
    return page(room, visitor, "menu.html", page=shown, name=action.partition(":")[0], picture=picture)


def _forgotten(room: Room, visitor: Visitor, shown: Page) -> Response:
    """The person is gone, so whoever sits there is somebody new, in every page and in the browser's storage too."""
    room.hub.erase(visitor.conversation_id)
    fresh = newcomer()
    response = page(room, fresh, "menu.html", page=shown, name="forgotten", picture="")
    response.headers["clear-site-data"] = '"cache", "storage"'
    return response
