from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.config import Keeping
from bot.engine import Engine
from bot.errors import StoreError
from bot.run import retention
from bot.run.retention import STEADY, expire, expire_for_ever, is_believed
from bot.sessions import Sessions
from bot.store import Store
from bot.store.wishes import Wishes
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


async def test_what_fails_in_any_way_is_done_an_hour_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    asked, done = list[object](), asyncio.Event()

    async def breaks(*before: object) -> int:
        asked.append(before)
        if len(asked) < 4:
            raise (StoreError("words"), OverflowError("words"), LookupError("words"))[len(asked) - 1]
        done.set()
        return 4

    async with Store.open(f"sqlite+aiosqlite:///{tmp_path}/t.db") as store:
        monkeypatch.setattr(store, "expire", breaks)
        task = asyncio.create_task(expire_for_ever(store, lambda: KEEPING, FakeClock(), every=0.001))
        async with asyncio.timeout(20):
            await done.wait()
        await asyncio.sleep(0)
        task.cancel()
    told = [record.getMessage() for record in caplog.records if record.name == retention.__name__]
    assert told[:4] == [
        *(
            f"what has been kept long enough could not be erased: {kind}"
            for kind in ("StoreError", "OverflowError", "LookupError")
        ),
        "erased the words of 4 talks that were kept long enough",
    ]


@asynccontextmanager
async def talked(folder: Path) -> AsyncIterator[Store]:
    """Two talks at noon, one of which may be kept; and the clock was believed then."""
    async with (
        Store.open(f"sqlite+aiosqlite:///{folder}/t.db") as store,
        Sessions(Engine((("s", ScriptedSkill("hm")),)), store, clock=FakeClock()) as sessions,
    ):
        await store.people.consent("web:kept", "keep", True, NOON)
        for person in ("kept", "unkept"):
            await sessions.say(f"web:1:0:{person}", "hello")
        yield store


class Hours:
    """Runs of the eraser, an hour after the other, by a clock that can be set."""

    def __init__(self, store: Store, now: datetime) -> None:
        self._store, self.now, self._runs = store, now, 0

    async def run(self, times: int) -> tuple[int, int]:
        """How many turns are left after so many runs."""
        for _ in range(times):
            if await is_believed(self._store, self.now, min(self._runs, 1)):
                await expire(self._store, KEEPING, self.now)
            self._runs += 1
            self.now += timedelta(hours=1)
        return await kept(self._store, "web:1:0:kept"), await kept(self._store, "web:1:0:unkept")


async def test_a_clock_that_leaps_erases_nothing_and_goes_on_as_before_when_it_is_set_right(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with talked(tmp_path) as store:
        hours = Hours(store, NOON)
        assert await hours.run(3) == (2, 2)
        hours.now += timedelta(days=200)
        assert await hours.run(20) == (2, 2)
        assert "the clock is 200 days ahead" in caplog.text
        hours.now -= timedelta(days=200)
        assert await hours.run(1) == (2, 2)
        assert await hours.run(3) == (2, 0)  # a day and more after the talk, as it should be


async def test_a_machine_that_was_off_for_months_erases_after_a_day(tmp_path: Path) -> None:
    async with talked(tmp_path) as store:
        assert await Hours(store, NOON).run(3) == (2, 2)
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path}/t.db") as store:
        hours = Hours(store, NOON + timedelta(days=200))
        assert await hours.run(STEADY) == (2, 2)
        assert await hours.run(1) == (0, 0)


async def test_to_be_started_over_and_over_does_not_make_a_wrong_clock_right(tmp_path: Path) -> None:
    async with talked(tmp_path) as store:
        for _ in range(2 * STEADY):
            assert await Hours(store, NOON + timedelta(days=200)).run(1) == (2, 2)


async def test_a_store_from_before_the_clock_was_noted_goes_by_its_newest_talk(tmp_path: Path) -> None:
    async with talked(tmp_path) as store:
        assert await Hours(store, NOON + timedelta(days=200)).run(2) == (2, 2)


@pytest.mark.parametrize("noted", ["", "noon", "2026-11-23T00:00:00", "2026-11-23T00:00:00+00:00 many"])
async def test_what_is_noted_of_the_clock_may_be_damaged(tmp_path: Path, noted: str) -> None:
    async with talked(tmp_path) as store:
        await store.see("clock", "retention", noted)
        assert await is_believed(store, NOON + timedelta(hours=20))
        assert not await is_believed(store, NOON + timedelta(days=20))


async def test_who_asked_while_the_store_failed_is_forgotten_at_the_next_run(tmp_path: Path) -> None:
    async with talked(tmp_path) as store:
        Wishes.beside(f"sqlite+aiosqlite:///{tmp_path}/t.db").add("web:kept")  # by another process
        task = asyncio.create_task(expire_for_ever(store, lambda: KEEPING, FakeClock()))
        async with asyncio.timeout(20):
            while await kept(store, "web:1:0:kept"):
                await asyncio.sleep(0.01)
        task.cancel()
        assert await kept(store, "web:1:0:unkept") == 2
