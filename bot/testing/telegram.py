"""A small Telegram: a Bot API server on loopback that speaks the real protocol to the unmodified client library.

    async with FakeTelegram() as telegram:
        ...                                  # a bot polls telegram.base_url with telegram.token
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["hi"]

Updates stay until the client confirms them by a higher offset, and come again until then; texts have the real limit;
errors are the real ones (https://core.telegram.org/bots/api). `python -m bot.testing.telegram` lets you be the user.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import time
from typing import Any

from aiohttp import web

from bot.testing.loopback import Loopback, converse

TOKEN = "1234567890:AAFakeTokenForTestsOnly-0123456789_"
TOKEN_SHAPE = re.compile(r"\d+:[\w-]{35}")
TEXT_LIMIT = 4096
ACTIONS = ("typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document")
ENTITY = re.compile(r"(?<!\w)@\w{3,32}|(?<!\S)/\w{1,32}(?:@\w+)?")

Json = dict[str, Any]


class Refusal(Exception):
    """An answer that is no success. `retry_after` is in whole seconds."""

    def __init__(self, code: int, description: str, retry_after: int | None = None) -> None:
        super().__init__(description)
        self.code, self.description, self.retry_after = code, description, retry_after

    def response(self) -> web.Response:
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.retry_after is not None:
            body["parameters"] = {"retry_after": self.retry_after}
        return web.json_response(body, status=self.code)


def flood(seconds: int) -> Refusal:
    """What a client is told that sends too much."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", seconds)


