"""A route that Telegram brings updates to. It answers 200 only when what was said is in the inbox."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot, Update

from bot.errors import ConfigError
from bot.frontends.connections import Gate, files, http
from bot.frontends.telegram.polling import readable
from bot.ports import bind

log = logging.getLogger(__name__)

HEADER = "X-Telegram-Bot-Api-Secret-Token"
LARGEST = 1024 * 1024
"""Bytes of an update; the greatest that Telegram sends are far below."""
PATIENCE = 20.0
"""Seconds in which a request must have arrived."""
START_PATIENCE, GRACE = 10.0, 5


def secret_of(token: str) -> str:
    """What Telegram must say with every update. It follows from the bot's token, so that all processes know it."""
    return hmac.digest(token.encode(), b"webhook", "sha256").hex()


def application(path: str, bot: Bot, queue: asyncio.Queue[object], secret: str) -> Starlette:
    """One route; everything else is 404."""

    async def take(request: Request) -> Response:
        given = request.headers.get(HEADER, "")
        if not hmac.compare_digest(given.encode(), secret.encode()):
            return Response(status_code=403)
        body = await _body(request)
        if body is None:
            return Response(status_code=413)
        update = _update(body, bot)
        if update is None:
            return Response(status_code=400)
        try:
            await queue.put(update)
        except Exception as error:
            log.error("an update was not kept, and will come again: %s", type(error).__name__)
            return Response(status_code=503)
        return Response()

    return Starlette(routes=[Route(path, take, methods=["POST"])])


async def _body(request: Request) -> bytes | None:
    """All of it, or None when it is too large or does not come."""
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(body)


def _update(body: bytes, bot: Bot) -> Update | None:
    """The update, an empty one where the library can't read it, None where it is none at all."""
    try:
        found = readable(json.loads(body))
    except (ValueError, RecursionError):
        return None
    return Update.de_json(found, bot) if found else None


@asynccontextmanager
async def listening(host: str, port: int, app: Starlette) -> AsyncIterator[asyncio.Task[None]]:
    """Serve until the block ends; requests under way are answered first. Raises ConfigError when the port is taken."""
    place = bind("doors.telegram.webhook_port", host, port)
    settings = uvicorn.Config(
        app,
        http=http(Gate(each=files())),  # Telegram, or the proxy that passes it on, is one address
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = _Server(settings)
    serving = asyncio.create_task(server.serve([place]))
    try:
        async with asyncio.timeout(START_PATIENCE):
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
        yield serving
    finally:
        server.should_exit = True
        await asyncio.wait([serving])
        place.close()


class _Server(uvicorn.Server):
    """Leaves the signals to whoever runs the doors."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def path_of(url: str) -> str:
    """The route of a public address, which must be https unless it is of this machine."""
    parts = urlsplit(url)
    here = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")
    if not parts.hostname or not (parts.scheme == "https" or here):
        raise ConfigError("doors.telegram.webhook_url must be an https address")
    return parts.path or "/"
