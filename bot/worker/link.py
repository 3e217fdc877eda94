"""Frames over a socket between two processes: four bytes of length, then MessagePack. Nothing in them is ever code."""

from __future__ import annotations

import socket
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
HEAD = 4
AT_ONCE = 1 << 20


class Link:
    """One end. Raises EOFError when the other is gone, OSError (TimeoutError), DecodeError for a strange frame."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, message: Any, seconds: float | None = None) -> None:
        """Send what msgspec can write down. `seconds` are for all of it."""
        body = msgspec.msgpack.encode(message)
        self._end.settimeout(seconds)
        self._end.sendall(len(body).to_bytes(HEAD, "big") + body)

    def receive(self, kind: type[T], seconds: float | None = None) -> T:
        """The next message as `kind`."""
        until = None if seconds is None else monotonic() + seconds
        length = int.from_bytes(self._read(HEAD, until), "big")
        return msgspec.msgpack.decode(self._read(length, until), type=kind)

    def hang_up(self) -> None:
        """Whoever reads here or at the other end finds that it is over."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._end.close()

    def _read(self, count: int, until: float | None) -> bytes:
        found = bytearray()
        while len(found) < count:
            # At least a moment: zero would mean not to wait at all.
            self._end.settimeout(None if until is None else max(until - monotonic(), 0.001))
            more = self._end.recv(min(count - len(found), AT_ONCE))
            if not more:
                raise EOFError("the other process is gone")
            found += more
        return bytes(found)
