"""`serve`: the page, the socket and the API behind uvicorn, inside a loop that is somebody else's."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from bot.errors import Forgotten, StoreError
from bot.frontends.connections import Gate, http, ws
from bot.frontends.menu import Menu
from bot.frontends.quiet import quiet
from bot.frontends.web import api, forms, health, pages, socket
from bot.frontends.web.api.refusals import refusal_of
from bot.frontends.web.hub import Hub
from bot.frontends.web.room import Room
from bot.frontends.web.security import CHANNEL, Keys
from bot.frontends.web.settings import Settings, read_secret
from bot.frontends.web.shield import Shield
from bot.limits import Limits
from bot.ports import bind
from bot.sessions import Sessions
from bot.store import Store

log = logging.getLogger(__name__)

FOR_A_PAGE = 2
"""Connections that an address may have for each page: one stays open, others come and go."""
STATIC = Path(__file__).parent / "static"
LIBRARIES = ("uvicorn", "websockets", "fastapi", "starlette", "multipart", "python_multipart")


class Guest(uvicorn.Server):
    """A server that leaves the process's signals to whoever runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(
    settings: Settings,
    sessions: Sessions,
    store: Store,
    stop: asyncio.Event,
    *,
    limits: Limits | None = None,
    listening: Callable[[int], object] = lambda port: None,
) -> None:
    """Keep the door open until `stop` is set; turns in flight are finished and given to their pages first.

    `listening` is told the port once anybody can come in.
    """
    with contextlib.closing(bind("doors.web.port", settings.host, settings.port)) as held, quiet(LIBRARIES):
        port = held.getsockname()[1]
        room = furnish(settings, sessions, store, port, limits)
        server = Guest(_config(room))
        running = asyncio.create_task(server.serve([held]))
        left = asyncio.create_task(_answer_what_was_left(sessions))
        stopped = asyncio.create_task(stop.wait())
        try:
            while not (server.started or running.done()):
                await asyncio.sleep(0.01)
            log.info("listening on %s", settings.origin or f"http://{settings.host}:{port}")
            listening(port)
            await asyncio.wait([running, stopped], return_when=asyncio.FIRST_COMPLETED)
            await room.hub.settle(settings.settle)
        finally:
            for task in (left, stopped):
                task.cancel()
            server.should_exit = True
            await running


def furnish(settings: Settings, sessions: Sessions, store: Store, port: int, limits: Limits | None = None) -> Room:
    """Everything the pages need, for a door at `port`."""
    menu = Menu(sessions, limits=limits)
    asks = menu.asks if settings.ask_stars else None
    return Room(
        settings=settings,
        sessions=sessions,
        store=store,
        menu=menu,
        hub=Hub(sessions, store, tabs=settings.tabs, neighbours=settings.neighbours, asks=asks),
        keys=Keys(read_secret(settings), secure=settings.secure, days=settings.remember_days),
        origins=settings.origins(port),
        proxies=settings.networks(),
        limits=limits,
    )


def application(room: Room) -> Shield:
    """The whole door as an ASGI application."""
    app = FastAPI(
        title=f"{room.settings.name}: JSON API",
        version="1",
        description=api.ABOUT,
        docs_url=None,  # theirs come from a CDN
        redoc_url=None,
        openapi_url="/api/openapi.json" if room.settings.api else None,
    )
    app.state.room = room
    for part in (pages, forms, socket, health, *([api] if room.settings.api else [])):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(StoreError, _unusable)
    app.add_exception_handler(RequestValidationError, _malformed)
    return Shield(app, origins=room.origins, secure=room.settings.secure, largest=room.settings.largest)


def _config(room: Room) -> uvicorn.Config:
    gate = Gate(each=room.settings.neighbours * FOR_A_PAGE, proxies=room.proxies)
    return uvicorn.Config(
        application(room),
        http=http(gate),
        ws=ws(gate),
        ws_max_size=room.settings.largest,
        ws_per_message_deflate=False,  # compressed, lengths would tell of secrets and small frames could swell
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # read by ourselves, and only behind a proxy that the bot file names
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
    )


async def _answer_what_was_left(sessions: Sessions) -> None:
    """Answer what a process before this one was told and could not answer; the pages fetch it when they open."""
    try:
        await sessions.unsent(f"{CHANNEL}:")
    except Exception as error:
        log.error("what was left could not be answered: %s", type(error).__name__)


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 400
    if request.url.path.startswith("/api/"):
        words = error.detail if isinstance(error, HTTPException) else "The request cannot be read."
        headers = error.headers if isinstance(error, HTTPException) else None
        return JSONResponse({"detail": words}, status, headers)
    return pages.failed(request, status)


async def _unusable(request: Request, error: Exception) -> Response:
    """The store fails, or what was asked about is there no more."""
    if not isinstance(error, Forgotten):
        log.error("a page or call came to nothing: %s", error)
    return await _refused(request, refusal_of(error))


async def _malformed(request: Request, error: Exception) -> Response:
    """What is wrong with a request, without repeating what was sent."""
    if not request.url.path.startswith("/api/"):
        return pages.failed(request, 422)
    found = error.errors() if isinstance(error, RequestValidationError) else []
    return JSONResponse({"detail": [{"where": list(map(str, one["loc"])), "what": one["msg"]} for one in found]}, 422)
