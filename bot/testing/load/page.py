"""People at the web page: a client of its socket that does what the page's script does, without a browser."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from types import TracebackType
from typing import Self
from uuid import uuid4

import aiohttp

from bot.testing.load.ledger import Ledger

AGAIN = 0.1
"""Seconds after which a page tries to connect again."""
SILENT = 5.0
"""Seconds for an answer to anything."""


class Page:
    """One open page. What it says is kept until it is acknowledged; an answer that it has shown is not shown again."""

    def __init__(self, person: int, url: str, ledger: Ledger) -> None:
        self.person, self.key = person, ""
        self._url, self._ledger = url, ledger
        self._kept: dict[str, str] = {}
        self._shown: set[int] = set()
        self._line: aiohttp.ClientWebSocketResponse | None = None
        self.connected = 0

    async def say(self, text: str) -> None:
        name = uuid4().hex
        self._kept[name] = text
        if self._line:
            await self._tell(self._line, {"kind": "say", "id": name, "text": text})

    async def run(self) -> None:
        """Stay connected, for ever."""
        jar = aiohttp.CookieJar(unsafe=True)  # it is an address, not a name, that gives the cookie
        timeout = aiohttp.ClientTimeout(total=SILENT)
        async with aiohttp.ClientSession(cookie_jar=jar, timeout=timeout, headers={"Origin": self._url}) as session:
            while True:
                try:
                    await self._visit(session)
                except (aiohttp.ClientError, TimeoutError, ConnectionError):
                    await asyncio.sleep(AGAIN)

    async def _visit(self, session: aiohttp.ClientSession) -> None:
        if not self.key:
            async with session.get(f"{self._url}/") as response:
                response.raise_for_status()
                self.key = response.cookies["attune"].value.partition(".")[0]
        async with session.ws_connect(f"{self._url}/socket", heartbeat=SILENT) as line:
            self._line = line
            self.connected += 1
            try:
                for name, text in list(self._kept.items()):
                    await self._tell(line, {"kind": "say", "id": name, "text": text})
                async for message in line:
                    await self._hear(line, message.json())
            finally:
                self._line = None
        await asyncio.sleep(AGAIN)

    async def _hear(self, line: aiohttp.ClientWebSocketResponse, frame: dict[str, object]) -> None:
        if frame["kind"] == "kept":
            self._kept.pop(str(frame["id"]), None)
        elif frame["kind"] == "reply":
            number = int(str(frame["id"]))
            if number not in self._shown:
                self._shown.add(number)
                self._ledger.hear(self.person, str(frame["text"]))
            await self._tell(line, {"kind": "got", "id": number})

    async def _tell(self, line: aiohttp.ClientWebSocketResponse, frame: dict[str, object]) -> None:
        with suppress(ConnectionError):  # it has just gone: what is kept is said again, what was shown comes again
            await line.send_json(frame)


class Pages:
    """Everybody's pages; `calls` is how often one was connected."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.port = free_port()
        self._pages: dict[int, Page] = {}
        self._running: dict[int, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        self._open(0)  # somebody who only looks whether there is a page
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.wait(self._running.values())

    @property
    def calls(self) -> int:
        return sum(page.connected for page in self._pages.values())

    async def hears(self) -> None:
        """The pages keep everything."""

    async def say(self, person: int, text: str) -> None:
        await self._open(person).say(text)

    def leave(self, person: int) -> None:
        """The person closes the page for good."""
        self._running[person].cancel()

    def person(self, conversation_id: str) -> int:
        """Whose conversation it is."""
        key = conversation_id.split(":")[1]
        return next(page.person for page in self._pages.values() if page.key == key)

    def _open(self, person: int) -> Page:
        if person not in self._pages:
            self._pages[person] = Page(person, f"http://127.0.0.1:{self.port}", self._ledger)
            self._running[person] = asyncio.create_task(self._pages[person].run())
        return self._pages[person]


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])
