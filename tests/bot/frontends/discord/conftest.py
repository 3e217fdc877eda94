from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from bot.dialog import Reply, TurnView, Verdict
from bot.frontends.discord.client import serve
from bot.frontends.discord.settings import VARIABLE, Settings
from bot.registry import Watch
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.discord import TOKEN, FakeDiscord

GUILD = 5
Bot = Callable[..., AbstractAsyncContextManager[None]]


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    async def at_once(*_: object, **__: object) -> None:
        """The library waits five seconds between two sessions, as the real server wants it."""

    monkeypatch.setattr("bot.frontends.discord.outlet.PAUSE", 0.01)
    monkeypatch.setattr("bot.frontends.discord.client.DiscordDoor.before_identify_hook", at_once)
    monkeypatch.setenv(VARIABLE, TOKEN)
    async with FakeDiscord(guilds=[GUILD], burst=None, overall=None) as fake:
        yield fake


@pytest.fixture
def bot(discord: FakeDiscord) -> Bot:
    """`bot((sessions, store), **settings)` is the door, from when it is connected until the block ends."""

    @asynccontextmanager
    async def open_door(
        opened: tuple[Sessions, Store], limits: object = None, **settings: object
    ) -> AsyncIterator[None]:
        stop, before = asyncio.Event(), len(discord.gateway.identified)
        chosen = Settings(**{"api_base": discord.url, **settings})  # type: ignore[arg-type]
        serving = asyncio.create_task(serve(chosen, *opened, stop, limits=limits))  # type: ignore[arg-type]
        try:
            await discord.online(before + discord.shards)
            yield
        finally:
            stop.set()
            await serving

    return open_door


class Worried:
    """A guard that stops at "goodbye" and has nothing against any reply."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "goodbye" not in turn.text:
            return Watch(None)
        return Watch(Verdict(3, "suicide", True), reply=Reply("Please call now.", "safety", 1.0))

    def refuse(self, reply: Reply, /) -> str | None:
        return None


@pytest.fixture
def worried() -> Worried:
    return Worried()
