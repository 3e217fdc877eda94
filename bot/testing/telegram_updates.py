"""The updates of a bot at Telegram: kept until it has them, given to whoever asks, or brought to its webhook."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import time
from typing import Any

import aiohttp

from bot.testing.telegram_rules import BAD_GATEWAY, SECRET, Json, Refusal, bad, numbers

ONLY_WHEN_ASKED_FOR = ("chat_member", "message_reaction", "message_reaction_count")
LONGEST_PAUSE = 60.0
NEVER_AS_AN_ANSWER = ("deletewebhook", "setwebhook", "close", "logout")
Until = Callable[[Callable[[], bool], float | None], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Hook:
    """Where updates are brought to."""

    url: str
    secret: str = ""
    connections: int = 40


@dataclass(slots=True)
class Updates:
    """What a bot has not confirmed; `unconfirmable` loses every question that would confirm some.

    `polls` counts the bot's questions. `changed` is called when something happened, `until` waits for that;
    `carry_out` does what a webhook answers with.
    """

    changed: Callable[[], Awaitable[None]]
    until: Until
    carry_out: Callable[[str, Json], Awaitable[Any]]
    resend: float = 1.0
    waiting: deque[Json] = field(default_factory=deque)
    unconfirmable: bool = False
    shuffle: Random | None = None
    hook: Hook | None = None
    failed: list[str] = field(default_factory=list)
    _allowed: tuple[str, ...] = ()
    _once_more: deque[Json] = field(default_factory=deque)
    _ids: Iterator[int] = field(default_factory=numbers)
    polls: int = 0
    _delivery: asyncio.Task[None] | None = None

    async def add(self, kind: str, content: Json) -> Json:
        """Keep an update for the bot, unless it has said that it does not want to hear of such things."""
        update = {"update_id": next(self._ids), kind: content}
        if kind in self._allowed or (not self._allowed and kind not in ONLY_WHEN_ASKED_FOR):
            self.waiting.append(update)
        await self.changed()
        return update

    async def again(self, update: Json) -> None:
        """Give it once more, whether or not the bot has confirmed it."""
        self._once_more.append(update)
        await self.changed()

    def is_polled(self) -> bool:
        return self.polls > 0

    # -- the bot asks

    async def get(self, params: Json) -> list[Json]:
        """getUpdates: confirms everything below `offset` and waits for more."""
        if self.hook:
            raise Refusal(
                409,
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the "
                "webhook first",
            )
        offset, limit = int(params.get("offset") or 0), min(max(int(params.get("limit") or 100), 1), 100)
        self._allow(params)
        if self.unconfirmable and self.waiting and self.waiting[0]["update_id"] < offset:
            raise BAD_GATEWAY
        self.polls = mine = self.polls + 1
        self._confirm(offset)
        await self.changed()
        seconds = min(float(params.get("timeout") or 0), 50.0)
        with suppress(TimeoutError):
            await self.until(lambda: self.polls != mine or bool(self.waiting or self._once_more), seconds)
        if self.polls != mine:
            raise Refusal(
                409,
                "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
            )
        repeated = [self._once_more.popleft() for _ in range(min(limit, len(self._once_more)))]
        return [*repeated, *list(self.waiting)[: limit - len(repeated)]]

    def _confirm(self, offset: int) -> None:
        """Everything below `offset` is gone for good; a negative one keeps that many of the newest."""
        while self.waiting and (self.waiting[0]["update_id"] < offset or len(self.waiting) > -offset > 0):
            self.waiting.popleft()

    def _allow(self, params: Json) -> None:
        if "allowed_updates" not in params:
            return
        wanted = params["allowed_updates"]
        if not isinstance(wanted, list):
            raise bad("can't parse allowed updates")
        self._allowed = tuple(wanted)

    # -- the bot is told

    async def set_hook(self, params: Json) -> bool:
        """setWebhook. Plain HTTP to this machine is taken, as a Bot API server of one's own does in local mode."""
        url, secret = str(params.get("url") or ""), str(params.get("secret_token") or "")
        if not url:
            return await self.delete_hook(params)
        if not re.match(r"https://|http://(127\.0\.0\.1|localhost|\[::1\])[:/]", url):
            raise bad("bad webhook: An HTTPS URL must be provided for webhook")
        if secret and not SECRET.fullmatch(secret):
            raise bad("secret token contains unallowed characters")
        await self.delete_hook(params)
        self._allow(params)
        self.hook = Hook(url, secret, min(max(int(params.get("max_connections") or 40), 1), 100))
        self._delivery = asyncio.create_task(self._deliver(self.hook))
        return True

    async def delete_hook(self, params: Json) -> bool:
        if params.get("drop_pending_updates"):
            self.waiting.clear()
        self.hook = None
        if self._delivery:
            self._delivery.cancel()
            await asyncio.wait([self._delivery])
            self._delivery = None
        return True

    def about_hook(self, _: Json) -> Json:
        """getWebhookInfo."""
        hook = self.hook or Hook("")
        about: Json = {"url": hook.url, "has_custom_certificate": False, "pending_update_count": len(self.waiting)}
        if hook.url:
            about |= {"max_connections": hook.connections, "ip_address": "127.0.0.1"}
        if self._allowed:
            about["allowed_updates"] = list(self._allowed)
        if self.failed:
            about |= {"last_error_date": int(time()), "last_error_message": self.failed[-1]}
        return about

    async def _deliver(self, hook: Hook) -> None:
        """Bring the updates of a chat one after the other, those of different chats side by side."""
        room = asyncio.Semaphore(hook.connections)
        under_way: set[object] = set()
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(60)) as session, asyncio.TaskGroup() as group:

            def ready() -> list[Json]:
                return [update for update in self._queued() if place(update) not in under_way]

            async def bring(update: Json) -> None:
                await self._bring(session, hook, update, room)
                under_way.discard(place(update))
                await self.changed()

            while True:
                await self.until(lambda: bool(ready()), None)
                for update in ready():
                    if place(update) not in under_way:
                        under_way.add(place(update))
                        group.create_task(bring(update))

    def _queued(self) -> list[Json]:
        queued = [*self._once_more, *self.waiting]
        if self.shuffle:  # which chat comes first is nobody's promise; within a chat the order stands
            rank = {place(update): self.shuffle.random() for update in queued}
            queued.sort(key=lambda update: rank[place(update)])
        return queued

    async def _bring(self, session: aiohttp.ClientSession, hook: Hook, update: Json, room: asyncio.Semaphore) -> None:
        pause, tries = 1.0, 0
        while not await self._accepted(session, hook, update, room):
            tries += 1
            if tries > 1:  # the first repetition comes at once
                pause = min(2 * pause, LONGEST_PAUSE)
                await asyncio.sleep(pause * self.resend)
        for queue in (self._once_more, self.waiting):
            if update in queue:
                queue.remove(update)
                break

    async def _accepted(
        self, session: aiohttp.ClientSession, hook: Hook, update: Json, room: asyncio.Semaphore
    ) -> bool:
        headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
        try:
            async with room, session.post(hook.url, json=update, headers=headers) as response:
                answer = await response.read()
                if 200 <= response.status < 300:
                    await self._follow(answer)
                    return True
                self.failed.append(f"Wrong response from the webhook: {response.status} {response.reason}")
        except (aiohttp.ClientError, TimeoutError) as error:
            self.failed.append(
                "Webhook connection closed" if isinstance(error, aiohttp.ClientError) else "Read timeout"
            )
        return False

    async def _follow(self, answer: bytes) -> None:
        """A webhook may answer with a call; its result is told to nobody."""
        with suppress(ValueError, Refusal):
            call = json.loads(answer)
            method = str(call.pop("method", "")).lower() if isinstance(call, dict) else ""
            if method and method not in NEVER_AS_AN_ANSWER and not method.startswith("get"):
                await self.carry_out(method, call)


def place(update: Json) -> object:
    """What keeps the order of updates: those of one chat come one after the other."""
    content = next(value for key, value in update.items() if key != "update_id")
    message = content.get("message", content)
    return message.get("chat", content.get("from", {})).get("id", update["update_id"])