BAD_GATEWAY = Refusal(502, "Bad Gateway")


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that the bot sent and the server took."""

    chat: int
    text: str
    reply_to: int | None = None


class FakeTelegram(Loopback):
    """What the bot did is in `sent`, `actions` (chat, action) and `commands`; `blocked` people take no messages.

    `faults[method]` holds refusals for the next calls of a method; while it is `unconfirmable`, every question for
    updates that would confirm some is lost on its way.
    """

    def __init__(self, token: str = TOKEN, username: str = "attune_bot", port: int = 0) -> None:
        super().__init__(port)
        self.token = token
        self.me: Json = {
            "id": int(token.partition(":")[0]),
            "is_bot": True,
            "first_name": "Attune",
            "username": username,
            "can_join_groups": True,
            "can_read_all_group_messages": True,
            "supports_inline_queries": False,
        }
        self.sent: list[Sent] = []
        self.actions: list[tuple[int, str]] = []
        self.commands: list[Json] = []
        self.blocked: set[int] = set()
        self.unconfirmable = False
        self.faults: defaultdict[str, deque[Refusal]] = defaultdict(deque)
        self._chats: dict[int, Json] = {}
        self._waiting: deque[Json] = deque()
        self._allowed: list[str] = []
        self._polls = count()
        self._newest_poll = -1
        self._update_ids, self._message_ids = count(870_000_001), count(1)

    @property
    def base_url(self) -> str:
        """What python-telegram-bot calls `base_url`."""
        return f"{self.url}/bot"

    def routes(self) -> list[web.RouteDef]:
        return [web.route("*", "/bot{token}/{method}", self._serve)]

    # -- what people do

    async def says(self, text: str, *, user: int, group: int | None = None, reply_to: Json | None = None) -> Json:
        """A text from a person, in private or in a group (whose id is negative); returns the update."""
        content: Json = {"text": text, "entities": _entities(text)}
        if reply_to:
            content["reply_to_message"] = reply_to
        return await self.sends(content, user=user, group=group)

    async def sends(self, content: Json, *, user: int, group: int | None = None) -> Json:
        """A message of any kind: `content` are the fields of it that are not addresses."""
        person = {"id": user, "is_bot": False, "first_name": f"Person {user}"}
        message = {"message_id": next(self._message_ids), "date": int(time()), "from": person, **content}
        message["chat"] = self.meet(user) if group is None else self._group(group)
        update = {"update_id": next(self._update_ids), "message": message}
        self._waiting.append(update)
        await self.changed()
        return update

    def meet(self, user: int) -> Json:
        """The private chat with a person who has pressed Start; before that a bot can't write to them."""
        return self._chats.setdefault(user, {"id": user, "type": "private", "first_name": f"Person {user}"})

    async def heard(self, chat: int, at_least: int = 1) -> list[str]:
        """The texts in a chat, once there are so many."""
        await self.until(lambda: len(self.texts(chat)) >= at_least)
        return self.texts(chat)

    def texts(self, chat: int) -> list[str]:
        return [message.text for message in self.sent if message.chat == chat]

    async def confirmed(self) -> None:
        """Wait until the client has confirmed every update."""
        await self.until(lambda: not self._waiting)

    def unconfirmed(self) -> int:
        """How many updates the client has not confirmed."""
        return len(self._waiting)

    def is_polled(self) -> bool:
        """True once somebody has asked for updates."""
        return self._newest_poll >= 0

    def bot_message(self, text: str, group: int) -> Json:
        """A message of the bot's own in a group, to be replied to."""
        return {"message_id": 0, "date": int(time()), "from": self.me, "chat": self._group(group), "text": text}

    def _group(self, group: int) -> Json:
        return self._chats.setdefault(group, {"id": group, "type": "supergroup", "title": f"Group {-group}"})

    # -- what the bot does

    async def _serve(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        try:
            self._check_token(request.match_info["token"])
            answer = self._methods().get(method.lower())
            if answer is None:
                raise Refusal(404, "Not Found")
            params = await _params(request)
            if self.faults[method]:
                raise self.faults[method].popleft()
            result = answer(params)
            if asyncio.iscoroutine(result):
                result = await result
        except Refusal as refusal:
            return refusal.response()
        finally:
            await self.changed()
        return web.json_response({"ok": True, "result": result})

    def _check_token(self, token: str) -> None:
        if not TOKEN_SHAPE.fullmatch(token):
            raise Refusal(404, "Not Found")
        if token != self.token:
            raise Refusal(401, "Unauthorized")

    def _methods(self) -> dict[str, Callable[[Json], Any]]:
        return {
            "getme": lambda _: self.me,
            "getupdates": self._get_updates,
            "sendmessage": self._send_message,
            "sendchataction": self._send_chat_action,
            "deletewebhook": self._delete_webhook,
            "setmycommands": self._set_my_commands,
        }

    async def _get_updates(self, params: Json) -> list[Json]:
        offset, limit = int(params.get("offset") or 0), min(max(int(params.get("limit") or 100), 1), 100)
        if "allowed_updates" in params:
            self._allowed = params["allowed_updates"]
        if self.unconfirmable and self._waiting and self._waiting[0]["update_id"] < offset:
            raise BAD_GATEWAY
        self._newest_poll = mine = next(self._polls)
        self._confirm(offset)
        await self.changed()
        seconds = float(params.get("timeout") or 0)
        with suppress(TimeoutError):
            await self.until(lambda: self._newest_poll != mine or bool(self._waiting), seconds)
        if self._newest_poll != mine:
            raise Refusal(
                409,
                "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
            )
        return list(self._waiting)[:limit]

    def _confirm(self, offset: int) -> None:
        """Everything below `offset` is gone for good; a negative one keeps that many of the newest."""
        while self._waiting and (self._waiting[0]["update_id"] < offset or len(self._waiting) > -offset > 0):
            self._waiting.popleft()

    async def _send_message(self, params: Json) -> Json:
        chat = self._chat(params)
        text = str(params.get("text", "")).strip()
        if not text:
            raise Refusal(400, "Bad Request: message text is empty")
        if _units(text) > TEXT_LIMIT:
            raise Refusal(400, "Bad Request: message is too long")
        if params.get("parse_mode"):
            raise Refusal(400, "Bad Request: unsupported parse_mode")
        replied = params.get("reply_parameters") or {}
        self.sent.append(Sent(chat["id"], text, replied.get("message_id")))
        return {
            "message_id": next(self._message_ids),
            "date": int(time()),
            "from": self.me,
            "chat": chat,
            "text": text,
        }

    def _send_chat_action(self, params: Json) -> bool:
        chat = self._chat(params)
        if params.get("action") not in ACTIONS:
            raise Refusal(400, "Bad Request: wrong parameter action in request")
        self.actions.append((chat["id"], params["action"]))
        return True

    def _delete_webhook(self, params: Json) -> bool:
        if params.get("drop_pending_updates"):
            self._waiting.clear()
        return True

    def _set_my_commands(self, params: Json) -> bool:
        commands = params.get("commands")
        if not isinstance(commands, list) or not all(re.fullmatch(r"[a-z0-9_]{1,32}", c["command"]) for c in commands):
            raise Refusal(400, "Bad Request: BOT_COMMAND_INVALID")
        self.commands = commands
        return True

    def _chat(self, params: Json) -> Json:
        if not params.get("chat_id"):
            raise Refusal(400, "Bad Request: chat_id is empty")
        chat = self._chats.get(int(params["chat_id"]))
        if chat is None:
            raise Refusal(400, "Bad Request: chat not found")
        if chat["id"] in self.blocked:
            raise Refusal(403, "Forbidden: bot was blocked by the user")
        return chat


async def _params(request: web.Request) -> Json:
    """Query, form or JSON, as the Bot API takes them; values that are JSON inside a form are opened."""
    if request.content_type == "application/json":
        return dict(await request.json()) | dict(request.query)
    form = {**request.query, **await request.post()}
    return {key: _opened(key, str(value)) for key, value in form.items()}


def _opened(key: str, value: str) -> Any:
    structured = key in ("allowed_updates", "commands", "reply_parameters", "drop_pending_updates")
    return json.loads(value.lower() if value in ("True", "False") else value) if structured else value


def _units(text: str) -> int:
    """Length in UTF-16 code units, the strictest way to count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _entities(text: str) -> list[Json]:
    return [
        {
            "type": "mention" if found[0].startswith("@") else "bot_command",
            "offset": _units(text[: found.start()]),
            "length": _units(found[0]),
        }
        for found in ENTITY.finditer(text)
    ]


async def _by_hand() -> None:
    async with FakeTelegram(port=8081) as telegram:
        print(f"ATTUNE_TELEGRAM_TOKEN={telegram.token} attune telegram --api-base {telegram.base_url}", flush=True)
        await converse(telegram, partial(telegram.says, user=1), lambda: [message.text for message in telegram.sent])


if __name__ == "__main__":
    asyncio.run(_by_hand())
