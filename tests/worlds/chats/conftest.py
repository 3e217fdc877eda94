from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.config import Config
from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.frontends.discord.settings import Settings as DiscordSettings
from bot.frontends.telegram.settings import Settings as TelegramSettings
from bot.registry import Watch
from bot.testing.discord import TOKEN, FakeDiscord
from bot.testing.telegram import FakeTelegram
from tests.worlds.chats.guest import Guest
from tests.worlds.chats.people import OnDiscord, OnTelegram, Person
from tests.worlds.studies.conftest import make
from worlds.chats.bots import open_bots
from worlds.chats.desk import Desk
from worlds.chats.serve import serve
from worlds.studies.ledger import Ledger
from worlds.studies.study import Loaded
from worlds.web.tokens import Tokens

__all__ = ["make"]
Opened = Callable[[Loaded], AbstractAsyncContextManager[None]]
Met = Callable[..., AbstractAsyncContextManager[Guest]]


class Worried:
    """A guard that stops at "goodbye"."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "goodbye" not in turn.text:
            return Watch()
        return Watch(Verdict(3, "suicide", True), reply=Reply("Please call now.", "safety", 1.0))

    def refuse(self, reply: Reply, /) -> str | None:
        return None


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'studies.db'}"


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTUNE_WEB_SECRET", "a secret that is long enough for tests")


@pytest.fixture(autouse=True)
def worried(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of the default bot's guard."""

    def guard(_: Config) -> Engine:
        return Engine((), Worried())

    monkeypatch.setattr("worlds.chats.serve.build_guard", guard)


@pytest.fixture(params=["telegram", "discord"])
async def person(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Person]:
    """A participant on either of the servers that stand in for Telegram and Discord."""

    async def at_once(*_: object, **__: object) -> None:
        """The library waits five seconds between two sessions, as the real server wants it."""

    if request.param == "telegram":
        async with FakeTelegram() as telegram:
            monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", telegram.token)
            yield OnTelegram(telegram)
        return
    monkeypatch.setenv("ATTUNE_DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("bot.frontends.discord.outlet.PAUSE", 0.01)
    monkeypatch.setattr("bot.frontends.discord.base.Client.before_identify_hook", at_once)
    async with FakeDiscord(guilds=[5], burst=None, overall=None) as discord:
        yield OnDiscord(discord)


@pytest.fixture
def opened(person: Person, url: str) -> Opened:
    """`opened(loaded)` serves a study where the participant is, over the same database each time."""

    @asynccontextmanager
    async def served(loaded: Loaded) -> AsyncIterator[None]:
        stop, settings = asyncio.Event(), _settings(person)
        waiting = asyncio.create_task(person.coming())
        running = asyncio.create_task(serve(person.site, settings, loaded, url, stop))
        await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        try:
            yield
        finally:
            stop.set()
            await running

    return served


def _settings(person: Person) -> Any:
    if isinstance(person, OnTelegram):
        return TelegramSettings(api_base=person.server.base_url, per_second=0, per_chat=0)
    assert isinstance(person, OnDiscord)
    return DiscordSettings(api_base=person.server.url)


@pytest.fixture
def met(url: str) -> Met:
    """`met(loaded, limit=...)` is a participant of a study, over the same database each time."""

    async def heed(_: str, text: str) -> str | None:
        return "Please call now." if "goodbye" in text else None

    @asynccontextmanager
    async def opened(loaded: Loaded, limit: int = 4096) -> AsyncIterator[Guest]:
        tokens = Tokens("a secret that is long enough for tests", loaded.name)
        async with Ledger.open(url, loaded) as ledger, open_bots(url, loaded, ledger, tokens) as bots:
            yield Guest(Desk(loaded, ledger, tokens, heed, bots, limit=limit), ledger)

    return opened
