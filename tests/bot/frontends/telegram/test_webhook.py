from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from telegram import Bot as Account
from telegram import Update

from bot.errors import ConfigError, StoreError
from bot.frontends.telegram.webhook import HEADER, LARGEST, application, listening, path_of, secret_of
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import TOKEN, FakeTelegram

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
SECRET = secret_of(TOKEN)
UPDATE = {"update_id": 1, "message": {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}, "text": "hi"}}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as place:
        return int(place.getsockname()[1])


@asynccontextmanager
async def route(queue: asyncio.Queue[object]) -> AsyncIterator[Callable[..., Any]]:
    """`post(content, secret)` to the application alone, without a server; returns the status."""
    transport = httpx.ASGITransport(application("/in", Account(TOKEN), queue, SECRET))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:

        async def post(content: Any, secret: bytes | None = SECRET.encode(), path: str = "/in") -> int:
            headers = {} if secret is None else {HEADER.encode(): secret}
            return (await client.post(path, content=content, headers=headers)).status_code

        yield post


@contextmanager
def hooked(telegram: FakeTelegram) -> Iterator[dict[str, Any]]:
    """The settings of a door that listens on a port of its own."""
    telegram.updates.resend = 0.01
    port = free_port()
    yield {"webhook_url": f"http://127.0.0.1:{port}/in", "webhook_port": port}


async def test_messages_come_in_by_the_route(telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill) -> None:
    with hooked(telegram) as place:
        async with room(echo) as opened, bot(opened, **place):
            await telegram.says("hello", user=7)
            assert await telegram.heard(7) == ["You said: hello"]
            await telegram.confirmed()
    assert telegram.updates.hook is not None
    assert telegram.updates.hook.secret == SECRET
    assert telegram.updates.failed == []


async def test_what_is_not_kept_is_not_confirmed_and_comes_again(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive, failures = Store.receive, iter([StoreError("disk full")] * 2)

    async def full_at_first(store: Store, *told: object) -> object:
        if failure := next(failures, None):
            raise failure
        return await receive(store, *told)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "receive", full_at_first)
    with hooked(telegram) as place:
        async with room(echo) as opened, bot(opened, **place):
            await telegram.says("hello", user=7)
            assert await telegram.heard(7) == ["You said: hello"]
    assert [failure.split(": ")[1][:3] for failure in telegram.updates.failed] == ["503", "503"]


async def test_two_processes_at_one_address_answer_once(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    with hooked(telegram) as first, hooked(telegram) as second:
        async with room(echo) as one, room(echo) as other, bot(one, **first), bot(other, **second):
            update = await telegram.says("hello", user=7)
            await telegram.heard(7)
            async with httpx.AsyncClient() as client:  # the proxy brings the same to the other process
                answers = [
                    await client.post(place["webhook_url"], json=update, headers={HEADER: SECRET})
                    for place in (first, second)
                ]
            await telegram.says("a sign", user=7)
            await telegram.heard(7, 2)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert telegram.texts(7) == ["You said: hello", "You said: a sign"]


async def test_it_answers_only_to_who_knows_the_secret() -> None:
    queue: asyncio.Queue[object] = asyncio.Queue()
    body = json.dumps(UPDATE)
    async with route(queue) as post:
        assert [
            await post(body, secret)
            for secret in (None, b"", SECRET[:-1].encode(), b"\xff\xfe", SECRET.encode() + b" x")
        ] == [403] * 5
        assert queue.empty()
        assert await post(body) == 200
    update = queue.get_nowait()
    assert isinstance(update, Update)
    assert update.message is not None
    assert update.message.text == "hi"


async def test_what_is_no_update_is_refused_and_what_cannot_be_read_is_passed_over() -> None:
    queue: asyncio.Queue[object] = asyncio.Queue()
    async with route(queue) as post:
        assert await post(b"\x00" * (LARGEST + 1)) == 413
        for body in (b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"update_id": "1"}'):
            assert await post(body) == 400
        assert await post(json.dumps(UPDATE), path="/elsewhere") == 404
        assert queue.empty()
        assert await post(json.dumps({"update_id": 5, "message": {"date": "yesterday"}})) == 200
    assert queue.get_nowait() == Update(5)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200) | st.text(max_size=50).map(lambda text: json.dumps(text).encode()))
def test_no_bytes_bring_it_down(caplog: pytest.LogCaptureFixture, body: bytes) -> None:
    caplog.set_level(logging.INFO, "bot")

    async def post_it() -> int:
        async with route(asyncio.Queue()) as post:
            return int(await post(body))

    assert asyncio.run(post_it()) in (200, 400)
    assert caplog.records == []


async def test_a_port_that_is_taken_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"127.0.0.1:{port}"):
            async with listening("127.0.0.1", port, application("/", Account(TOKEN), asyncio.Queue(), SECRET)):
                pass


def test_the_secret_follows_from_the_token_and_does_not_show_it() -> None:
    assert secret_of(TOKEN) == SECRET != secret_of(TOKEN + "x")
    assert len(SECRET) == 64
    assert not set(SECRET) - set("0123456789abcdef")


@pytest.mark.parametrize(
    ("url", "path"),
    [("https://example.org/telegram", "/telegram"), ("https://example.org", "/"), ("http://127.0.0.1:1/x", "/x")],
)
def test_the_route_is_the_path_of_the_address(url: str, path: str) -> None:
    assert path_of(url) == path


@pytest.mark.parametrize("url", ["http://example.org/telegram", "example.org", "ftp://example.org/x", ""])
def test_an_address_must_be_https(url: str) -> None:
    with pytest.raises(ConfigError, match="https"):
        path_of(url)
