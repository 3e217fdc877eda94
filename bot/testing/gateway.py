"""The gateway of the small Discord: one websocket a session, heartbeats, identify, resume, compressed transport."""

from __future__ import annotations

import json
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import WSMsgType, web

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, DISALLOWED_INTENTS = 4005, 4014
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Members, presences, message content: closed unless the bot's owner has switched them on."""
GUILDS = 1
HEARTBEAT_MS = 41_250

Json = dict[str, Any]


class Line:
    """One websocket; `compress` is what the client asked for in the address."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compress == "zlib-stream" else None

    async def send(self, op: int, data: Any = None, sequence: int | None = None, name: str | None = None) -> None:
        text = json.dumps({"op": op, "d": data, "s": sequence, "t": name})
        if self._deflate is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH))


@dataclass(slots=True)
class Session:
    """What a client identified as; `events` are kept so that it can resume after any of them."""

    id: str
    intents: int
    line: Line | None
    events: list[tuple[str, Json]] = field(default_factory=list)

    async def dispatch(self, name: str, data: Json) -> None:
        self.events.append((name, data))
        await self._send(len(self.events))

    async def resume(self, line: Line, after: int) -> None:
        """Send on a new line everything that came after the event numbered `after`."""
        self.line = line
        for number in range(after + 1, len(self.events) + 1):
            await self._send(number)
        await self.dispatch("RESUMED", {})

    async def _send(self, number: int) -> None:
        name, data = self.events[number - 1]
        if self.line and not self.line.socket.closed:
            await self.line.send(DISPATCH, data, number, name)


class Gateway:
    """All sessions of one bot; each is told `ready` and `guilds`. `allowed` are privileged intents it may have.

    `identified` are the intents of every session there was, oldest first; `changed` is called after each.
    """

    def __init__(
        self,
        token: str,
        ready: Callable[[], Json],
        guilds: Callable[[], list[Json]],
        changed: Callable[[], Awaitable[None]],
        allowed: int = 0,
    ) -> None:
        self._changed = changed
        self.sessions: dict[str, Session] = {}
        self.identified: list[int] = []
        self._token, self._ready, self._guilds, self._allowed = token, ready, guilds, allowed
        self._numbers = count(1)

    async def drop(self, code: int = 4000) -> None:
        """Hang up on everyone; they may resume."""
        for session in list(self.sessions.values()):
            if line := session.line:
                session.line = None
                await line.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        for session in list(self.sessions.values()):
            if session.line and not session.line.socket.closed:
                await session.line.send(RECONNECT)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        compress = request.query.get("compress")
        if request.query.get("v") != "10" or compress not in (None, "zlib-stream"):
            return web.Response(status=400, text="this gateway speaks v=10, plain or zlib-stream")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        line, session = Line(socket, compress), None
        await line.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                await socket.close(code=DECODE_ERROR)
                break
            session = await self._hear(line, session, frame.json())
        if session and session.line is line and socket.close_code in (1000, 1001):
            self.sessions.pop(session.id, None)  # the client said goodbye: nothing to resume
        return socket

    async def _hear(self, line: Line, session: Session | None, frame: Json) -> Session | None:
        op, data = frame.get("op"), frame.get("d")
        if op == HEARTBEAT:
            await line.send(HEARTBEAT_ACK)
        elif op == IDENTIFY and isinstance(data, dict):
            return await self._identify(line, session, data)
        elif op == RESUME and isinstance(data, dict):
            return await self._resume(line, data)
        elif op not in (3, 4, 8):  # presence, voice, members: heard and not acted upon
            await line.socket.close(code=UNKNOWN_OPCODE, message=b"Unknown opcode.")
        elif session is None:
            await line.socket.close(code=NOT_AUTHENTICATED, message=b"Not authenticated.")
        return session

    async def _identify(self, line: Line, session: Session | None, data: Json) -> Session | None:
        if session:
            await line.socket.close(code=ALREADY_AUTHENTICATED, message=b"Already authenticated.")
        elif data.get("token") != self._token:
            await line.socket.close(code=AUTHENTICATION_FAILED, message=b"Authentication failed.")
        elif data["intents"] & PRIVILEGED & ~self._allowed:
            await line.socket.close(code=DISALLOWED_INTENTS, message=b"Disallowed intent(s).")
        else:
            session = Session(f"session-{next(self._numbers)}", data["intents"], line)
            self.sessions[session.id] = session
            self.identified.append(session.intents)
            await session.dispatch("READY", self._ready() | {"session_id": session.id})
            for guild in self._guilds() if session.intents & GUILDS else []:
                await session.dispatch("GUILD_CREATE", guild)
            await self._changed()
        return session

    async def _resume(self, line: Line, data: Json) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        if session is None or data.get("token") != self._token:
            await line.send(INVALID_SESSION, False)
            return None
        await session.resume(line, int(data.get("seq") or 0))
        return session
