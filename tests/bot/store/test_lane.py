import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.errors import StoreError
from bot.store import Store
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


async def test_who_is_forgotten_together_has_the_file_written_anew_once_or_twice(tmp_path: Path) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        watched = Watched(store)
        for number in range(20):
            await store.receive(f"t:{number}:0:{number}", "hi", "1", NOON)
        await watched.watch()
        assert all(await asyncio.gather(*(store.people.forget(f"t:{number}") for number in range(20))))
        assert 1 <= watched.told["VACUUM"] <= 3


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


async def test_a_query_left_open_by_a_mistake_is_named_not_hung(tmp_path: Path) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        await store.receive("t:1:0:1", "hi", "1", NOON)
        open_query = await store._run(lambda tx: tx.execute(text("SELECT * FROM inbox, sqlite_master")))
        assert open_query.fetchone()
        with pytest.raises(StoreError, match="cannot VACUUM"):
            await store.people.forget("t:1")
        open_query.close()
        await store.people.forget("t:1")
        assert not (tmp_path / "t.db-wal").stat().st_size
