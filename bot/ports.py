"""Places where a process listens: had, or refused with the setting to change."""

from __future__ import annotations

import socket
from collections.abc import Collection
from errno import EACCES, EADDRINUSE

from bot.errors import ConfigError


def bind(key: str, host: str, port: int, options: Collection[str] = ()) -> socket.socket:
    """A TCP socket bound to `host` and `port`, which does not listen yet.

    `key` is the port's place in the bot file ("doors.web.port", beside which stands "doors.web.host"); `options` are
    what may be said on the command line instead. ConfigError names them.
    """
    bound = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        if bound is not None:
            bound.close()
        wrong = key if error.errno in (EADDRINUSE, EACCES) else f"{key.removesuffix('port')}host"
        reason = (error.strerror or type(error).__name__).lower()
        raise ConfigError(f"cannot listen on {host}:{port}: {reason}; set {_setting(wrong, options)}") from None
    return bound


def check(key: str, host: str, port: int, options: Collection[str] = ()) -> None:
    """Raise what `bind` would, and let the place go again.

    It is not kept: on Linux a bound socket that does not listen keeps nobody away, and one that listens would have
    people wait for a bot that is still being made.
    """
    bind(key, host, port, options).close()


def _setting(key: str, options: Collection[str]) -> str:
    section, _, name = key.rpartition(".")
    return f"[{section}] {name} or --{name}" if name in options else f"[{section}] {name}"
