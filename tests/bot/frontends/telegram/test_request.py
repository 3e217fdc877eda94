"""The library's calls over aiohttp, to a server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from telegram import InputFile
from telegram.error import NetworkError, RetryAfter, TimedOut
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.frontends.telegram.request import Request

TOKEN = "123:secret"
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def asked(answer: Answer, *, seconds: float = 5, connections: int = 4) -> AsyncIterator[tuple[Request, str]]:
    """A request that is ready, and where it is answered."""
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", answer)
    async with TestServer(app) as server, Request(connections, seconds) as request:
        yield request, str(server.make_url(f"/bot{TOKEN}/send"))


async def result(request: Request, url: str, data: RequestData | None = None, **more: float | None) -> Any:
    """What Telegram's answer holds; the library types it as what some call may give."""
    return await request.post(url, data, **more)


def parameters(**values: object) -> RequestData:
    return RequestData([RequestParameter.from_input(name, value) for name, value in values.items()])


async def test_parameters_arrive_as_a_form() -> None:
    async def answer(request: web.Request) -> web.Response:
        form = await request.post()
        return web.json_response({"ok": True, "result": [request.method, request.path, dict(form)]})

    async with asked(answer) as (request, url):
        method, path, form = await result(request, url, parameters(chat_id=5, text="grüß dich", reply={"a": [1]}))
    assert (method, path) == ("POST", f"/bot{TOKEN}/send")
    assert form == {"chat_id": "5", "text": "grüß dich", "reply": '{"a": [1]}'}


async def test_files_arrive_with_their_names_and_kinds_beside_the_parameters() -> None:
    async def answer(request: web.Request) -> web.Response:
        form = await request.post()
        photo = form["photo"]
        assert isinstance(photo, web.FileField)
        told = [form["chat_id"], photo.filename, photo.content_type, photo.file.read().hex()]
        return web.json_response({"ok": True, "result": told})

    async with asked(answer) as (request, url):
        told = await result(request, url, parameters(chat_id=5, photo=InputFile(b"\x89PNG\x00", "mood.png")))
    assert told == ["5", "mood.png", "image/png", b"\x89PNG\x00".hex()]


async def test_what_telegram_refuses_is_told_as_the_library_tells_it() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.json_response({"ok": False, "parameters": {"retry_after": 7}}, status=429)

    async with asked(answer) as (request, url):
        with pytest.raises(RetryAfter) as refused:
            await request.post(url, parameters(chat_id=5))
    assert "7" in str(refused.value)


async def test_an_answer_that_does_not_come_is_timed_out_and_one_may_wait_longer() -> None:
    async def answer(request: web.Request) -> web.Response:
        await asyncio.sleep(0.3)
        return web.json_response({"ok": True, "result": "late"})

    async with asked(answer, seconds=0.1) as (request, url):
        assert request.read_timeout == 0.1
        with pytest.raises(TimedOut) as late:
            await request.post(url)
        assert await result(request, url, read_timeout=5) == "late"
        assert await result(request, url, read_timeout=None) == "late"
    assert late.value.__suppress_context__


async def test_a_line_that_dies_is_named_by_its_kind_alone() -> None:
    async def answer(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    async with asked(answer) as (request, url):
        with pytest.raises(NetworkError) as dead:
            await request.post(url)
    assert str(dead.value) == "aiohttp.ServerDisconnectedError"
    assert dead.value.__suppress_context__


async def test_an_address_that_is_none_does_not_show_the_token() -> None:
    async with Request(1, 5) as request:
        with pytest.raises(NetworkError) as wrong:
            await request.post(f"http://[/bot{TOKEN}/send")
    assert TOKEN not in str(wrong.value)
    assert wrong.value.__suppress_context__


async def test_a_call_is_made_once_even_where_its_line_was_kept_too_long() -> None:
    heard = 0

    async def answer(request: web.Request) -> web.Response:
        nonlocal heard
        heard += 1
        if heard > 1:
            assert request.transport is not None
            request.transport.close()
        return web.json_response({"ok": True, "result": heard})

    async with asked(answer) as (request, url):
        assert await result(request, url) == 1
        with pytest.raises(NetworkError):
            await request.post(url)
    assert heard == 2


async def test_no_more_lines_are_open_than_allowed() -> None:
    open_now = most = 0

    async def answer(request: web.Request) -> web.Response:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(0.02)
        open_now -= 1
        return web.json_response({"ok": True, "result": True})

    async with asked(answer, connections=3) as (request, url):
        assert all(await asyncio.gather(*(request.post(url) for _ in range(12))))
    assert most == 3


async def test_it_works_from_its_opening_to_its_end_and_again() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.json_response({"ok": True, "result": 1})

    async with asked(answer) as (request, url):
        await request.initialize()  # a second time changes nothing
        assert await result(request, url) == 1
        await request.shutdown()
        await request.shutdown()
        with pytest.raises(RuntimeError, match="initialize"):
            await request.do_request(url, "POST")
        await request.initialize()
        assert await result(request, url) == 1


async def test_it_goes_through_the_proxy_that_the_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.json_response({"ok": True, "result": request.headers["Host"]})

    async with asked(answer) as (request, url):
        monkeypatch.setenv("http_proxy", url.removesuffix(f"/bot{TOKEN}/send"))
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        assert await result(request, "http://telegram.invalid/bot/send") == "telegram.invalid"
        assert await result(request, url) == url.split("/")[2]
