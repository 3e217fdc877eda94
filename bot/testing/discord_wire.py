"""What every request to the small Discord goes through: the token, mishaps, rate limits, and how refusals read."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import Any

from aiohttp import BodyPartReader, web

Json = dict[str, Any]
Handler = Callable[[web.Request], Awaitable[web.Response]]


class Lost(Enum):
    """A connection that breaks: before the request was taken, or after, so that the client can't know."""

    BEFORE = "before"
    AFTER = "after"


class Refusal(Exception):
    """An answer that is no success; `code` is Discord's own number for it."""

    def __init__(self, status: int, code: int, message: str, **extra: Any) -> None:
        super().__init__(message)
        self.status, self.body = status, {"message": message, "code": code, **extra}

    def response(self) -> web.Response:
        # A 429 without a Via header comes from the proxy in front, and means a ban.
        headers = {"Via": "1.1 google"}
        if self.status == 429:
            headers["Retry-After"] = str(self.body["retry_after"])
            headers |= {"X-RateLimit-Global": "true"} if self.body["global"] else {"X-RateLimit-Scope": "user"}
        return answer(self.body, status=self.status, headers=headers)


Fault = Refusal | Lost
LOST_BEFORE, LOST_AFTER = Lost.BEFORE, Lost.AFTER


def flood(seconds: float, *, everywhere: bool = False) -> Refusal:
    """What a client is told that sends too much; `everywhere`: to all addresses together."""
    return Refusal(429, 0, "You are being rate limited.", retry_after=seconds, **{"global": everywhere})


def unavailable(status: int = 503) -> Refusal:
    return Refusal(status, 0, f"{status}: Service Unavailable")


def invalid(key: str, code: str, message: str) -> Refusal:
    errors = {key: {"_errors": [{"code": code, "message": message}]}}
    return Refusal(400, 50035, "Invalid Form Body", errors=errors)


def answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    # The bare content type, as Discord sends it: the client takes anything longer for text.
    kind = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=kind | dict(headers or {}))


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that the bot sent; `alt` is its description."""

    name: str
    data: bytes
    alt: str = ""


async def read(request: web.Request) -> tuple[Json, tuple[Upload, ...]]:
    """A body with its files: plain JSON, or a form with `payload_json` and `files[n]`."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (_json(text) if text else {}), ()
    body: Json = {}
    found: dict[str, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = _json(await part.text())
        else:
            found[(part.name or "")[len("files[") : -1]] = part.filename or "file", bytes(await part.read())
    alts = {str(item["id"]): item.get("description") or "" for item in body.get("attachments", [])}
    return body, tuple(Upload(name, data, alts.get(key, "")) for key, (name, data) in found.items())


def _json(text: str) -> Json:
    try:
        body = json.loads(text)
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None
    return body if isinstance(body, dict) else {"": body}


class Buckets:
    """Every route of a channel takes `burst` requests per `per` seconds, all together `overall` in one; None: any."""

    def __init__(self, burst: int | None, per: float, overall: int | None) -> None:
        self.burst, self.per, self.overall = burst, per, overall
        self.refused = 0
        self._taken: defaultdict[tuple[str, str], deque[float]] = defaultdict(deque)
        self._all: deque[float] = deque()

    def take(self, route: str, major: str, *, counts_overall: bool = True) -> dict[str, str]:
        """A place in the bucket, as headers; raises the refusal where there is none."""
        now = monotonic()
        if self.overall is not None and counts_overall:
            self._pass(self._all, now - 1.0)
            if len(self._all) >= self.overall:
                self.refused += 1
                raise flood(round(self._all[0] + 1.0 - now, 3), everywhere=True)
            self._all.append(now)
        if self.burst is None:
            return {}
        taken = self._taken[route, major]
        self._pass(taken, now - self.per)
        if len(taken) >= self.burst:
            self.refused += 1
            raise flood(round(taken[0] + self.per - now, 3))
        taken.append(now)
        left = {"X-RateLimit-Limit": str(self.burst), "X-RateLimit-Remaining": str(self.burst - len(taken))}
        return left | {
            "X-RateLimit-Reset-After": f"{taken[0] + self.per - now:.3f}",
            "X-RateLimit-Bucket": route.replace(" ", "").lower(),
        }

    def _pass(self, taken: deque[float], before: float) -> None:
        while taken and taken[0] <= before:
            taken.popleft()


class Wire:
    """Wraps the handlers. `faults` of a route happen to the next requests of it, one each; else `mishap` is asked."""

    def __init__(self, token: str, buckets: Buckets, changed: Callable[[], Awaitable[None]]) -> None:
        self.token, self.buckets = token, buckets
        self.faults: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self.mishap: Callable[[str], Fault | None] = lambda route: None
        self._changed = changed

    def route(
        self, method: str, path: str, handler: Handler, *, token: bool = True, limited: bool = True
    ) -> web.RouteDef:
        """A handler at an address below /api/v10, for who shows the bot's token."""
        name = f"{method} {path}"

        async def serve(request: web.Request) -> web.Response:
            try:
                return await self._serve(request, name, handler, token, limited)
            except Refusal as refusal:
                return refusal.response()
            finally:
                await self._changed()

        return web.route(method, f"/api/v10{path}", serve)

    async def _serve(
        self, request: web.Request, name: str, handler: Handler, token: bool, limited: bool
    ) -> web.Response:
        if token and request.headers.get("Authorization") != f"Bot {self.token}":
            raise Refusal(401, 0, "401: Unauthorized")
        fault = self.faults[name].popleft() if self.faults[name] else self.mishap(name)
        if fault is Lost.BEFORE:
            return await self._hang_up(request)
        if isinstance(fault, Refusal):
            raise fault
        matched = request.match_info
        major = matched.get("channel") or matched.get("token") or ""
        # Interactions are not bound to the limit over all addresses.
        left = self.buckets.take(name, major, counts_overall=token) if limited else {}
        response = await handler(request)
        if fault is Lost.AFTER:
            return await self._hang_up(request)
        response.headers.update(left)
        return response

    async def _hang_up(self, request: web.Request) -> web.Response:
        await self._changed()  # now: the handler ends with its connection
        if request.transport:
            request.transport.abort()
        return web.Response(status=500)
