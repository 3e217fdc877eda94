from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from websockets.asyncio.client import ClientConnection, connect

from bot.dialog import EmotionState, Reply, SkillResult, StageState, SupportStage, TurnView
from bot.engine import Engine
from bot.feelings import EMOTIONS
from bot.frontends.web.server import serve
from bot.frontends.web.settings import Settings
from bot.limits import Limits
from bot.registry import Responder, Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.terms import Terms
from skills.safety import safety

SECRET = "a secret that is long enough for tests"


@dataclass(slots=True)
class Socket:
    """An open WebSocket, as the page's script uses it."""

    wire: ClientConnection

    async def say(self, text: str, event: str) -> None:
        await self._send(kind="say", id=event, text=text)

    async def got(self, number: int) -> None:
        await self._send(kind="got", id=number)

    async def told(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        async with asyncio.timeout(5):
            while True:
                frame: dict[str, Any] = msgspec.json.decode(await self.wire.recv())
                if frame["kind"] in kinds:
                    return frame

    async def silent(self, *kinds: str, seconds: float = 0.3) -> bool:
        """Whether no frame of these kinds comes for a while."""
        try:
            async with asyncio.timeout(seconds):
                await self.told(*kinds)
        except TimeoutError:
            return True
        return False

    async def _send(self, **frame: object) -> None:
        await self.wire.send(msgspec.json.encode(frame).decode())


@dataclass(slots=True)
class Visit:
    """A browser as far as the door can tell: a cookie, a form token, open sockets."""

    client: httpx.AsyncClient
    base: str

    async def token(self) -> str:
        page = (await self.client.get("/")).text
        return page.split('name="token" value="')[1].split('"')[0]

    async def act(self, action: str, **more: str) -> httpx.Response:
        return await self.client.post("/menu", data={"action": action, "token": await self.token()} | more)

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    @property
    def conversation_id(self) -> str:
        key = self.client.cookies["attune"].split(".")[0]
        return f"web:{key}::{key}"

    @asynccontextmanager
    async def socket(self, **headers: str) -> AsyncIterator[Socket]:
        address = self.base.replace("http", "ws", 1) + "/socket"
        sent = {"Origin": self.base, "Cookie": self.cookie()} | headers
        async with connect(address, additional_headers=sent, compression=None) as wire:
            yield Socket(wire)


@dataclass(slots=True)
class Door:
    """An open web door over a database of its own."""

    base: str
    sessions: Sessions
    store: Store
    stop: asyncio.Event
    running: asyncio.Task[None]

    @asynccontextmanager
    async def visited(self, **headers: str) -> AsyncIterator[Visit]:
        """Somebody new, who has opened the page."""
        async with httpx.AsyncClient(base_url=self.base, headers=headers, timeout=10) as client:
            await client.get("/")
            yield Visit(client, self.base)

    async def close(self) -> None:
        self.stop.set()
        await self.running


Opened = Callable[..., AbstractAsyncContextManager[Door]]


@pytest.fixture
def echo() -> Skill:
    def repeat(turn: TurnView, /) -> SkillResult:
        return SkillResult(replies=(Reply(f"You said: {turn.text}", "echo", 1.0),))

    return repeat


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """`door(skill)` opens the web door over the same database each time, as one process after the other would."""
    monkeypatch.setenv("ATTUNE_WEB_SECRET", SECRET)

    @asynccontextmanager
    async def opened(
        skill: Skill,
        *responders: Responder,
        engine: Engine | None = None,
        limits: Limits | None = None,
        terms: Terms | None = None,
        **settings: Any,
    ) -> AsyncIterator[Door]:
        chosen = Settings(**({"port": 0, "settle": 2.0} | settings))
        named = [(f"slow{place}", responder) for place, responder in enumerate(responders)]
        async with (
            Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
            Sessions(engine or Engine((("scripted", skill),)), store, named, gather=0, terms=terms) as sessions,
        ):
            stop, ready = asyncio.Event(), asyncio.get_running_loop().create_future()
            running = asyncio.create_task(
                serve(chosen, sessions, store, stop, limits=limits, listening=ready.set_result)
            )
            await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            held = Door(f"http://127.0.0.1:{await ready}", sessions, store, stop, running)
            try:
                yield held
            finally:
                with suppress(asyncio.CancelledError):
                    await held.close()

    return opened


def feels(turn: TurnView, /) -> SkillResult:
    """Sad in a talk of questions; five ways to say so."""
    shares = tuple({"sad": 0.625, "lonely": 0.375}.get(name, 0.0) for name in EMOTIONS)
    learnt = (EmotionState("empathetic-32", "sad", shares, 3.5), StageState(SupportStage.EXPLORATION, 1))
    said = tuple(Reply(f"{turn.text}? {letter}", "feels", -place, "Question") for place, letter in enumerate("ABCDE"))
    return SkillResult(learnt, said)


@pytest.fixture
def feeling(door: Opened) -> Callable[..., Any]:
    """A door whose bot is `feels` with the real guard, and a client of it."""

    @asynccontextmanager
    async def opened(**settings: Any) -> AsyncIterator[tuple[Door, httpx.AsyncClient]]:
        async with (
            door(feels, engine=Engine((("feels", feels),), safety()), **settings) as held,
            httpx.AsyncClient(base_url=held.base, timeout=30) as client,
        ):
            key = await held.store.tokens.add("clinic", datetime.now(UTC))
            client.headers["authorization"] = f"Bearer {key}"
            yield held, client

    return opened


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is. On a developer's machine it may be missing; where everything is checked it may not."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing, and with CI set these tests may not be skipped")
        pytest.skip("Chromium is not installed")
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        await opened.close()
