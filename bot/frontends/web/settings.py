"""What a bot file may say under `[doors.web]`, and the secret that cookies are signed with."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from bot.errors import ConfigError
from bot.folders import data

SECRET = "ATTUNE_WEB_SECRET"
SECRET_LENGTH = 32
WIDEST = 12
"""Bytes that one character can take on its way: an escaped pair in JSON, four escaped bytes in a form."""
AROUND = 8192
"""Bytes of everything beside the message."""
Text = Annotated[str, msgspec.Meta(min_length=1)]
HERE = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Keys of `[doors.web]`.

    `origin` is where browsers find the page (`https://talk.example.org`): needed as soon as `host` is not this machine
    alone. `proxies` are addresses or networks whose X-Forwarded-For is believed. `tabs` are open pages a person,
    `neighbours` open pages an address may have. `longest` counts characters of a message, `settle` the seconds that
    turns in flight are given when the program stops. `ask_stars` comes from `[study]`.
    """

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8765
    origin: str | None = None
    name: Text = "Attune"
    secret_file: str | None = None
    proxies: tuple[str, ...] = ()
    remember_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 180
    longest: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 4000
    tabs: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 8
    neighbours: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 200
    api: bool = True
    settle: Annotated[float, msgspec.Meta(ge=0, le=600)] = 20.0
    ask_stars: bool = False

    def __post_init__(self) -> None:
        self.networks()
        if self.origin is None:
            if not _is_loopback(self.host):
                raise ConfigError(
                    f"doors.web: others can reach {self.host}, so `origin` must say where browsers find the page, "
                    'for instance origin = "https://talk.example.org"'
                )
            return
        place = urlsplit(self.origin)
        if place.scheme not in ("http", "https") or not place.hostname or self.origin != _bare(self.origin):
            raise ConfigError('doors.web: `origin` is a scheme, a host and perhaps a port: "https://talk.example.org"')
        if place.scheme == "http" and not _is_loopback(place.hostname):
            raise ConfigError("doors.web: `origin` must begin with https:// unless it is this machine alone")

    @property
    def secure(self) -> bool:
        """Whether browsers come by HTTPS; only then can the cookie be marked Secure."""
        return self.origin is not None and self.origin.startswith("https:")

    @property
    def largest(self) -> int:
        """Bytes of a body or a frame: room for a message several times too long, so that it is read for danger."""
        return self.longest * WIDEST + AROUND

    def origins(self, port: int) -> frozenset[str]:
        """The pages that may talk to this door; `port` is where it listens."""
        return frozenset([self.origin]) if self.origin else frozenset(f"http://{name}:{port}" for name in HERE)

    def networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """`proxies`, read."""
        try:
            return tuple(ip_network(place) for place in self.proxies)
        except ValueError as error:
            raise ConfigError(f"doors.web: proxies: {error}") from None


def read_secret(settings: Settings) -> str:
    """The secret from the environment, else from its file; one that is not there yet is made, for this user alone."""
    if found := os.environ.get(SECRET, "").strip():
        return _long_enough(found, SECRET)
    path = Path(settings.secret_file or os.environ.get(f"{SECRET}_FILE") or data() / "web-secret")
    try:
        if not path.exists():
            _make(path)
        return _long_enough(path.read_text(encoding="ascii").strip(), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the web door's secret {path} cannot be used: {type(error).__name__}") from None


def _make(path: Path) -> None:
    """Whole or not at all, and the first of two processes wins: the file is linked into place, never written there."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as fresh:  # made with 0600
        fresh.write(secrets.token_urlsafe(48))
        fresh.flush()
        with suppress(FileExistsError):
            os.link(fresh.name, path)


def _long_enough(secret: str, where: str) -> str:
    if len(secret) < SECRET_LENGTH:
        raise ConfigError(f"{where} holds a secret of fewer than {SECRET_LENGTH} characters")
    return secret


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _bare(origin: str) -> str:
    place = urlsplit(origin)
    return f"{place.scheme}://{place.netloc}".lower()
