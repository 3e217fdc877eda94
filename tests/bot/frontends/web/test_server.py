"""The server around the pages, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from bot.registry import Skill
from tests.bot.frontends.test_connections import SOON, drips

Door = Callable[..., AbstractAsyncContextManager[Any]]


@pytest.mark.parametrize("first", [b"GET / HTTP/1.1\r\nHo", b"POST /say HTTP/1.1\r\nContent-Length: 9\r\n\r\n"])
async def test_who_never_ends_a_request_is_hung_up_on(
    door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    monkeypatch.setattr("bot.frontends.connections.HEAD", SOON)
    monkeypatch.setattr("bot.frontends.connections.BODY", SOON)
    async with door(echo) as opened:
        await drips(int(opened.base.rpartition(":")[2]), first, b"a")


async def test_an_address_has_twice_as_many_connections_as_pages(door: Door, echo: Skill) -> None:
    async with door(echo, neighbours=1) as opened:
        port = int(opened.base.rpartition(":")[2])
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        assert await drips(port, b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", b"") == b""
        held[0][1].write(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        assert (await held[0][0].readline()).startswith(b"HTTP/1.1 200")
        for _, writer in held:
            writer.close()
