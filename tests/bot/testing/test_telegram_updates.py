"""How updates reach a bot: by asking, and at its webhook over real HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from telegram import Bot, Update
from telegram.error import BadRequest, Conflict

from bot.testing.loopback import Loopback
from bot.testing.telegram import FakeTelegram

SECRET = "only-Telegram_knows"


class Webhook(Loopback):
    """Keeps what it is told in `told`; `answers` are given first, then plain yeses."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[dict[str, Any]] = []
        self.secrets: set[str | None] = set()
        self.answers: list[web.Response | None] = []
        self.at_once, self.most_at_once, self.seconds = 0, 0, 0.0

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/hook", self._hear)]

    async def _hear(self, request: web.Request) -> web.Response:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(self.seconds)
        self.at_once -= 1
        self.secrets.add(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        answer = self.answers.pop(0) if self.answers else web.Response()
        if answer is None and request.transport:
            request.transport.abort()
        elif answer and answer.status == 200:
            self.told.append(await request.json())
        await self.changed()
        return answer or web.Response()

    def texts(self) -> list[str]:
        return [update["message"]["text"] for update in self.told]


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(resend=0.005) as fake:
        yield fake


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(telegram.token, base_url=telegram.base_url) as client:
        yield client


@pytest.fixture
async def hook() -> AsyncIterator[Webhook]:
    async with Webhook() as server:
        yield server


async def texts(bot: Bot, **options: Any) -> list[str | None]:
    return [update.effective_message.text for update in await bot.get_updates(**options) if update.effective_message]


async def test_only_what_was_asked_for_comes(telegram: FakeTelegram, bot: Bot) -> None:
    await bot.get_updates(allowed_updates=[Update.MESSAGE])
    update = await telegram.says("helo", user=7)
    await telegram.amends(update, "hello")
    assert await texts(bot) == ["helo"]
    await bot.get_updates(allowed_updates=[Update.MESSAGE, Update.EDITED_MESSAGE])
    await telegram.amends(update, "hello!")
    assert await texts(bot) == ["helo", "hello!"]


async def test_an_update_can_come_again_after_it_was_confirmed(telegram: FakeTelegram, bot: Bot) -> None:
    update = await telegram.says("hello", user=7)
    assert await texts(bot, offset=update["update_id"] + 1) == []
    await telegram.again(update)
    assert await texts(bot, offset=update["update_id"] + 1) == ["hello"]
    assert await texts(bot) == []


async def test_a_webhook_is_told_in_order_with_its_secret(telegram: FakeTelegram, bot: Bot, hook: Webhook) -> None:
    await telegram.says("waited", user=7)
    await bot.set_webhook(f"{hook.url}/hook", secret_token=SECRET)
    for number in range(5):
        await telegram.says(f"number {number}", user=7)
    await telegram.confirmed()
    assert hook.texts() == ["waited", *(f"number {number}" for number in range(5))]
    assert hook.secrets == {SECRET}
    assert Update.de_json(hook.told[0], bot).message


async def test_chats_are_told_side_by_side_as_far_as_there_is_room(
    telegram: FakeTelegram, bot: Bot, hook: Webhook
) -> None:
    hook.seconds = 0.02
    telegram.updates.shuffle = Random(3)
    for number in range(4):
        for user in range(1, 7):
            await telegram.says(f"{user} {number}", user=user)
    await bot.set_webhook(f"{hook.url}/hook", max_connections=3)
    await telegram.confirmed()
    assert hook.most_at_once == 3
    for user in range(1, 7):
        assert [text for text in hook.texts() if text.startswith(f"{user} ")] == [f"{user} {n}" for n in range(4)]
    assert [text[0] for text in hook.texts()] != sorted(text[0] for text in hook.texts())


async def test_what_a_webhook_does_not_take_comes_again(telegram: FakeTelegram, bot: Bot, hook: Webhook) -> None:
    hook.answers = [web.Response(status=500), None, web.Response(status=404)]
    await bot.set_webhook(f"{hook.url}/hook")
    await telegram.says("hello", user=7)
    await telegram.confirmed()
    assert hook.texts() == ["hello"]
    assert [message.partition(": ")[2] or message for message in telegram.updates.failed] == [
        "500 Internal Server Error",
        "Webhook connection closed",
        "404 Not Found",
    ]
    info = await bot.get_webhook_info()
    assert (info.pending_update_count, info.last_error_message) == (0, "Wrong response from the webhook: 404 Not Found")


async def test_a_webhook_may_be_told_twice(telegram: FakeTelegram, bot: Bot, hook: Webhook) -> None:
    await bot.set_webhook(f"{hook.url}/hook")
    update = await telegram.says("hello", user=7)
    await telegram.confirmed()
    await telegram.again(update)
    await hook.until(lambda: len(hook.told) == 2)
    assert hook.told == [update, update]


async def test_a_webhook_may_answer_with_a_call(telegram: FakeTelegram, bot: Bot, hook: Webhook) -> None:
    hook.answers = [
        web.json_response({"method": "sendMessage", "chat_id": 7, "text": "hi"}),
        web.json_response({"method": "deleteWebhook"}),
    ]
    await bot.set_webhook(f"{hook.url}/hook")
    for _ in range(2):
        await telegram.says("hello", user=7)
    await telegram.confirmed()
    assert telegram.texts(7) == ["hi"]
    assert (await bot.get_webhook_info()).url == f"{hook.url}/hook"


async def test_one_cannot_ask_while_there_is_a_webhook(telegram: FakeTelegram, bot: Bot, hook: Webhook) -> None:
    await bot.set_webhook(f"{hook.url}/hook")
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await bot.get_updates()
    await bot.delete_webhook()
    await telegram.says("hello", user=7)
    assert await texts(bot) == ["hello"]
    await bot.delete_webhook(drop_pending_updates=True)
    assert await texts(bot) == []
    assert hook.told == []


@pytest.mark.parametrize(
    ("url", "secret", "said"),
    [("http://example.org/hook", "", "an https url must be provided"), ("https://example.org", "a b", "unallowed")],
)
async def test_webhooks_that_are_refused(bot: Bot, url: str, secret: str, said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        await bot.set_webhook(url, secret_token=secret)


async def test_nonsense_in_a_call_is_a_bad_request(telegram: FakeTelegram) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{telegram.base_url}{telegram.token}/sendMessage", data={"reply_markup": "{"}) as response,
    ):
        assert response.status == 400
