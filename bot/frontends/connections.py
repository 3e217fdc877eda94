"""Connections of whoever asks this machine over HTTP: how many there may be, and how long a request may take to come.

uvicorn itself waits for ever for the rest of a request, and takes connections until no file can be opened any more.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bot.limits import is_among, network_of

HEAD, BODY = 20.0, 30.0
"""Seconds in which the head of a request has to have come since the one before it, and then its body."""
LARGEST = 2**16
"""Connections at most, where files have no limit."""


class Gate:
    """Lets `each` connections of an address be open, and `together` of all; those of `proxies` are many people's."""

    def __init__(
        self,
        *,
        each: int,
        together: int | None = None,
        proxies: Sequence[IPv4Network | IPv6Network] = (),
        head: float | None = None,
        body: float | None = None,
    ) -> None:
        self._each, self._together, self._proxies = each, together or files(), proxies
        self.seconds = {h11.IDLE: head or HEAD, h11.SEND_BODY: body or BODY}
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many there are."""
        return self._open.total()

    def enter(self, host: str) -> bool:
        """Count one more, and say whether it may stay."""
        network = network_of(host)
        self._open[network] += 1
        few = self._open[network] <= self._each or is_among(host, self._proxies)
        return few and self.open <= self._together

    def leave(self, host: str) -> None:
        network = network_of(host)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]


def files() -> int:
    """Half of the files that this process may open: the rest is for the database and everything else."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return LARGEST if soft == resource.RLIM_INFINITY else min(soft // 2, LARGEST)


def http(gate: Gate) -> type[asyncio.Protocol]:
    """uvicorn's HTTP/1.1 behind a gate."""
    return type("Http", (_Http,), {"gate": gate})


def ws(gate: Gate) -> type[asyncio.Protocol]:
    """uvicorn's WebSocket behind the same gate."""
    return type("WebSocket", (_WebSocket,), {"gate": gate})


class _Http(H11Protocol):
    """Hangs up on who is slow to ask."""

    gate: Gate
    _awaited: object = None
    _timer: asyncio.TimerHandle | None = None
    _host: str | None = None
    """None where the connection is not counted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._host = _host(transport)
        if self.gate.enter(self._host):
            self._watch()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()  # the WebSocket is counted in its place
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def _watch(self) -> None:
        """Time what is awaited: from when that changes, not from the last byte."""
        state = self.conn.their_state
        if state is self._awaited or self._host is None:
            return
        self._awaited = state
        self._stop()
        if seconds := self.gate.seconds.get(state):
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _leave(self) -> None:
        self._stop()
        if self._host is not None:
            self.gate.leave(self._host)
            self._host = None


class _WebSocket(WebSocketsSansIOProtocol):
    """Is counted; uvicorn itself hangs up on who does not answer its pings."""

    gate: Gate
    _host = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._host = _host(transport)
        self.gate.enter(self._host)  # it had its place before

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gate.leave(self._host)


def _host(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
