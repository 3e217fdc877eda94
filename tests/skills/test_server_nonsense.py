"""What is no answer at all: noise, a web page, nothing. The bot's own choice stands, and the trace says why."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from skills.server import server
from tests.skills.asked import OWN, turn

pytest.importorskip("openai")
SSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
PAGE = b"<!doctype html><title>Welcome</title><p>My cat Fluffington is on this page.</p>"
HTML = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + PAGE
GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + PAGE
NONSENSE = {
    "noise": bytes(range(256)) * 4,
    "no byte": b"",
    "half a head": b"HTTP/1.1 200 OK\r\nContent-Ty",
    "a page": HTML,
    "a gateway's page": GATEWAY,
    "no event": SSE,
    "only an end": SSE + b"data: [DONE]\n\n",
    "an empty piece": SSE + b"data: {}\n\ndata: [DONE]\n\n",
    "a list": SSE + b"data: [1, 2]\n\n",
    "a number for words": SSE + b'data: {"choices": [{"index": 0, "delta": {"content": 7}}]}\n\n',
    "no text encoding": SSE + b'data: {"choices": [{"index": 0, "delta": {"content": "\xff\xfe"}}]}\n\n',
    "half an event": SSE + b'data: {"choices": [{"index": 0, "delta": {"content": "The house is qu',
    "another's protocol": b"220 mail.example ESMTP ready\r\n",
}


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[str]:
    """The address of whatever answers each request with these bytes and hangs up."""

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answered, "127.0.0.1", 0) as there:
        yield f"http://127.0.0.1:{there.sockets[0].getsockname()[1]}/v1"


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("name", NONSENSE)
async def test_nonsense_is_a_failure_and_repeats_nothing(
    name: str, stream: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with answering(NONSENSE[name]) as url:
        step = await asyncio.wait_for(turn(server(base_url=url, model="tiny", retries=0, stream=stream), wait=20), 15)
    assert step.reply.text == OWN
    ((_, why),) = step.trace.missed
    assert why.startswith("failed: ")
    assert "Fluffington" not in caplog.text + why


async def test_a_reply_without_an_end_is_given_up() -> None:
    piece = b'data: {"choices": [{"index": 0, "delta": {"content": "%s"}}]}\n\n' % (b"on and " * 1000)
    async with answering(SSE + piece * 100) as url:
        step = await asyncio.wait_for(turn(server(base_url=url, model="tiny", retries=0), wait=20), 15)
    assert step.reply.text == OWN
    assert "its answer has no end" in step.trace.missed[0][1]
