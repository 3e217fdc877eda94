"""Clients that never come to an end of what they ask, over real sockets."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from ipaddress import ip_network

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from bot.frontends.connections import LARGEST, Gate, files, http, ws
from bot.frontends.telegram.webhook import listening

SOON = 0.3
"""Seconds that a request is given here; dripping takes a tenth of it a byte."""
HEAD = b"POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n"
Opened = Callable[[Gate], AbstractAsyncContextManager[int]]


async def echo(request: Request) -> Response:
    return PlainTextResponse(await request.body())


async def hello(_: Request) -> Response:
    return PlainTextResponse("hello")


async def talk(websocket: WebSocket) -> None:
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(text)


def application() -> Starlette:
    return Starlette(routes=[Route("/echo", echo, methods=["POST"]), Route("/", hello), WebSocketRoute("/ws", talk)])


@pytest.fixture
def opened() -> Opened:
    @asynccontextmanager
    async def open_server(gate: Gate) -> AsyncIterator[int]:
        with socket.create_server(("127.0.0.1", 0)) as place:
            config = uvicorn.Config(application(), http=http(gate), ws=ws(gate), lifespan="off", log_config=None)
            server = uvicorn.Server(config)
            task = asyncio.create_task(server._serve([place]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                yield place.getsockname()[1]
            finally:
                server.should_exit = server.force_exit = True
                await task

    return open_server


async def drips(port: int, first: bytes, byte: bytes, until: float = 30 * SOON) -> bytes:
    """What comes back to a dripping client until the other side hangs up; TimeoutError if it does not."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def drip() -> None:
        with suppress(OSError):
            while True:
                writer.write(byte)
                await writer.drain()
                await asyncio.sleep(SOON / 10)

    writer.write(first)
    dripping = asyncio.create_task(drip())
    try:
        async with asyncio.timeout(until):
            with suppress(ConnectionResetError):
                return await reader.read()
            return b""
    finally:
        dripping.cancel()
        await asyncio.gather(dripping, return_exceptions=True)
        writer.close()


@pytest.mark.parametrize(
    ("first", "byte"),
    [
        (b"", b""),  # says nothing at all
        (b"GE", b""),
        (b"GET /", b"a"),
        (b"GET / HTTP/1.1\r\nHost: here\r\n", b"a"),
        (b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", b"G"),  # the second request of a connection
        (HEAD, b""),
        (HEAD.replace(b"10", b"1000"), b"a"),
        (b"GET / HTTP/1.1\r\nHost: here\r\nContent-Length: 9999\r\n\r\n", b"a"),  # answered, and goes on
        (b"POST /echo HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    ],
)
async def test_who_never_ends_a_request_is_hung_up_on(opened: Opened, first: bytes, byte: bytes) -> None:
    async with opened(Gate(each=10, head=SOON, body=SOON)) as port:
        await drips(port, first, byte)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            assert (await client.get("/")).text == "hello"


async def test_who_asks_in_time_is_answered_however_often(opened: Opened) -> None:
    patience, clock = 1.0, asyncio.get_running_loop().time
    async with opened(Gate(each=10, head=patience, body=patience)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        begun = clock()
        while clock() - begun < patience * 1.5:  # the time for one request is long over
            for part in (HEAD[:20], HEAD[20:], b"12345", b"67890"):
                writer.write(part)
                await asyncio.sleep(patience / 100)
            answer = await reader.readuntil(b"1234567890")
            assert answer.startswith(b"HTTP/1.1 200")
        writer.close()


async def test_a_websocket_stays_as_long_as_it_likes(opened: Opened) -> None:
    async with opened(Gate(each=1, head=SOON, body=SOON)) as port, connect(f"ws://127.0.0.1:{port}/ws") as wire:
        await asyncio.sleep(SOON * 2)
        await wire.send("still here")
        assert await wire.recv() == "still here"
        assert await drips(port, b"", b"") == b""  # it counts as a connection of its address


async def test_an_address_holds_only_so_many_and_room_comes_back(opened: Opened) -> None:
    gate = Gate(each=3, head=60, body=60)
    async with opened(gate) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        assert await drips(port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", b"") == b""
        other = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=other) as client:
            assert (await client.get("/")).text == "hello"
        for _, writer in held:
            writer.close()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client, asyncio.timeout(10):
            while True:
                with suppress(httpx.TransportError):
                    assert (await client.get("/")).text == "hello"
                    break
    async with asyncio.timeout(10):
        while gate.open:
            await asyncio.sleep(0.01)


async def test_a_proxy_holds_as_many_as_there_are(opened: Opened) -> None:
    gate = Gate(each=1, together=4, proxies=(ip_network("127.0.0.0/8"),), head=60, body=60)
    async with opened(gate) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
        held[3][1].write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert (await held[3][0].readline()).startswith(b"HTTP/1.1 200")
        assert await drips(port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", b"") == b""
        for _, writer in held:
            writer.close()


@pytest.mark.parametrize(("soft", "found"), [(1024, 512), (2**30, LARGEST), (resource.RLIM_INFINITY, LARGEST)])
def test_half_of_the_files_are_for_connections(monkeypatch: pytest.MonkeyPatch, soft: int, found: int) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, soft))
    assert files() == found


@pytest.mark.parametrize("first", [b"POST /in HTTP/1.1\r\nHo", HEAD])
async def test_telegrams_route_hangs_up_on_them_too(monkeypatch: pytest.MonkeyPatch, first: bytes) -> None:
    monkeypatch.setattr("bot.frontends.connections.HEAD", SOON)
    monkeypatch.setattr("bot.frontends.connections.BODY", SOON)
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = int(place.getsockname()[1])
    async with listening("127.0.0.1", port, application()):
        await drips(port, first, b"a")
