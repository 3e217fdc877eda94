import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.errors import StoreError
from bot.store import Store, database, lane
from bot.store.lane import TRIED
from bot.store.transaction import Transaction
from bot.testing.scripted import NOON


class Watched:
    """A store, and how often SQLite was told what; `told` counts first words."""

    def __init__(self, store: Store) -> None:
        self.store, self.told = store, Counter[str]()

    async def watch(self) -> None:
        def listen(tx: Transaction) -> None:
            raw: Any = tx.connection.connection.dbapi_connection
            raw.set_trace_callback(lambda statement: self.told.update(statement.split()[:1]))

        await self.store._run(listen)
        self.told.clear()


async def test_what_waits_together_is_one_commit(tmp_path: Path) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        watched = Watched(store)
        await watched.watch()
        rows = await asyncio.gather(*(store.receive(f"t:{n}:0:{n}", "hi", "1", NOON) for n in range(50)))
        assert sorted(row.id for row in rows) == list(range(1, 51))
        assert watched.told["COMMIT"] == watched.told["BEGIN"] == 1
        assert watched.told["SAVEPOINT"] == watched.told["RELEASE"] == 50


async def test_when_the_commit_fails_everybody_is_told_and_nothing_is_kept(tmp_path: Path) -> None:
    def shrink(tx: Transaction, pages: int) -> None:
        tx.connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    def size(tx: Transaction) -> int:
        return int(tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one())

    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        await store._run(shrink, await store._run(size) + 2)
        told = [store.receive(f"t:{n}:0:{n}", "x" * 3000, "1", NOON) for n in range(12)]
        found = await asyncio.gather(*told, return_exceptions=True)
        failed = [one for one in found if isinstance(one, BaseException)]
        assert 0 < len(failed) < 12  # the first still fit
        assert {type(error) for error in failed} == {StoreError}
        assert "database or disk is full" in str(failed[0])
        assert len(await store.waiting("")) == 12 - len(failed)
        await store._run(shrink, 10_000)
        assert (await store.receive("t:1:0:1", "again", "2", NOON)).text == "again"


async def test_a_caller_that_goes_away_takes_nobody_along(tmp_path: Path) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        gone, stays = (asyncio.create_task(store.receive(f"t:{n}:0:{n}", "hi", "1", NOON)) for n in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        assert (await asyncio.wait_for(stays, 10)).text == "hi"
        assert [row.conversation_id for row in await store.waiting("")] in (
            ["t:1:0:1"],
            ["t:0:0:0", "t:1:0:1"],
        )


async def test_a_query_left_open_by_a_mistake_holds_up_only_the_wiping(tmp_path: Path) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        await store.receive("t:1:0:1", "hi", "1", NOON)
        open_query = await store._run(lambda tx: tx.execute(text("SELECT * FROM inbox, sqlite_master")))
        assert open_query.fetchone()
        await store.people.forget("t:1")
        assert not await store.wiped(0.3)
        open_query.close()
        assert await store.wiped()


async def test_a_file_that_somebody_holds_is_waited_for_once_and_by_all_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY", 300)
    monkeypatch.setattr(lane, "BUSY", 300)
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        watched = Watched(store)
        await watched.watch()
        with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            for _ in range(3):
                told = [store.receive(f"t:{n}:0:{n}", "hi", "1", NOON) for n in range(20)]
                found = await asyncio.gather(*told, return_exceptions=True)
                assert {str(error).partition("failed: ")[2] for error in found} == {"database is locked"}
            assert watched.told["BEGIN"] == 3
            assert await patience(store) == TRIED
            other.execute("COMMIT")
        await asyncio.gather(*(store.receive(f"t:{n}:0:{n}", "hi", "1", NOON) for n in range(20)))
        assert await patience(store) == 300
        assert len(await store.waiting("")) == 20


async def patience(store: Store) -> int:
    assert isinstance(store._database, database.SQLite)
    return await store._database._lane.alone(
        lambda connection: int(connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one())
    )


@pytest.mark.parametrize("after", ["nothing", "another"])
async def test_a_file_that_was_moved_is_missed_until_it_is_back(tmp_path: Path, after: str) -> None:
    path, away = tmp_path / "t.db", tmp_path / "away.db"
    async with Store.open(f"sqlite+aiosqlite:///{path}") as store:
        await store.receive("t:1:0:1", "hi", "1", NOON)
        path.rename(away)
        if after == "another":
            path.touch()
        for _ in range(2):
            with pytest.raises(StoreError, match=r"t\.db was moved or deleted: put it back, or start again"):
                await store.receive("t:1:0:1", "lost?", "2", NOON)
        away.rename(path)
        assert (await store.receive("t:1:0:1", "here", "2", NOON)).text == "here"
