"""A small Telegram: a Bot API server on loopback that speaks the real protocol to the unmodified client library.

    async with FakeTelegram() as telegram:
        ...                                  # a bot polls telegram.base_url with telegram.token, or sets a webhook
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["hi"]

Updates come again until the client has confirmed them; nothing that was sent twice is taken for once; errors are the
real ones (https://core.telegram.org/bots/api); ids grow from one start to the next. `python -m bot.testing.telegram`
lets you be the user.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections import defaultdict, deque
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any

from aiohttp import web

from bot.testing.loopback import converse
from bot.testing.telegram_methods import Methods
from bot.testing.telegram_rules import (
    BAD_GATEWAY,
    LOST_AFTER,
    LOST_BEFORE,
    Fault,
    FloodControl,
    Json,
    Lost,
    Refusal,
    bad,
    flood,
)
from bot.testing.telegram_sending import Draft, Sent, Upload
from bot.testing.telegram_updates import Updates

__all__ = [
    "BAD_GATEWAY",
    "LOST_AFTER",
    "LOST_BEFORE",
    "TOKEN",
    "Draft",
    "FakeTelegram",
    "FloodControl",
    "Lost",
    "Refusal",
    "Sent",
    "Upload",
    "flood",
]
TOKEN = "1234567890:AAFakeTokenForTestsOnly-0123456789_"
TOKEN_SHAPE = re.compile(r"^\d+:[\w-]{35}")
STRUCTURED = (
    *("allowed_updates", "commands", "drop_pending_updates", "entities", "reply_markup", "reply_parameters"),
    *("scope", "show_alert", "link_preview_options"),
)


class FakeTelegram(Methods):
    """`faults[method]` holds what goes wrong with the next calls of a method; `mishap(method)` may add to that.

    While it is `unconfirmable`, every question for updates that would confirm some is lost on its way. `resend` is the
    unit of time in which a webhook is tried again.
    """

    def __init__(
        self,
        token: str = TOKEN,
        username: str = "attune_bot",
        port: int = 0,
        *,
        limits: FloodControl | None = None,
        resend: float = 1.0,
    ) -> None:
        super().__init__(limits, port)
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
        self.faults: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self.mishap: Callable[[str], Fault | None] = lambda _: None
        self.updates = Updates(self.changed, self.until, self._carry_out, resend)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.updates.delete_hook({})
        await super().__aexit__(kind, error, trace)

    @property
    def base_url(self) -> str:
        """What python-telegram-bot calls `base_url`."""
        return f"{self.url}/bot"

    @property
    def file_url(self) -> str:
        """What python-telegram-bot calls `base_file_url`."""
        return f"{self.url}/file/bot"

    @property
    def unconfirmable(self) -> bool:
        return self.updates.unconfirmable

    @unconfirmable.setter
    def unconfirmable(self, yes: bool) -> None:
        self.updates.unconfirmable = yes

    # -- looking on

    async def heard(self, chat: int, at_least: int = 1) -> list[str]:
        """The texts in a chat, once there are so many."""
        await self.until(lambda: len(self.texts(chat)) >= at_least)
        return self.texts(chat)

    def texts(self, chat: int) -> list[str]:
        return [message.text for message in self.sent if message.chat == chat]

    async def confirmed(self) -> None:
        """Wait until the client has confirmed every update."""
        await self.until(lambda: not self.updates.waiting)

    def unconfirmed(self) -> int:
        """How many updates the client has not confirmed."""
        return len(self.updates.waiting)

    def is_polled(self) -> bool:
        """True once somebody has asked for updates."""
        return self.updates.is_polled()

    # -- the server

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/file/bot{token}/{name}", self._download),
            web.route("*", "/bot{token}/{method}", self._serve),
        ]

    def methods(self) -> dict[str, Callable[[Json], Any]]:
        updates = {
            "getupdates": self.updates.get,
            "setwebhook": self.updates.set_hook,
            "deletewebhook": self.updates.delete_hook,
            "getwebhookinfo": self.updates.about_hook,
        }
        return super().methods() | updates

    async def _serve(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        try:
            self._check_token(request.match_info["token"])
            params = await _params(request)
            fault = self.faults[method].popleft() if self.faults[method] else self.mishap(method)
            if isinstance(fault, Refusal):
                raise fault
            if fault and not fault.accepted:
                return _hang_up(request)
            result = await self._carry_out(method, params)
            if fault:
                return _hang_up(request)
        except Refusal as refusal:
            return refusal.response()
        finally:
            await self.changed()
        return web.json_response({"ok": True, "result": result})

    async def _carry_out(self, method: str, params: Json) -> Any:
        answer = self.methods().get(method.lower())
        if answer is None:
            raise Refusal(404, "Not Found: method not found")
        result = answer(params)
        return await result if inspect.isawaitable(result) else result

    async def _download(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if request.match_info["token"] != self.token or name not in self.files:
            return Refusal(404, "Not Found").response()
        return web.Response(body=self.files[name])

    def _check_token(self, token: str) -> None:
        if not TOKEN_SHAPE.fullmatch(token):
            raise Refusal(404, "Not Found")
        if token != self.token:
            raise Refusal(401, "Unauthorized")


def _hang_up(request: web.Request) -> web.Response:
    if request.transport:
        request.transport.abort()
    return web.Response()


async def _params(request: web.Request) -> Json:
    """Query, form or JSON, as the Bot API takes them; values that are JSON inside a form are opened."""
    try:
        if request.content_type == "application/json":
            return dict(await request.json()) | dict(request.query)
        form = {**request.query, **await request.post()}
        return {key: _opened(key, value) for key, value in form.items()}
    except (ValueError, TypeError):
        raise bad("can't parse the parameters of the request") from None


def _opened(key: str, value: Any) -> Any:
    if isinstance(value, web.FileField):
        return Upload(value.filename, value.file.read(), key)
    if key in STRUCTURED:
        return json.loads(value.lower() if value in ("True", "False") else value)
    return str(value)


async def _by_hand() -> None:
    async with FakeTelegram() as telegram:
        command = f"ATTUNE_TELEGRAM_TOKEN={telegram.token} attune telegram --api-base {telegram.base_url}"
        says, texts = partial(telegram.says, user=1), partial(telegram.texts, 1)
        await converse(telegram, command, telegram.is_polled, says, texts)


if __name__ == "__main__":
    asyncio.run(_by_hand())
