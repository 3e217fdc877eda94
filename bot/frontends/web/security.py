"""Who is asking: the signed cookie, the token that forms carry, the page a request came from, the address."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any

from itsdangerous import BadSignature, Signer, TimestampSigner
from starlette.requests import HTTPConnection
from starlette.responses import Response

from bot.limits import is_among

CHANNEL = "web"
DAY = 24 * 60 * 60
LEEWAY = 60
"""Seconds that a cookie may be from the future: clocks are set back, and two servers never have the same."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at the page. `key` is random and known to their browser alone; `new` until it has brought it back."""

    key: str
    new: bool = False

    @property
    def person(self) -> str:
        return f"{CHANNEL}:{self.key}"

    @property
    def conversation_id(self) -> str:
        return f"{CHANNEL}:{self.key}::{self.key}"


def newcomer() -> Visitor:
    return Visitor(secrets.token_urlsafe(24), new=True)


class Keys:
    """Signs and checks. One secret, a salt for each use: what is signed for one is worthless for another."""

    def __init__(self, secret: str, *, secure: bool, days: int) -> None:
        self._secure, self._age = secure, days * DAY
        # __Host- makes the browser itself refuse a cookie that a neighbouring domain has set.
        self._name = "__Host-attune" if secure else "attune"
        how: dict[str, Any] = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._visitors = TimestampSigner(secret, salt="attune.web.visitor", **how)
        self._forms = Signer(secret, salt="attune.web.form", **how)
        self._marks = Signer(secret, salt="attune.web.mark", **how)

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Who the cookie says it is; else somebody new."""
        try:
            value = connection.cookies.get(self._name, "")
            # The library's own max_age takes a cookie that is a second from the future for a forged one.
            key, signed = self._visitors.unsign(value, return_timestamp=True)
            age = (datetime.now(UTC) - signed).total_seconds()
            return Visitor(key.decode("ascii")) if -LEEWAY <= age <= self._age else newcomer()
        except (BadSignature, UnicodeError):
            return newcomer()

    def remember(self, response: Response, visitor: Visitor) -> None:
        """Give the browser its cookie, for another `days`.

        Lax, not Strict: who follows a link to the page comes without a Strict cookie, and would be given a new one over
        the old. Nothing that changes anything is a GET.
        """
        value = self._visitors.sign(visitor.key).decode("ascii")
        response.set_cookie(
            self._name, value, max_age=self._age, path="/", httponly=True, secure=self._secure, samesite="lax"
        )

    def form_token(self, visitor: Visitor) -> str:
        return self._forms.get_signature(visitor.key).decode("ascii")

    def is_form_token(self, visitor: Visitor, token: str) -> bool:
        return self._forms.verify_signature(visitor.key, token)

    def mark(self, visitor: Visitor) -> str:
        """A name for the visitor that scripts may know: what waits in the browser's storage is kept under it."""
        return self._marks.get_signature(visitor.key).decode("ascii")[:16]


def came_from(connection: HTTPConnection, origins: frozenset[str], *, must_say: bool) -> bool:
    """Whether a page of ours sent the request. A browser says so with every WebSocket and every form."""
    origin = connection.headers.get("origin")
    if origin is None:
        return not must_say
    return origin.lower() in origins


def address(connection: HTTPConnection, proxies: Sequence[IPv4Network | IPv6Network]) -> str:
    """The address of whoever asks: the last of the forwarded ones that is no proxy of ours, if a proxy of ours asks."""
    found = connection.client.host if connection.client else ""
    forwarded = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
    for hop in reversed([hop.strip() for hop in forwarded if hop.strip()]):
        if not is_among(found, proxies):
            break
        try:
            found = str(ip_address(hop))
        except ValueError:
            break
    return found
