from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.frontends.telegram.client import serve
from bot.frontends.telegram.reading import Place
from bot.frontends.telegram.replies import Replies
from bot.frontends.telegram.settings import Settings
from bot.registry import Responder, Skill, Watch
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import FakeTelegram
from skills.care.state import CareState

Opened = tuple[Sessions, Store]


class Pauses:
    """Waits no time; `asked` is for how long it was asked to."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        await asyncio.sleep(0.01)


class Alarm:
    """A guard that hears danger where that word is said, and something unclear in the word "heavy"."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "danger" in turn.text:
            return Watch(Verdict(3, "suicide", True), (CareState(3, "suicide"),), Reply("Call now.", "alarm", 1.0))
        if "heavy" in turn.text:
            reply = Reply("Are you thinking about ending your life?", "alarm", 1.0)
            return Watch(Verdict(1, "suicide", False), (CareState(1, "suicide"),), reply)
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return "refused" if "unspeakable" in reply.text else None


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@pytest.fixture
def guarded(tmp_path: Path) -> Callable[..., AbstractAsyncContextManager[Opened]]:
    """Sessions as `room` opens them, with a guard, and slow responders if there are any."""

    @asynccontextmanager
    async def open_room(skill: Skill, *responders: tuple[str, Responder]) -> AsyncIterator[Opened]:
        engine = Engine((("scripted", skill),), Alarm())
        async with (
            Store.open(f"sqlite+aiosqlite:///{tmp_path / 'guarded.db'}") as store,
            Sessions(engine, store, responders, gather=0) as sessions,
        ):
            yield sessions, store

    return open_room


@pytest.fixture
def bot(
    telegram: FakeTelegram, pauses: Pauses, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., AbstractAsyncContextManager[None]]:
    """`bot(opened, **settings)` serves the fake until the block ends.

    Nothing is paced, and people have met the bot before, unless a test wants it otherwise.
    """
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", telegram.token)
    greeting = Replies._greeting

    async def none(_: Replies, __: Place, ___: str) -> str:
        return ""

    @asynccontextmanager
    async def run(
        opened: Opened, *, pause: Any = pauses, limits: Any = None, greets: bool = False, **settings: Any
    ) -> AsyncIterator[None]:
        stop = asyncio.Event()
        monkeypatch.setattr(Replies, "_greeting", greeting if greets else none)
        chosen = Settings(**{"api_base": telegram.base_url, "per_second": 0, "per_chat": 0, **settings})
        serving = asyncio.create_task(serve(chosen, *opened, stop, limits=limits, pause=pause))
        try:
            yield
        finally:
            stop.set()
            await serving

    return run
