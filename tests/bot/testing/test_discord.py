"""The fake Discord, spoken to as a program without a library would: it must be no kinder than the real one."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.testing.discord import FakeDiscord

GUILD = 5
DIRECT, GUILDS_AND_MESSAGES, CONTENT = 1 << 12, 1 << 0 | 1 << 9, 1 << 15


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(guilds=[GUILD], per=60.0) as fake:
        yield fake


async def post(discord: FakeDiscord, path: str, body: dict[str, Any], token: str | None = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {token or discord.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(f"{discord.url}/api/v10{path}", json=body) as response,
    ):
        return response.status, await response.json() if response.status != 204 else None


class Wire:
    """A bare gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket, self.token = socket, token

    async def receive(self) -> tuple[int, Any, str | None]:
        frame = json.loads(await self.socket.receive_str())
        return frame["op"], frame["d"], frame["t"]

    async def identify(self, intents: int) -> str:
        await self.socket.send_json({"op": 2, "d": {"token": self.token, "intents": intents}})
        op, data, name = await self.receive()
        assert (op, name) == (0, "READY")
        return str(data["session_id"])

    async def close_code(self) -> int | None:
        await self.socket.receive()
        return self.socket.close_code


@asynccontextmanager
async def wire(discord: FakeDiscord) -> AsyncIterator[Wire]:
    url = f"{discord.url}/gateway?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        connected = Wire(socket, discord.token)
        assert (await connected.receive())[0] == 10
        yield connected


async def test_it_knows_its_token(discord: FakeDiscord) -> None:
    status, body = await post(discord, f"/channels/{discord.dm(7)}/messages", {"content": "hi"}, token="wrong")
    assert (status, body["message"]) == (401, "401: Unauthorized")
    async with wire(discord) as line:
        await line.socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0}})
        assert await line.close_code() == 4004


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"content": "x" * 2001}, 400, 50035),
        ({"content": "🌱" * 1001}, 400, 50035),
        ({"content": "  "}, 400, 50006),
        ({"content": "hi", "nonce": "n" * 26}, 400, 50035),
        ({"content": "hi", "message_reference": {"message_id": "1"}}, 400, 50035),
    ],
)
async def test_what_it_does_not_send(discord: FakeDiscord, body: dict[str, Any], status: int, code: int) -> None:
    answered, error = await post(discord, f"/channels/{discord.dm(7)}/messages", body)
    assert (answered, error["code"]) == (status, code)
    assert discord.sent == []


async def test_unknown_and_closed_channels(discord: FakeDiscord) -> None:
    discord.closed_to_bots.add(7)
    unknown = await post(discord, "/channels/123/messages", {"content": "hi"})
    closed = await post(discord, f"/channels/{discord.dm(7)}/messages", {"content": "hi"})
    assert (unknown[0], unknown[1]["code"]) == (404, 10003)
    assert (closed[0], closed[1]["code"]) == (403, 50007)


async def test_a_nonce_counts_only_when_it_is_enforced(discord: FakeDiscord) -> None:
    path = f"/channels/{discord.dm(7)}/messages"
    first = await post(discord, path, {"content": "hi", "nonce": "n", "enforce_nonce": True})
    again = await post(discord, path, {"content": "hi", "nonce": "n", "enforce_nonce": True})
    assert first[1]["id"] == again[1]["id"]
    await post(discord, path, {"content": "hi", "nonce": "n"})
    assert discord.texts(discord.dm(7)) == ["hi", "hi"]


async def test_a_channel_takes_five_messages_at_a_time(discord: FakeDiscord) -> None:
    path = f"/channels/{discord.dm(7)}/messages"
    statuses = [(await post(discord, path, {"content": str(number)}))[0] for number in range(6)]
    assert statuses == [200] * 5 + [429]
    assert (await post(discord, f"/channels/{discord.dm(8)}/messages", {"content": "hi"}))[0] == 200


async def test_heartbeats_are_acknowledged(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.socket.send_json({"op": 1, "d": None})
        assert (await line.receive())[0] == 11


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([{"op": 99, "d": None}], 4001),
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": "fake-token.for-tests.only", "intents": CONTENT}}], 4014),
    ],
)
async def test_what_the_gateway_hangs_up_on(discord: FakeDiscord, frames: list[Any], code: int) -> None:
    async with wire(discord) as line:
        for frame in frames:
            await line.socket.send_json(frame)
        assert await line.close_code() == code


async def test_words_in_a_server_are_hidden_unless_it_is_spoken_to(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.identify(GUILDS_AND_MESSAGES)
        assert (await line.receive())[2] == "GUILD_CREATE"
        await discord.says("between ourselves", user=7, guild=GUILD)
        await discord.says("not for it: it may hear no direct messages", user=7)
        await discord.says(f"<@{discord.me['id']}> hello", user=7, guild=GUILD)
        contents = [(await line.receive())[1]["content"] for _ in range(2)]
    assert contents == ["", f"<@{discord.me['id']}> hello"]


async def test_a_lost_session_is_resumed_where_it_was(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        session = await line.identify(DIRECT)
        await discord.says("heard", user=7)
        await line.receive()
        await line.socket.close(code=4000)  # 1000 would be a goodbye
    resume = {"op": 6, "d": {"token": discord.token, "session_id": session, "seq": 2}}
    await discord.says("missed", user=7)
    async with wire(discord) as line:
        await line.socket.send_json(resume)
        assert (await line.receive())[1]["content"] == "missed"
        assert (await line.receive())[2] == "RESUMED"


async def test_an_unknown_session_is_invalid(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.socket.send_json({"op": 6, "d": {"token": discord.token, "session_id": "none", "seq": 0}})
        assert (await line.receive())[:2] == (9, False)
