from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path

import pytest

from bot.config import Keeping
from bot.engine import Engine
from bot.errors import StoreError
from bot.run.retention import expire, expire_for_ever
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock, ScriptedSkill
from bot.testing.scripted import NOON

KEEPING = Keeping(unkept_hours=24, retention_days=180)


async def kept(store: Store, conversation_id: str) -> int:
    return len((await store.load(conversation_id)).conversation.turns)


async def test_talks_go_when_their_time_is_over(tmp_path: Path) -> None:
    clock = FakeClock()
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path}/t.db") as store,
        Sessions(Engine((("s", ScriptedSkill("hm")),)), store, clock=clock) as sessions,
    ):
        await store.people.consent("web:kept", "keep", True, clock())
        for person in ("kept", "unkept"):
            await sessions.say(f"web:1:0:{person}", "hello")

        async def left(**since: float) -> tuple[int, int]:
            await expire(store, KEEPING, NOON + timedelta(**since))
            return await kept(store, "web:1:0:kept"), await kept(store, "web:1:0:unkept")

        assert await left(hours=23) == (2, 2)
        assert await left(hours=25) == (2, 0)
        assert await left(days=179) == (2, 0)
        assert await left(days=181) == (0, 0)


class Broken:
    """A store that fails twice."""

    def __init__(self) -> None:
        self.asked = 0

    async def expire(self, unkept_before: object, kept_before: object) -> int:
        self.asked += 1
        if self.asked < 3:
            raise StoreError("words")
        return 4


async def test_what_fails_is_done_an_hour_later(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    store = Broken()
    task = asyncio.create_task(
        expire_for_ever(store, lambda: KEEPING, FakeClock(), every=0.001)  # type: ignore[arg-type]
    )
    while store.asked < 3:
        await asyncio.sleep(0.001)
    task.cancel()
    assert caplog.messages == [
        *["what has been kept long enough could not be erased"] * 2,
        "erased the words of 4 talks that were kept long enough",
    ]
