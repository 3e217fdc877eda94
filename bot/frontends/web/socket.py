"""The WebSocket of the chat page: a few kinds of small JSON objects, read strictly.

page   {"kind": "say", "id": its own id of the message, "text": ...}   until {"kind": "kept", "id": ...}; with
         "replaces": a turn's number, it is a correction, answered in the place of the exchange that ended there
       {"kind": "again", "id": ..., "turn": ...}                       another answer in the place of that one
       {"kind": "rate", "action": "thumb:3:up" or "stars:4"}           {"kind": "rated", ...} for every page
       {"kind": "stars"}                                               ask, or a notice
       {"kind": "got", "id": the answer's id}                          until then it comes again with the next page
       {"kind": "ping"}                                                {"kind": "pong"}
door   kept, refused (id, text), said (id, text, replaces: from another page),
       writing, draft (text), reply (id, text, to: the
       message's id, turn, open: whether it may be rated and replaced, again: whether by another answer, danger: whether
       it answers danger), answered, taken (from: the turns from this
       number on are gone), same (text: no other answer), rated (turn, thumb or stars, text), ask (text, buttons),
       notice (text), changed (the talk is no longer what the page shows), erased, pong
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bot.errors import StoreError
from bot.frontends.web.admission import Refusal, admitted, full
from bot.frontends.web.hub import Hub, Tab
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.security import Visitor
from bot.frontends.web.thumbs import RATES, ask, rate
from bot.phrases import say
from bot.text import clean
from bot.turns import UNKEPT

router = APIRouter()

STRANGE, FOREIGN, NOBODY, CROWDED, AWAY = 1007, 4403, 4401, 4429, 1012
MISTAKES = 8
"""Frames that make no sense, after which a page is closed."""

Id = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9-]+$")]
Place = Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
"""The number of a reply among the turns of a talk."""


class Say(msgspec.Struct, tag_field="kind", tag="say", frozen=True):
    """A message. `id` is the page's own."""

    id: Id
    text: str
    replaces: Place | None = None


class Again(msgspec.Struct, tag_field="kind", tag="again", frozen=True):
    """Another answer, please."""

    id: Id
    turn: Place


class Rate(msgspec.Struct, tag_field="kind", tag="rate", frozen=True):
    """What somebody thinks of an answer."""

    action: Annotated[str, msgspec.Meta(max_length=30, pattern=f"^(?:{RATES.pattern})$")]


class Stars(msgspec.Struct, tag_field="kind", tag="stars", frozen=True):
    """The newest answer is to be rated by stars."""


class Got(msgspec.Struct, tag_field="kind", tag="got", frozen=True):
    """An answer is on the screen."""

    id: Annotated[int, msgspec.Meta(ge=0, lt=2**62)]


class Ping(msgspec.Struct, tag_field="kind", tag="ping", frozen=True):
    """Is anybody there?"""


Frames = Say | Again | Rate | Stars | Got | Ping
_decoder: msgspec.json.Decoder[Frames] = msgspec.json.Decoder(Frames)


@router.websocket("/socket")
async def socket(websocket: WebSocket) -> None:
    """One open page."""
    room = room_of(websocket)
    visitor = room.visitor(websocket)
    # Accepted first: a browser shows its page no reason for a handshake that is refused.
    await websocket.accept()
    if reason := _refusal(room, websocket, visitor):
        await websocket.close(reason)
        return
    tab = room.hub.enter(visitor.conversation_id, room.address(websocket))
    if tab is None:
        await websocket.close(CROWDED)
        return
    writing = asyncio.create_task(_write(websocket, tab))
    try:
        await room.hub.bring(tab)
        await _read(websocket, room, visitor, tab)
    finally:
        room.hub.leave(tab)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing


def _refusal(room: Room, websocket: WebSocket, visitor: Visitor) -> int | None:
    if not room.is_ours(websocket, must_say=True):
        return FOREIGN
    if visitor.new:
        return NOBODY
    return AWAY if room.hub.closing else None


async def _write(websocket: WebSocket, tab: Tab) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it went away: what it has not confirmed stays in the outbox
        while (frame := await tab.frames.get()) is not None:
            await websocket.send_text(msgspec.json.encode(frame).decode())
        await websocket.close(AWAY)


async def _read(websocket: WebSocket, room: Room, visitor: Visitor, tab: Tab) -> None:
    mistakes = 0
    while mistakes < MISTAKES:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        try:
            frame = _decoder.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            mistakes += 1
            continue
        if isinstance(frame, Say):
            await _hear(frame, room, visitor, tab)
        elif isinstance(frame, Got):
            await room.hub.confirm(tab.conversation_id, frame.id)
        elif isinstance(frame, Again):
            _again(frame, room, visitor, tab)
        elif isinstance(frame, Rate | Stars):
            await _rate(frame, room, tab)
        else:
            tab.tell({"kind": "pong"})
    if websocket.application_state is WebSocketState.CONNECTED:
        await websocket.close(STRANGE)


async def _hear(frame: Say, room: Room, visitor: Visitor, tab: Tab) -> None:
    """Acknowledged only when it is in the inbox. Not acknowledged and not refused, the page keeps it and asks again."""
    hub: Hub = room.hub
    if hub.closing:
        return
    text = await admitted(room, visitor, clean(frame.text), address=tab.address)
    if isinstance(text, Refusal):
        tab.tell({"kind": "refused", "id": frame.id, "text": text.words})
        return
    if words := await hub.hear(tab.conversation_id, text, frame.id, frame.replaces):
        tab.tell({"kind": "refused", "id": frame.id, "text": words})
        return
    tab.tell({"kind": "kept", "id": frame.id})
    said = {"kind": "said", "id": frame.id, "text": text, "replaces": frame.replaces}
    hub.tell(tab.conversation_id, said, but=tab)


def _again(frame: Again, room: Room, visitor: Visitor, tab: Tab) -> None:
    if room.hub.closing:
        return
    if words := full(room, visitor, tab.address):
        tab.tell({"kind": "same", "text": words})
    else:
        room.hub.again(tab.conversation_id, frame.turn, frame.id)


async def _rate(frame: Rate | Stars, room: Room, tab: Tab) -> None:
    try:
        await (rate(room, tab, frame.action) if isinstance(frame, Rate) else ask(room, tab))
    except StoreError:
        tab.tell({"kind": "notice", "text": say(UNKEPT)})
