"""What every request passes, in and out: the host it asks for, its size, the headers of the answer, and no traceback.

Plain ASGI, outside the framework: an error inside it is logged as its kind alone, since its words could be a person's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, MutableMapping, Sequence
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

log = logging.getLogger(__name__)

PATIENCE = 15.0
"""Seconds in which a body has to arrive."""
PROBES = ("/healthz", "/readyz")
"""Asked for by machines that know only an address."""
STATIC = "/static/"


class Shield:
    """`origins` are the door's own addresses as browsers write them, `largest` the most bytes of a body.

    `partners` are other sites that may show the pages in a frame and be sent their forms.
    """

    def __init__(
        self, app: ASGIApp, *, origins: Iterable[str], secure: bool, largest: int, partners: Sequence[str] = ()
    ) -> None:
        self._app, self._largest = app, largest
        self._hosts = frozenset(origin.partition("://")[2] for origin in origins)
        self._headers = _headers(sorted(origins), secure, partners)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, self._sealing(scope, send))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        if scope["path"] not in PROBES and Headers(scope=scope).get("host", "").lower() not in self._hosts:
            await PlainTextResponse("This server has no page at that address.", 421)(scope, receive, send)
            return
        try:
            body = await self._body(scope, receive)
            if isinstance(body, int):
                await PlainTextResponse("That was too large, too slow, or cut short.", body)(scope, receive, send)
                return
            await self._app(scope, _again(body, receive), noting)
        except Exception as error:
            log.error("a page failed: %s", type(error).__name__)
            if not begun:
                await PlainTextResponse("Something broke on this side. Please try again.", 500)(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except WebSocketDisconnect:
            return  # gone in the middle of something: what it has not confirmed comes again with the next page
        except Exception as error:
            # Left open, a page would wait for ever; closed, it comes again. Closed already, there is nothing to do.
            log.error("a WebSocket failed: %s", type(error).__name__)
            try:
                await send({"type": "websocket.close", "code": 1011})
            except Exception as gone:
                log.debug("it was closed before: %s", type(gone).__name__)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | int:
        """The whole body, or the status that refuses it."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return b""
        said = Headers(scope=scope).get("content-length", "0")
        if not said.isdecimal() or int(said[:20]) > self._largest:
            return 413
        body = bytearray()
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return 400
                    body += message.get("body", b"")
                    if len(body) > self._largest:
                        return 413
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            return 408

    def _sealing(self, scope: Scope, send: Send) -> Send:
        async def seal(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                # What people wrote is never left in a browser's cache; the page's own files are asked for again.
                headers["cache-control"] = "no-cache" if scope["path"].startswith(STATIC) else "no-store"
            await send(message)

        return seal


def _again(body: bytes, receive: Receive) -> Receive:
    """`receive`, beginning with a body that was read already."""
    given = False

    async def read() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


def _headers(origins: list[str], secure: bool, partners: Sequence[str]) -> dict[str, str]:
    # Older Safari doesn't take 'self' for WebSockets, so they are named; an IPv6 address can't be.
    sockets = " ".join(origin.replace("http", "ws", 1) for origin in origins if "[" not in origin)
    forms, frames = " ".join(("'self'", *partners)), " ".join(partners) or "'none'"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self' {sockets}; form-action {forms}; base-uri 'none'; "
        f"frame-ancestors {frames}; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        # Not no-referrer: with it browsers send forms with the origin "null".
        "referrer-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-robots-tag": "noindex",
    }
    if partners:  # a browser that knows frame-ancestors goes by that, and this one knows no names
        del headers["x-frame-options"]
    return headers | ({"strict-transport-security": "max-age=31536000"} if secure else {})
