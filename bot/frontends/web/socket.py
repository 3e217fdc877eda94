"""The WebSocket of the chat page: a few kinds of small JSON objects, read strictly.

page   {"kind": "say", "id": its own id of the message, "text": ...}   until {"kind": "kept", "id": ...}
       {"kind": "got", "id": the answer's id}                          until then it comes again with the next page
       {"kind": "ping"}                                                {"kind": "pong"}
door   kept, refused (id, text), said (id, text: from another page), writing, draft (text), reply (id, text),
       answered, ask (text, buttons), notice (text), changed (the talk is no longer what the page shows), erased, pong
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bot.frontends.web.admission import Refusal, admitted
from bot.frontends.web.hub import Hub, Tab
from bot.frontends.web.room import Room, room_of
from bot.frontends.web.security import Visitor
from bot.text import clean

router = APIRouter()

STRANGE, FOREIGN, NOBODY, CROWDED, AWAY = 1007, 4403, 4401, 4429, 1012
MISTAKES = 8
"""Frames that make no sense, after which a page is closed."""

Id = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9-]+$")]


class Say(msgspec.Struct, tag_field="kind", tag="say", frozen=True):
    """A message. `id` is the page's own."""

    id: Id
    text: str


class Got(msgspec.Struct, tag_field="kind", tag="got", frozen=True):
    """An answer is on the screen."""

    id: Annotated[int, msgspec.Meta(ge=0, lt=2**62)]


class Ping(msgspec.Struct, tag_field="kind", tag="ping", frozen=True):
    """Is anybody there?"""


_decoder: msgspec.json.Decoder[Say | Got | Ping] = msgspec.json.Decoder(Say | Got | Ping)


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
    if words := await hub.hear(tab.conversation_id, text, frame.id):
        tab.tell({"kind": "refused", "id": frame.id, "text": words})
        return
    tab.tell({"kind": "kept", "id": frame.id})
    hub.tell(tab.conversation_id, {"kind": "said", "id": frame.id, "text": text}, but=tab)
