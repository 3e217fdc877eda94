"""For whoever watches the process: is it alive, and can it serve?"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from bot.errors import BotError
from bot.frontends.web.room import room_of

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def alive() -> Response:
    """The loop turns."""
    return PlainTextResponse("ok")


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def ready(request: Request) -> Response:
    """A message could be kept, there is an engine, and the door isn't closing."""
    room = room_of(request)
    if room.hub.closing:
        return PlainTextResponse("closing", 503)
    if not room.sessions.ready:
        return PlainTextResponse("the engine is being started", 503)
    try:
        await room.store.check()
    except BotError:
        return PlainTextResponse("the database cannot be used", 503)
    return PlainTextResponse("ready")
