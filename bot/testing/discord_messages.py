"""Channels and messages of the small Discord: what a bot may send, edit and read again, and what it is refused."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from aiohttp import web

from bot.testing.discord_wire import Json, Refusal, Upload, Wire, answer, invalid, read
from bot.testing.discord_world import EPHEMERAL, MESSAGE_CONTENT, Channel, Sent, World

TEXT_LIMIT = 2000
NONCE_LIMIT = 25
FILE_BYTES = 10 * 2**20
NONCE_SECONDS = 180.0
"""For how long a nonce is known. Discord says "the past few minutes": a bot that needs more relies on too much."""
CHANNEL = "/channels/{channel}"
SEND = f"POST {CHANNEL}/messages"
BUTTON, ROW = 2, 1


class Messages:
    """`sent` is told of every message the bot sends, `edited` of every edit; `typed` are channels it typed in."""

    def __init__(self, world: World, sent: Callable[[Sent], None], edited: Callable[[Sent], None]) -> None:
        self._world, self._sent, self._edited = world, sent, edited
        self.typed: list[int] = []
        self.clock: Callable[[], float] = monotonic
        self._nonces: dict[str, tuple[float, Json]] = {}

    def routes(self, wire: Wire) -> list[web.RouteDef]:
        return [
            wire.route("POST", "/users/@me/channels", self._open_dm),
            wire.route("GET", CHANNEL, self._about),
            wire.route("POST", f"{CHANNEL}/typing", self._typing),
            wire.route("POST", f"{CHANNEL}/messages", self._send),
            wire.route("GET", f"{CHANNEL}/messages", self._history),
            wire.route("GET", f"{CHANNEL}/messages/{{message}}", self._message),
            wire.route("PATCH", f"{CHANNEL}/messages/{{message}}", self._edit),
            wire.route("DELETE", f"{CHANNEL}/messages/{{message}}", self._delete),
        ]

    async def _open_dm(self, request: web.Request) -> web.Response:
        body, _ = await read(request)
        return answer(self._world.dm(int(body["recipient_id"])).about(self._world.me))

    async def _about(self, request: web.Request) -> web.Response:
        return answer(self._channel(request).about(self._world.me))

    async def _typing(self, request: web.Request) -> web.Response:
        self.typed.append(self._channel(request).id)
        return web.Response(status=204)

    async def _send(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        body, files = await read(request)
        if channel.recipient and int(channel.recipient["id"]) in self._world.closed_to_bots:
            raise Refusal(403, 50007, "Cannot send messages to this user")
        content, nonce = self.checked(body, files), self._nonce(body)
        reply_to = int((body.get("message_reference") or {}).get("message_id", 0)) or None
        if reply_to and reply_to not in channel.messages:
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        if nonce and body.get("enforce_nonce") and (before := self._known(nonce)):
            return answer(self._told(before))
        message = await self.add(channel, content | {"nonce": nonce}, body, files, reply_to)
        if nonce:
            self._nonces[nonce] = (self.clock(), message)
        return answer(self._told(message))

    async def add(
        self, channel: Channel, content: Json, body: Json, files: tuple[Upload, ...], reply_to: int | None = None
    ) -> Json:
        """The bot's message, into a channel where everybody there sees it."""
        message = self._world.draft(channel, self._world.me, content)
        await self.appear(channel, message, body, files, reply_to)
        return message

    async def appear(
        self, channel: Channel, message: Json, body: Json, files: tuple[Upload, ...], reply_to: int | None = None
    ) -> None:
        channel.messages[int(message["id"])] = message
        self._sent(self.sent(message, body, files, reply_to))
        await self._world.tell("MESSAGE_CREATE", channel, message)

    async def change(self, channel: Channel, message: Json, body: Json, files: tuple[Upload, ...]) -> None:
        """Edit a message of the bot's: what `body` doesn't name stays."""
        merged = {"content": message["content"], "components": message["components"]} | body
        attached = merged.get("attachments", message["attachments"])
        await self._world.change(channel, message, self.checked(merged | {"attachments": attached}, files))
        self._edited(self.sent(message, body, files))

    def sent(self, message: Json, body: Json, files: tuple[Upload, ...], reply_to: int | None = None) -> Sent:
        pings = tuple(body["allowed_mentions"].get("parse", ())) if body.get("allowed_mentions") else ("everyone",)
        return Sent(
            channel=int(message["channel_id"]),
            text=message["content"],
            reply_to=reply_to,
            pings=pings,
            nonce=message.get("nonce"),
            id=int(message["id"]),
            buttons=tuple((item.get("label", ""), item.get("custom_id", "")) for item in _items(message["components"])),
            files=files,
            ephemeral=bool(message["flags"] & EPHEMERAL),
        )

    def checked(self, body: Json, files: tuple[Upload, ...]) -> Json:
        """What a message consists of, or what is wrong with it."""
        text, components = str(body.get("content") or "").strip(), body.get("components") or []
        if len(text.encode("utf-16-le", "surrogatepass")) // 2 > TEXT_LIMIT:
            raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {TEXT_LIMIT} or fewer in length.")
        attached = [item for item in body.get("attachments", []) if str(item.get("id", "")).isdecimal()]
        if not (text or files or attached or components):
            raise Refusal(400, 50006, "Cannot send an empty message")
        if sum(len(file.data) for file in files) > FILE_BYTES:
            raise Refusal(413, 40005, "Request entity too large")
        if len(components) > 5 or any(len(row.get("components", [])) > 5 for row in components):
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        names = [item.get("custom_id") for item in _items(components)]
        if any(not name or len(name) > 100 for name in names):
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", "custom_id must be between 1 and 100 in length.")
        if any(not item.get("label") or len(item["label"]) > 80 for item in _items(components)):
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", "label must be between 1 and 80 in length.")
        if len(set(names)) < len(names):
            raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        return {
            "content": text,
            "components": components,
            "attachments": (attached and _kept(attached)) or _made(files),
        }

    async def _history(self, request: web.Request) -> web.Response:
        """Newest first, whichever way is asked for; words that are not for the bot are hidden here too."""
        channel, query = self._channel(request), request.query
        limit = int(query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        numbers = sorted(channel.messages)
        if "after" in query:
            numbers = [number for number in numbers if number > int(query["after"])][:limit]
        if "before" in query:
            numbers = [number for number in numbers if number < int(query["before"])]
        newest = numbers[-limit:][::-1]
        return answer([self._told(channel.messages[number]) for number in newest])

    async def _message(self, request: web.Request) -> web.Response:
        return answer(self._told(self._world.message(self._channel(request), request.match_info["message"])))

    async def _edit(self, request: web.Request) -> web.Response:
        channel, message = self._own(request, 50005, "Cannot edit a message authored by another user")
        await self.change(channel, message, *await read(request))
        return answer(self._told(message))

    async def _delete(self, request: web.Request) -> web.Response:
        channel, message = self._own(request, 50013, "Missing Permissions")
        await self._world.remove(channel, message)
        return web.Response(status=204)

    def _told(self, message: Json) -> Json:
        """A message as an answer: unlike an event it names neither guild nor member."""
        shown = self._world.shown(message, self._world.gateway.allowed & MESSAGE_CONTENT)
        return {key: value for key, value in shown.items() if key not in ("guild_id", "member")}

    def _own(self, request: web.Request, code: int, words: str) -> tuple[Channel, Json]:
        channel = self._channel(request)
        message = self._world.message(channel, request.match_info["message"])
        if message["author"] != self._world.me:
            raise Refusal(403, code, words)
        return channel, message

    def _nonce(self, body: Json) -> str | None:
        nonce = body.get("nonce")
        if nonce is not None and len(str(nonce)) > NONCE_LIMIT:
            raise invalid("nonce", "NONCE_TYPE_TOO_LONG", f"Nonce is longer than {NONCE_LIMIT} characters.")
        return None if nonce is None else str(nonce)

    def _known(self, nonce: str) -> Json | None:
        """The message of this author that had the nonce, wherever it was sent, unless that is long ago."""
        at, message = self._nonces.get(nonce, (float("-inf"), {}))
        return message if self.clock() - at < NONCE_SECONDS else None

    def _channel(self, request: web.Request) -> Channel:
        return self._world.channel(request.match_info["channel"])


def _items(components: list[Any]) -> list[Json]:
    return [item for row in components for item in row.get("components", []) if item.get("type") == BUTTON]


def _kept(attached: list[Json]) -> list[Json]:
    return [_attachment(item["id"], item.get("filename", "file"), item.get("size", 0)) for item in attached]


def _made(files: tuple[Upload, ...]) -> list[Json]:
    return [_attachment(number, file.name, len(file.data)) for number, file in enumerate(files)]


def _attachment(number: int | str, name: str, size: int) -> Json:
    where = f"http://127.0.0.1/attachments/{number}/{name}"
    return {"id": str(number), "filename": name, "size": size, "url": where, "proxy_url": where}
