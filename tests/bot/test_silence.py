"""Whatever fails, nothing that anybody said and no secret is logged: three doors, driven into every failure we know."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from bot.config import Keeping, Rules
from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.errors import BotError
from bot.frontends.discord import client as discord_door
from bot.frontends.discord.settings import Settings as DiscordSettings
from bot.frontends.telegram import client as telegram_door
from bot.frontends.telegram.settings import Settings as TelegramSettings
from bot.frontends.web import server as web_door
from bot.frontends.web.settings import Settings as WebSettings
from bot.limits import MINUTE_FULL, Limits
from bot.logs import logged
from bot.registry import Draft, Responder, Skill
from bot.run.doors import hold_all
from bot.run.retention import expire
from bot.sessions import Sessions, utc_now
from bot.store import Store
from bot.testing.discord import TOKEN as DISCORD_TOKEN
from bot.testing.discord import FakeDiscord, unavailable
from bot.testing.discord import flood as discord_flood
from bot.testing.telegram import BAD_GATEWAY, LOST_AFTER, LOST_BEFORE, FakeTelegram, flood
from skills.safety import safety

WORDS = "my cat Fluffington died"
WEB_SECRET = "a secret of the web door, long enough"
ANN, BOB, EVE = 7, 8, 9
FAKES = ("aiohttp.access",)
"""What the small servers log, which are on the other side."""


@dataclass(slots=True)
class World:
    """Three open doors, and somebody who talks at each."""

    folder: Path
    telegram: FakeTelegram
    discord: FakeDiscord
    web: httpx.AsyncClient
    store: Store
    sessions: Sessions
    secrets: list[str] = field(default_factory=list)

    async def talk(self, text: str = WORDS, user: int = ANN) -> None:
        """Say it everywhere, and wait until everybody who can be was answered."""
        await self.telegram.says(text, user=user)
        heard = len(self.discord.sent)
        await self.discord.says(text, user=user)
        page = (await self.web.get("/")).text
        token = page.partition('name="token" value="')[2].partition('"')[0]
        await self.web.post("/say", data={"text": text, "token": token})
        async with asyncio.timeout(20):
            while len(self.discord.sent) == heard:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)


Fields = dict[str, Any]
TO_TELEGRAM: list[Fields] = [
    {"text": WORDS, "date": WORDS},
    {"text": [WORDS]},
    {"text": WORDS, "entities": WORDS},
    {WORDS: {}},
]
TO_DISCORD: list[Fields] = [
    {"content": WORDS, "embeds": [{"type": WORDS}], "timestamp": WORDS},
    {"content": {"x": WORDS}},
]
Open = Callable[..., AbstractAsyncContextManager[World]]


@pytest.fixture
async def fakes(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[FakeTelegram, FakeDiscord]]:
    async def at_once(*_: object, **__: object) -> None:
        """The library waits five seconds between two sessions, as the real server wants it."""

    monkeypatch.setattr("bot.frontends.discord.outlet.PAUSE", 0.01)
    monkeypatch.setattr("bot.frontends.discord.client.DiscordDoor.before_identify_hook", at_once)
    async with FakeTelegram() as telegram, FakeDiscord(guilds=[5], burst=None, overall=None) as discord:
        monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", telegram.token)
        monkeypatch.setenv("ATTUNE_DISCORD_TOKEN", DISCORD_TOKEN)
        monkeypatch.setenv("ATTUNE_WEB_SECRET", WEB_SECRET)
        yield telegram, discord


@pytest.fixture
def opened(fakes: tuple[FakeTelegram, FakeDiscord], tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Open:
    """`opened(skill, ...)` opens the doors over a store; when they are closed, every record is searched."""
    telegram, discord = fakes
    caplog.set_level(logging.INFO)

    @asynccontextmanager
    async def open_all(
        *skills: Skill, engine: Engine | None = None, rules: Rules | None = None, slow: Responder | None = None
    ) -> AsyncIterator[World]:
        written, stop, ready = io.StringIO(), asyncio.Event(), asyncio.get_running_loop().create_future()
        engine = engine or Engine(tuple((f"skill{number}", skill) for number, skill in enumerate(skills)))
        with logged("json", written):
            async with (
                Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
                Sessions(engine, store, [("slow", slow)] if slow else [], gather=0, wait=0.5) as sessions,
            ):
                limits = Limits(rules or Rules(per_minute=0))
                telegram_set = TelegramSettings(api_base=telegram.base_url, per_second=0, per_chat=0)
                discord_set = DiscordSettings(api_base=discord.url)
                web_set = WebSettings(port=0, settle=1.0)
                doors: dict[str, Callable[[], Awaitable[None]]] = {
                    "telegram": lambda: telegram_door.serve(
                        telegram_set, sessions, store, stop, limits=limits, pause=lambda _: asyncio.sleep(0.01)
                    ),
                    "discord": lambda: discord_door.serve(discord_set, sessions, store, stop, limits=limits),
                    "web": lambda: web_door.serve(
                        web_set, sessions, store, stop, limits=limits, listening=ready.set_result
                    ),
                }
                running = asyncio.create_task(hold_all(doors, stop, grace=5))
                await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
                await discord.online(discord.shards)
                base = f"http://127.0.0.1:{await ready}"
                async with httpx.AsyncClient(base_url=base, timeout=10, follow_redirects=True) as web:
                    world = World(tmp_path, telegram, discord, web, store, sessions)
                    try:
                        yield world
                    finally:
                        gc.collect()  # what a task was holding is logged when it is collected
                        stop.set()
                        await running
        search(written.getvalue(), caplog, *world.secrets, telegram.token)

    return open_all


def search(written: str, caplog: pytest.LogCaptureFixture, *secrets: str) -> None:
    """Fails where a record, at any logger, holds a word or a secret; tracebacks are read too."""
    records = [record for record in caplog.records if record.levelno >= logging.INFO and record.name not in FAKES]
    assert written
    plain = logging.Formatter("%(name)s %(message)s")
    told = [(record.name, plain.format(record)) for record in records]
    for word in ("Fluffington", DISCORD_TOKEN, WEB_SECRET, *secrets):
        assert word not in written
        assert [name for name, text in told if word in text] == []


def errors(caplog: pytest.LogCaptureFixture) -> str:
    return " ".join(record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING)


def raises(turn: TurnView, /) -> SkillResult:
    raise ValueError(f"cannot read {turn.text!r} of {turn.conversation.id}")


def echoes(turn: TurnView, /) -> SkillResult:
    return SkillResult(replies=(Reply(f"You said: {turn.text}", "echo", 1.0),))


async def test_in_an_ordinary_talk(opened: Open) -> None:
    async with opened(echoes) as world:
        await world.talk()
        assert WORDS in str(world.telegram.texts(ANN))


async def test_when_a_skill_raises(opened: Open) -> None:
    async with opened(raises, echoes) as world:
        await world.talk()
        assert WORDS in str(world.telegram.texts(ANN))


async def test_when_the_engine_breaks(
    opened: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object, pending: object, *__: object) -> None:
        raise RuntimeError(f"{WORDS} {pending}")

    async with opened(echoes) as world:
        monkeypatch.setattr(Engine, "finish", broken)
        await world.talk()
    assert errors(caplog).count("the turn failed: RuntimeError") == 3


async def test_when_a_slow_responder_breaks(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    class Breaks:
        async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
            yield Draft(Reply(turn.text, "slow", 0.5))
            raise ConnectionError(f"POST https://user:{WORDS}@models.example.org {turn.text}")

    async with opened(echoes, slow=Breaks()) as world:
        await world.talk()
    assert "ConnectionError" in errors(caplog)


async def test_when_the_store_breaks(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(echoes) as world:
        await world.talk()
        with closing(sqlite3.connect(world.folder / "talk.db")) as database:
            database.execute("DROP TABLE turn")
            database.commit()
        await world.talk(user=BOB)
        with pytest.raises(BotError) as caught:
            await expire(world.store, Keeping(), utc_now())
        assert "Fluffington" not in str(caught.value)
    assert errors(caplog).count("answered without the store") == 3


async def test_when_the_network_breaks(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(echoes) as world:
        world.telegram.faults["getUpdates"].extend([BAD_GATEWAY, LOST_BEFORE, flood(1), LOST_AFTER])
        world.telegram.faults["sendMessage"].extend([LOST_BEFORE, BAD_GATEWAY, flood(1), *[BAD_GATEWAY] * 20])
        world.telegram.faults["sendChatAction"].extend([BAD_GATEWAY] * 5)
        world.discord.faults.extend([discord_flood(0.05), *[unavailable()] * 4])
        await world.telegram.says(WORDS, user=ANN)
        await world.discord.says(WORDS, user=ANN)
        await world.discord.gateway.drop()
        await asyncio.sleep(1.5)
        await world.telegram.blocks(EVE)
        await world.telegram.says(WORDS, user=EVE)
        await asyncio.sleep(0.5)
    assert errors(caplog)


async def test_when_updates_are_malformed(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(echoes) as world:
        for content in TO_TELEGRAM:
            await world.telegram.sends(content, user=ANN)
        await world.telegram.updates.add("message", {WORDS: WORDS})
        await world.telegram.updates.add("callback_query", {"id": WORDS, "data": WORDS})
        for content in TO_DISCORD:
            await world.discord.sends(content, user=ANN)
        await asyncio.sleep(1.0)
        await world.talk()
        assert WORDS in str(world.telegram.texts(ANN))


async def test_when_calls_to_the_web_door_are_malformed(opened: Open) -> None:
    async with opened(echoes) as world:
        token = await world.store.tokens.add("clinic", utc_now())
        world.secrets.append(token)
        web, head = world.web, {"Authorization": f"Bearer {token}"}
        where = "/api/v1/people/ann/messages"
        assert (await web.post(where, json={"id": "1", "text": WORDS}, headers=head)).status_code == 200
        for body in (b"{", WORDS.encode(), b'{"id": "1", "text": ["%s"]}' % WORDS.encode(), b"\xff\x00" * 50):
            assert (await web.post(where, content=body, headers=head)).status_code == 422
        await web.post(where, json={"id": "2", "text": WORDS}, headers={"Authorization": f"Bearer {token}x"})
        for path in (f"/{WORDS}", f"/?text={WORDS}", f"/menu/{WORDS}", f"/api/v1/people/{WORDS}/messages"):
            await web.get(path, headers={"Cookie": f"attune={WORDS}", "Referer": WORDS})
        await web.post("/say", data={"text": WORDS * 5000, "token": WORDS})
        await web.post("/menu", data={"action": WORDS, "token": WORDS})
        await web.get("/")
        cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
        address = f"ws://{web.base_url.host}:{web.base_url.port}/socket"
        for frame in (
            WORDS,
            b"\xff" * 9,
            f'{{"kind": "say", "text": "{WORDS}"}}',
            f'{{"kind": "{WORDS}"}}',
            WORDS * 9999,
        ):
            headers = {"Origin": str(web.base_url), "Cookie": cookie}
            async with connect(address, additional_headers=headers) as wire:
                await wire.send(frame)
                await asyncio.sleep(0.1)
                wire.transport.abort()


async def test_when_a_door_or_a_task_breaks(
    opened: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise LookupError(WORDS)

    async with opened(echoes) as world:
        monkeypatch.setattr("bot.frontends.door.Door.hear", broken)
        monkeypatch.setattr("bot.frontends.menu.Menu.open", broken)
        await world.telegram.says(WORDS, user=ANN)
        await world.telegram.says("/mood", user=ANN)
        await world.discord.says(WORDS, user=ANN)
        await world.discord.command("mood", user=ANN)
        await world.web.get("/")
        asyncio.create_task(broken())  # noqa: RUF006  (nobody asks how it ended)
        await asyncio.sleep(0.5)
    assert "LookupError" in errors(caplog)


async def test_when_people_are_turned_away(opened: Open) -> None:
    async with opened(echoes, rules=Rules(per_minute=1)) as world:
        for _ in range(3):
            await world.talk()
        assert MINUTE_FULL in str(world.telegram.texts(ANN))


async def test_when_somebody_is_in_danger(opened: Open) -> None:
    engine = Engine((("echo", echoes),), safety())
    async with opened(engine=engine) as world:
        await world.talk(f"I want to kill myself because {WORDS}")
        assert WORDS not in str(world.telegram.texts(ANN))


@pytest.mark.parametrize("door", ["telegram", "discord"])
async def test_when_the_token_is_wrong(
    fakes: tuple[FakeTelegram, FakeDiscord],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    door: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    telegram, discord = fakes
    caplog.set_level(logging.INFO)
    wrong, written, stop = "987654:wrong-token-of-somebody", io.StringIO(), asyncio.Event()
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", wrong)
    monkeypatch.setenv("ATTUNE_DISCORD_TOKEN", wrong)
    with logged("plain", written):
        async with (
            Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
            Sessions(Engine((("echo", echoes),)), store) as sessions,
        ):
            serves = {
                "telegram": partial(telegram_door.serve, TelegramSettings(api_base=telegram.base_url)),
                "discord": partial(discord_door.serve, DiscordSettings(api_base=discord.url)),
            }
            with pytest.raises(BotError, match=f"the door {door} cannot be opened: .* refuses this token") as caught:
                await hold_all({door: partial(serves[door], sessions, store, stop)}, stop)
        logging.getLogger("bot").info("searched")
    assert wrong not in str(caught.value)
    search(written.getvalue(), caplog, wrong)
