"""A real HTTP server on this machine's own address, for fakes that unmodified libraries talk to."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

PATIENCE = 20.0
"""Seconds after which a test that waits in vain fails instead of hanging."""
LARGEST = 50 * 1024**2
"""Bytes of a file that a bot may send to Telegram."""


class Loopback(ABC):
    """Use as `async with`. Subclasses add their routes; whoever waits for something is woken by `changed`."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._runner: web.AppRunner | None = None
        self._news = asyncio.Condition()

    @abstractmethod
    def routes(self) -> list[web.RouteDef]:
        """What the server answers, by path."""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LARGEST)
        app.add_routes(self.routes())
        # A client that hangs up ends its request here too, as it does on a real server behind a proxy.
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runner:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def changed(self) -> None:
        """Something happened: let everyone who waits look again."""
        async with self._news:
            self._news.notify_all()

    async def until(self, met: Callable[[], bool], seconds: float | None = PATIENCE) -> None:
        """Wait until `met()`; TimeoutError after `seconds`, if given."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(met)


L = TypeVar("L", bound=Loopback)


@contextmanager
def in_thread(fake: L) -> Iterator[L]:
    """A block in which a fake runs in a thread of its own, for commands that have a loop of their own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(fake.__aenter__(), loop).result(PATIENCE)
        yield fake
        asyncio.run_coroutine_threadsafe(fake.__aexit__(None, None, None), loop).result(PATIENCE)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


async def converse(
    fake: Loopback,
    command: str,
    is_there: Callable[[], bool],
    say: Callable[[str], Awaitable[object]],
    replies: Callable[[], list[str]],
) -> None:
    """Type as a person and read what the bot sends, until Ctrl-D.

    `command` starts the bot. It is printed with a database of its own, which goes when the trial ends.
    """
    with TemporaryDirectory(prefix="attune-trial-", ignore_cleanup_errors=True) as folder:
        print(f"{command} --database {quote(str(Path(folder, 'talk.db')))}")
        print("Start that in another terminal. What is said here is kept there until this ends (Ctrl-D).", flush=True)
        await fake.until(is_there, None)
        print("The bot is there: write to it.", flush=True)
        await _talk(fake, say, replies)


async def _talk(fake: Loopback, say: Callable[[str], Awaitable[object]], replies: Callable[[], list[str]]) -> None:
    shown: list[str] = []

    async def show() -> None:
        while True:
            await fake.until(lambda: len(replies()) > len(shown), None)
            shown.append(replies()[len(shown)])
            print(f"bot: {shown[-1]}", flush=True)

    showing = asyncio.create_task(show())
    with suppress(EOFError):
        while True:
            await say(await asyncio.to_thread(input))
    showing.cancel()
