"""The forms of the talk, for who has no script: words, other words, another answer. The page comes back with it."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from bot.errors import StoreError
from bot.frontends import commands
from bot.frontends.web import pages
from bot.frontends.web.admission import TOO_MANY, Refusal, admitted, full
from bot.frontends.web.hub import SAME
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.whole import foreign, notice
from bot.phrases import say
from bot.text import clean

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]
Turn = Annotated[int | None, Form(ge=1, lt=2**31)]


@router.post("/say")
async def say_by_form(  # noqa: PLR0917  # a form's fields
    request: Request, text: Text = "", event: Text = "", got: Text = "", token: Text = "", replaces: Turn = None
) -> Response:
    """A message. `got` are the answers that the page has shown; it `replaces` the last one where it is a correction."""
    room = room_of(request)
    visitor = room.visitor(request)
    if refusal := foreign(room, request, visitor, token):
        return refusal
    text, key = clean(text), visitor.conversation_id
    asked = commands.command(text)
    if asked and asked.name in commands.NAMES and not asked.words:
        return await _menu(request, asked.name, token)
    taken = await admitted(room, visitor, text, address=room.address(request))
    if isinstance(taken, Refusal):
        return notice(room, visitor, taken.words, taken.status)
    await _confirm(room, key, got)
    answer = await room.sessions.say(key, taken, event[:64] or uuid4().hex, replaces=replaces)
    if not answer.kept:
        return notice(room, visitor, answer.text, 503)
    room.hub.tell(key, {"kind": "changed"})
    return RedirectResponse("/#write", 303)


@router.post("/again")
async def again_by_form(request: Request, turn: Turn = None, event: Text = "", token: Text = "") -> Response:
    """Another answer in the place of the newest, which is that turn; or a line that says there is none."""
    room = room_of(request)
    visitor = room.visitor(request)
    if refusal := foreign(room, request, visitor, token):
        return refusal
    if words := full(room, visitor, room.address(request)):
        return notice(room, visitor, words, TOO_MANY)
    key = visitor.conversation_id
    if turn is None or await room.sessions.again(key, turn, event[:64] or uuid4().hex) is None:
        return notice(room, visitor, say(SAME), 200)
    room.hub.tell(key, {"kind": "changed"})
    return RedirectResponse(f"/#turn-{turn}", 303)


async def _menu(request: Request, name: str, token: str) -> Response:
    """What a command written alone leads to: its page, or what its button in the menu does."""
    if name in pages.LOOKS:
        return RedirectResponse(f"/menu/{name}", 303)
    return await pages.act(request, action=name, token=token)


async def _confirm(room: Room, key: str, got: str) -> None:
    with suppress(StoreError):  # else they come once more
        for answer in await room.sessions.unsent(key):
            if str(answer.id) in got.split():
                await room.sessions.sent(answer)
