"""The fake Telegram, spoken to as a program without a library would: it must be no kinder than the real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.testing.telegram import FakeTelegram, flood


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        yield fake


async def call(telegram: FakeTelegram, method: str, token: str | None = None, **params: Any) -> tuple[int, Any]:
    """(status, result or description)."""
    url = f"{telegram.base_url}{token or telegram.token}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=params) as response:
        body = await response.json()
    assert body["ok"] == (response.status == 200)
    return response.status, body["result"] if body["ok"] else body["description"]


async def update_ids(telegram: FakeTelegram, **params: Any) -> list[int]:
    _, updates = await call(telegram, "getUpdates", **params)
    return [update["update_id"] for update in updates]


async def test_it_knows_its_token(telegram: FakeTelegram) -> None:
    assert (await call(telegram, "getMe"))[1]["username"] == "attune_bot"
    assert await call(telegram, "getMe", token="1234567890:AAAnotherTokenOfTheRightShape-01234") == (
        401,
        "Unauthorized",
    )
    assert await call(telegram, "getMe", token="nonsense") == (404, "Not Found")
    assert await call(telegram, "makeCoffee") == (404, "Not Found: method not found")


async def test_updates_come_again_until_they_are_confirmed(telegram: FakeTelegram) -> None:
    one, two = [(await telegram.says(text, user=7))["update_id"] for text in ("one", "two")]
    assert await update_ids(telegram) == [one, two]
    assert await update_ids(telegram) == [one, two]
    assert await update_ids(telegram, limit=1) == [one]
    assert await update_ids(telegram, offset=one + 1) == [two]
    assert await update_ids(telegram) == [two]
    assert await update_ids(telegram, offset=two + 1) == []


async def test_a_negative_offset_forgets_all_but_the_newest(telegram: FakeTelegram) -> None:
    ids = [(await telegram.says(text, user=7))["update_id"] for text in ("one", "two", "three")]
    assert await update_ids(telegram, offset=-1) == ids[-1:]
    assert await update_ids(telegram) == ids[-1:]


@pytest.mark.parametrize(
    ("params", "answer"),
    [
        ({"chat_id": 7, "text": "x" * 4097}, (400, "Bad Request: message is too long")),
        ({"chat_id": 7, "text": "🌱" * 2049}, (400, "Bad Request: message is too long")),
        ({"chat_id": 7, "text": " \n"}, (400, "Bad Request: message text is empty")),
        ({"chat_id": 7}, (400, "Bad Request: message text is empty")),
        ({"text": "hi"}, (400, "Bad Request: chat_id is empty")),
        ({"chat_id": 8, "text": "hi"}, (400, "Bad Request: chat not found")),
        ({"chat_id": 9, "text": "hi"}, (403, "Forbidden: bot was blocked by the user")),
    ],
)
async def test_what_it_does_not_send(telegram: FakeTelegram, params: dict[str, Any], answer: tuple[int, str]) -> None:
    telegram.meet(7)
    telegram.meet(9)
    telegram.blocked.add(9)
    assert await call(telegram, "sendMessage", **params) == answer
    assert telegram.sent == []


async def test_it_takes_the_longest_message_there_is(telegram: FakeTelegram) -> None:
    telegram.meet(7)
    assert (await call(telegram, "sendMessage", chat_id=7, text="x" * 4096))[0] == 200
    assert telegram.texts(7) == ["x" * 4096]


async def test_a_flood_says_for_how_long(telegram: FakeTelegram) -> None:
    telegram.meet(7)
    telegram.faults["sendMessage"].append(flood(3))
    url = f"{telegram.base_url}{telegram.token}/sendMessage"
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, data={"chat_id": 7, "text": "hi"}) as response,
    ):
        assert response.status == 429
        assert (await response.json())["parameters"] == {"retry_after": 3}
    assert (await call(telegram, "sendMessage", chat_id=7, text="hi"))[0] == 200


async def test_the_older_of_two_questions_for_updates_is_ended(telegram: FakeTelegram) -> None:
    older = asyncio.create_task(call(telegram, "getUpdates", timeout=30))
    await telegram.until(telegram.is_polled)
    assert await call(telegram, "getUpdates") == (200, [])
    assert (await older)[0] == 409


async def test_wrong_actions_and_commands_are_refused(telegram: FakeTelegram) -> None:
    telegram.meet(7)
    assert (await call(telegram, "sendChatAction", chat_id=7, action="dancing"))[0] == 400
    assert (await call(telegram, "setMyCommands", commands=[{"command": "Not Small", "description": "x"}]))[0] == 400


async def test_mentions_and_commands_are_marked_in_utf16(telegram: FakeTelegram) -> None:
    update = await telegram.says("🌱 @attune_bot /start", user=7)
    assert update["message"]["entities"] == [
        {"type": "mention", "offset": 3, "length": 11},
        {"type": "bot_command", "offset": 15, "length": 6},
    ]
