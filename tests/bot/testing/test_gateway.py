"""The gateway of the fake Discord, spoken to without a library."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.testing.discord import FakeDiscord

GUILD = 5
OTHER = 1 << 22 | 5
"""A guild of the second of two shards."""
DIRECT, GUILDS_AND_MESSAGES, CONTENT = 1 << 12, 1 << 0 | 1 << 9, 1 << 15
TOKEN = "fake-token.for-tests.only"


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(guilds=[GUILD, OTHER]) as fake:
        yield fake


class Wire:
    """A bare gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket, self.token = socket, token

    async def receive(self) -> tuple[int, Any, str | None]:
        frame = json.loads(await self.socket.receive_str())
        return frame["op"], frame["d"], frame["t"]

    async def identify(self, intents: int, shard: tuple[int, int] = (0, 1)) -> str:
        await self.socket.send_json({"op": 2, "d": {"token": self.token, "intents": intents, "shard": shard}})
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


async def test_heartbeats_are_acknowledged(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.socket.send_json({"op": 1, "d": None})
        assert (await line.receive())[0] == 11


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([{"op": 99, "d": None}], 4001),
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": TOKEN, "intents": CONTENT}}], 4014),
        ([{"op": 2, "d": {"token": "wrong", "intents": 0}}], 4004),
        ([{"op": 2, "d": {"token": TOKEN, "intents": 0, "shard": [2, 2]}}], 4010),
        (["no payload"], 4002),
        ([{"op": 1, "d": "x" * 5000}], 4002),
    ],
)
async def test_what_the_gateway_hangs_up_on(discord: FakeDiscord, frames: list[Any], code: int) -> None:
    async with wire(discord) as line:
        for frame in frames:
            await line.socket.send_json(frame)
        assert await line.close_code() == code


async def test_two_identifications_and_a_flood_end_the_connection(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.identify(DIRECT)
        await line.socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": DIRECT}})
        assert await line.close_code() == 4005
    async with wire(discord) as line:
        discord.gateway.deaf = True
        for _ in range(121):
            await line.socket.send_json({"op": 1, "d": None})
        assert await line.close_code() == 4008


async def test_who_sends_no_heartbeat_is_hung_up_on(discord: FakeDiscord) -> None:
    discord.gateway.heartbeat_ms = 100
    async with wire(discord) as line:
        assert await line.close_code() == 4009


async def test_words_in_a_server_are_hidden_unless_it_is_spoken_to(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.identify(GUILDS_AND_MESSAGES)
        assert [(await line.receive())[2] for _ in range(2)] == ["GUILD_CREATE"] * 2
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


async def test_a_session_that_was_lost_and_a_sequence_from_the_future_cannot_be_resumed(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        session = await line.identify(DIRECT)
        await line.socket.close(code=4000)
    resume = {"token": discord.token, "session_id": session}
    async with wire(discord) as line:
        await line.socket.send_json({"op": 6, "d": resume | {"seq": 9}})
        assert await line.close_code() == 4007
    await discord.gateway.forget()
    async with wire(discord) as line:
        await line.socket.send_json({"op": 6, "d": resume | {"seq": 1}})
        assert (await line.receive())[:2] == (9, False)


async def test_sessions_may_begin_only_so_often(discord: FakeDiscord) -> None:
    discord.gateway.starts_per = 5.0
    async with wire(discord) as line, wire(discord) as other:
        await line.identify(DIRECT)
        await other.socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": DIRECT}})
        assert (await other.receive())[:2] == (9, False)


async def test_each_shard_is_told_of_its_own(discord: FakeDiscord) -> None:
    async with wire(discord) as first, wire(discord) as second:
        for number, line in enumerate((first, second)):
            await line.identify(GUILDS_AND_MESSAGES | DIRECT, (number, 2))
        assert [(await line.receive())[1]["id"] for line in (first, second)] == [str(GUILD), str(OTHER)]
        await discord.says("there", user=7, guild=OTHER)
        await discord.says("direct", user=7)
        await discord.says("here", user=7, guild=GUILD)
        heard = [(await first.receive())[1]["channel_id"] for _ in range(2)]
        assert heard == [str(discord.dm(7)), str(discord.guild_channel(GUILD))]
        assert (await second.receive())[1]["channel_id"] == str(discord.guild_channel(OTHER))


async def test_events_come_out_of_order_and_twice_when_told_to(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.identify(DIRECT)
        async with discord.gateway.disorder():
            for number in range(3):
                message = await discord.says(str(number), user=7)
        await discord.again(message)
        assert [(await line.receive())[1]["content"] for _ in range(4)] == ["2", "1", "0", "2"]


async def test_edits_and_deletions_are_told(discord: FakeDiscord) -> None:
    async with wire(discord) as line:
        await line.identify(DIRECT)
        message = await discord.says("one", user=7)
        await discord.amends(message, "two")
        await discord.deletes(message)
        told = [await line.receive() for _ in range(3)]
    assert [name for _, _, name in told] == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    assert (told[0][1]["edited_timestamp"], told[1][1]["content"]) == (None, "two")
    assert told[1][1]["edited_timestamp"]


async def test_threads_are_told_with_their_guild(discord: FakeDiscord) -> None:
    thread = discord.thread(GUILD)
    async with wire(discord) as line:
        await line.identify(GUILDS_AND_MESSAGES)
        guild = (await line.receive())[1]
    assert [(one["id"], one["parent_id"]) for one in guild["threads"]] == [
        (str(thread), str(discord.guild_channel(GUILD)))
    ]
