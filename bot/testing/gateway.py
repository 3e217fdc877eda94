"""The gateway of the small Discord: a websocket a session, shards, heartbeats, identify, resume, compression.

It hangs up on what the real one hangs up on (https://discord.com/developers/docs/topics/opcodes-and-status-codes).
"""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any

from aiohttp import WSMsgType, web

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
IGNORED = (3, 4, 8)  # presence, voice, members: heard and not acted upon
UNKNOWN_ERROR, UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4000, 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQUENCE, RATE_LIMITED, SESSION_TIMED_OUT = 4005, 4007, 4008, 4009
INVALID_SHARD, DISALLOWED_INTENTS = 4010, 4014
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Members, presences, message content: closed unless the bot's owner has switched them on."""
GUILDS = 1
HEARTBEAT_MS = 41_250
FRAME_BYTES = 4096
FRAMES_A_MINUTE = 120
KEPT_EVENTS = 10_000
"""How far back a session can be resumed."""

Json = dict[str, Any]


class Line:
    """One websocket; `compress` is what the client asked for in the address."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        self.socket = socket
        self.beat = monotonic()
        self._frames: deque[float] = deque()
        self._deflate = zlib.compressobj() if compress == "zlib-stream" else None

    async def send(self, op: int, data: Any = None, sequence: int | None = None, name: str | None = None) -> None:
        text = json.dumps({"op": op, "d": data, "s": sequence, "t": name})
        with suppress(ConnectionError):  # hung up meanwhile: the session keeps the event
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(packed)

    def is_flooded(self) -> bool:
        """Count a frame; True when there were too many in a minute."""
        now = monotonic()
        while self._frames and self._frames[0] < now - 60:
            self._frames.popleft()
        self._frames.append(now)
        return len(self._frames) > FRAMES_A_MINUTE


@dataclass(slots=True)
class Session:
    """What a client identified as; its last events are kept so that it can resume after any of them."""

    id: str
    intents: int
    line: Line | None
    shard: tuple[int, int] = (0, 1)
    last: int = 0
    events: deque[tuple[int, str, Json]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))

    def hears(self, guild: int | None) -> bool:
        """Direct messages belong to shard 0, a guild to the one its id leads to."""
        return self.shard[0] == (0 if guild is None else (guild >> 22) % self.shard[1])

    async def dispatch(self, name: str, data: Json) -> None:
        self.last += 1
        self.events.append((self.last, name, data))
        if self.line and not self.line.socket.closed:
            await self.line.send(DISPATCH, data, self.last, name)

    async def resume(self, line: Line, after: int) -> None:
        """Send on a new line everything that came after the event numbered `after`."""
        for number, name, data in list(self.events):
            if number > after:
                await line.send(DISPATCH, data, number, name)
        self.line = line
        await self.dispatch("RESUMED", {})


class Gateway:
    """All sessions of one bot; each is told `ready` and the `guilds` of its shard.

    `allowed` are privileged intents it may have. `identified` are the intents of every session there was, oldest
    first, `resumed` counts those taken up again; `changed` is called after each. With `deaf` no heartbeat is answered.
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
        self.resumed = 0
        self.allowed, self.deaf = allowed, False
        self.heartbeat_ms, self.starts_per, self.concurrency = HEARTBEAT_MS, 0.0, 1
        self._token, self._ready, self._guilds = token, ready, guilds
        self._numbers = count(1)
        self._starts: dict[int, float] = {}
        self._held: list[Callable[[], Awaitable[None]]] | None = None

    async def tell(self, guild: int | None, intent: int, name: str, see: Callable[[Session], Json]) -> None:
        """Dispatch an event to the sessions whose shard and intents let them hear it; `see` is what each may read."""

        async def dispatch() -> None:
            for session in list(self.sessions.values()):
                if session.hears(guild) and (not intent or session.intents & intent):
                    await session.dispatch(name, see(session))

        if self._held is None:
            await dispatch()
        else:
            self._held.append(dispatch)

    @asynccontextmanager
    async def disorder(self, dice: random.Random | None = None) -> AsyncIterator[None]:
        """Hold what is dispatched in the block, and let it go afterwards back to front, or as `dice` fall."""
        held = self._held = []
        try:
            yield
        finally:
            self._held = None
            if dice:
                dice.shuffle(held)
            for dispatch in held if dice else reversed(held):
                await dispatch()

    async def drop(self, code: int = UNKNOWN_ERROR) -> None:
        """Hang up on everyone; they may resume."""
        for session in list(self.sessions.values()):
            if line := session.line:
                session.line = None
                await line.socket.close(code=code)

    async def forget(self) -> None:
        """Hang up and lose all sessions: nobody can resume, nor hear what was said meanwhile."""
        await self.drop()
        self.sessions.clear()

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
        watch = asyncio.create_task(self._watch(line))
        await line.send(HELLO, {"heartbeat_interval": self.heartbeat_ms})
        async for frame in socket:
            if (heard := _decoded(frame)) is None:
                await socket.close(code=DECODE_ERROR, message=b"Error while decoding payload.")
                break
            if line.is_flooded():
                await socket.close(code=RATE_LIMITED, message=b"Rate limited.")
                break
            session = await self._hear(line, session, heard)
        watch.cancel()
        if session and session.line is line:
            session.line = None
            if socket.close_code in (1000, 1001):  # the client said goodbye: nothing to resume
                self.sessions.pop(session.id, None)
        await self._changed()
        return socket

    async def _watch(self, line: Line) -> None:
        """Hang up on who sends no heartbeats."""
        patience = self.heartbeat_ms / 1000 * 1.5
        while (left := line.beat + patience - monotonic()) > 0:
            await asyncio.sleep(left)
        await line.socket.close(code=SESSION_TIMED_OUT, message=b"Session timed out.")

    async def _hear(self, line: Line, session: Session | None, frame: Json) -> Session | None:
        op, data = frame.get("op"), frame.get("d")
        if op == HEARTBEAT:
            line.beat = monotonic()
            if not self.deaf:
                await line.send(HEARTBEAT_ACK)
        elif op == IDENTIFY and isinstance(data, dict):
            return await self._identify(line, session, data)
        elif op == RESUME and isinstance(data, dict):
            return await self._resume(line, data)
        elif op not in IGNORED:
            await line.socket.close(code=UNKNOWN_OPCODE, message=b"Unknown opcode.")
        elif session is None:
            await line.socket.close(code=NOT_AUTHENTICATED, message=b"Not authenticated.")
        return session

    async def _identify(self, line: Line, session: Session | None, data: Json) -> Session | None:
        shard, total = data.get("shard") or (0, 1)
        if session:
            await line.socket.close(code=ALREADY_AUTHENTICATED, message=b"Already authenticated.")
        elif data.get("token") != self._token:
            await line.socket.close(code=AUTHENTICATION_FAILED, message=b"Authentication failed.")
        elif not 0 <= shard < total:
            await line.socket.close(code=INVALID_SHARD, message=b"Invalid shard.")
        elif data["intents"] & PRIVILEGED & ~self.allowed:
            await line.socket.close(code=DISALLOWED_INTENTS, message=b"Disallowed intent(s).")
        elif self._is_too_soon(shard):
            await line.send(INVALID_SESSION, False)
        else:
            session = Session(f"session-{next(self._numbers)}", data["intents"], line, (shard, total))
            self.sessions[session.id] = session
            self.identified.append(session.intents)
            await session.dispatch("READY", self._ready() | {"session_id": session.id, "shard": [shard, total]})
            for guild in self._guilds() if session.intents & GUILDS else []:
                if session.hears(int(guild["id"])):
                    await session.dispatch("GUILD_CREATE", guild)
            await self._changed()
        return session

    def _is_too_soon(self, shard: int) -> bool:
        """One start per `starts_per` seconds (Discord: 5) for each of `concurrency` groups of shards."""
        key, now = shard % self.concurrency, monotonic()
        if now - self._starts.get(key, -self.starts_per) < self.starts_per:
            return True
        self._starts[key] = now
        return False

    async def _resume(self, line: Line, data: Json) -> Session | None:
        session, after = self.sessions.get(str(data.get("session_id"))), int(data.get("seq") or 0)
        oldest = session.events[0][0] if session and session.events else 1
        if session is None or data.get("token") != self._token or after + 1 < oldest:
            await line.send(INVALID_SESSION, False)
            return None
        if after > session.last:
            await line.socket.close(code=INVALID_SEQUENCE, message=b"Invalid sequence.")
            return None
        await session.resume(line, after)
        self.resumed += 1
        await self._changed()
        return session


def _decoded(frame: Any) -> Json | None:
    """The payload of a frame; None when it is none, or too long."""
    if frame.type is not WSMsgType.TEXT or len(frame.data.encode("utf8", "surrogatepass")) > FRAME_BYTES:
        return None
    try:
        payload = json.loads(frame.data)
    except ValueError:
        return None
    return payload if isinstance(payload, dict) else None
