import asyncio
import os
import re
import sqlite3
import stat
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from bot.errors import StoreError
from bot.store import Store
from bot.store.tables import conversation, person, seen
from bot.store.transaction import Transaction
from bot.testing.scripted import NOON

KEY = "t:1::me"
SECRET = "my cat Sokrates died"


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def test_sqlite_is_told_to_write_ahead_and_to_wipe(tmp_path: Path) -> None:
    def read(tx: Transaction, name: str) -> object:
        return tx.connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()

    async with Store.open(url(tmp_path / "t.db")) as store:
        await store.forget(KEY)
        names = ("journal_mode", "secure_delete", "foreign_keys", "busy_timeout", "synchronous")
        assert [await store._run(read, name) for name in names] == ["wal", 1, 1, 5000, 2]


async def test_only_its_owner_can_read_sqlites_files(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path / "t.db")) as store:
        await store.receive(KEY, SECRET, "1", NOON)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("t.db*")}
    assert modes == dict.fromkeys(("t.db", "t.db-wal", "t.db-shm"), 0o600)


async def failure(address: str) -> str:
    with pytest.raises(StoreError) as caught:
        async with Store.open(address) as store:
            await store.receive(KEY, SECRET, "1", NOON)
    assert SECRET not in "".join(traceback.format_exception(caught.value))
    return str(caught.value)


async def test_a_database_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(os.urandom(8192))
    (tmp_path / "folder.db").mkdir()
    async with Store.open(url(tmp_path / "fine.db")):
        pass
    readonly = f"sqlite+aiosqlite:///file:{tmp_path / 'fine.db'}?mode=ro&uri=true"
    assert "noise.db failed: file is not a database" in await failure(url(tmp_path / "noise.db"))
    assert "folder.db failed: unable to open database file" in await failure(url(tmp_path / "folder.db"))
    assert "missing/t.db failed: unable to open" in await failure(url(tmp_path / "missing/t.db"))
    assert "fine.db?mode=ro&uri=true failed: attempt to write a readonly database" in await failure(readonly)


async def test_a_database_that_turns_read_only_is_named_without_the_text(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path / "t.db")) as store:
        await store._run(lambda tx: tx.connection.exec_driver_sql("PRAGMA query_only=ON"))
        with pytest.raises(StoreError, match=r"t\.db failed: attempt to write a readonly database") as caught:
            await store.receive(KEY, SECRET, "1", NOON)
        assert SECRET not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("sqlite:///t.db", "sqlite:///t.db cannot be used: The asyncio extension requires an async driver"),
        ("nosuch://host/x", "nosuch://host/x cannot be used: Can't load plugin"),
        ("no url, pass:word@", "URL cannot be read"),
        ("postgresql+nosuch://me:word@host/x", "me:***@host/x cannot be used"),
    ],
)
async def test_a_wrong_address_is_refused_without_its_password(address: str, reason: str) -> None:
    with pytest.raises(StoreError, match=re.escape(reason)) as caught:
        async with Store.open(address):
            pass
    assert "word@" not in str(caught.value)


async def test_a_server_that_cannot_be_reached_is_named_without_its_password(postgres: str) -> None:
    nobody = "postgresql+asyncpg://me:word@127.0.0.1:1/x"
    nowhere = postgres.replace("attune@", "attune:word@") + "nosuch"
    assert "me:***@127.0.0.1:1/x failed: " in await failure(nobody)
    told = await failure(nowhere)
    assert "nosuch failed: " in told
    assert "word@" not in told


async def test_connections_that_have_died_are_replaced(postgres: str, on_postgres: str) -> None:
    ends = text("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = :name")
    async with Store.open(on_postgres) as store, Store.open(f"{postgres}postgres") as other:
        await asyncio.gather(*(store.receive(KEY, "hi", str(number), NOON) for number in range(8)))
        ended = await other._run(
            lambda tx: tx.execute(ends.bindparams(name=on_postgres.rpartition("/")[2])).scalar_one()
        )
        assert ended > 1
        assert await asyncio.gather(*(store.waiting_in(KEY) for _ in range(8))) == [await store.waiting(KEY)] * 8


def no_such_person(tx: Transaction) -> None:
    row = {"id": SECRET, "person": SECRET, "version": 1, "created_at": NOON, "updated_at": NOON}
    tx.execute(insert(conversation).values(row))


def the_same_again(tx: Transaction) -> None:
    for _ in range(2):
        tx.execute(insert(person).values(id=SECRET, created_at=NOON))


def nothing_where_something_must_be(tx: Transaction) -> None:
    tx.execute(insert(seen).values(door=SECRET, place=None, event=SECRET))


def a_number_that_is_none(tx: Transaction) -> None:
    tx.connection.exec_driver_sql(f"SELECT CAST('{SECRET}' AS integer) / 0 FROM nosuch")


def a_lone_surrogate(tx: Transaction) -> None:
    tx.execute(insert(seen).values(door="t", place="p", event=f"{SECRET} \ud83d"))


@pytest.mark.parametrize(
    "mistake",
    [no_such_person, the_same_again, nothing_where_something_must_be, a_number_that_is_none, a_lone_surrogate],
)
async def test_what_the_driver_says_of_a_row_is_not_repeated(
    address: str, mistake: Callable[[Transaction], None]
) -> None:
    async with Store.open(address) as store:
        with pytest.raises(StoreError, match="failed: ") as caught:
            await store._run(mistake)
        assert SECRET not in "".join(traceback.format_exception(caught.value))
        assert (await store.receive(KEY, "still there", "1", NOON)).text == "still there"


async def test_what_fails_takes_back_what_it_did_and_nothing_else(address: str) -> None:
    def note(tx: Transaction, number: int) -> int:
        tx.execute(insert(seen).values(door="t", place=str(number), event=str(number)))
        if number % 3 == 0:
            raise StoreError(f"not {number}")
        return number

    async with Store.open(address) as store:
        done = await asyncio.gather(*(store._run(note, number) for number in range(30)), return_exceptions=True)
        assert [str(one) for one in done] == [f"not {n}" if n % 3 == 0 else str(n) for n in range(30)]
        found = await store._run(lambda tx: tx.execute(select(seen.c.event)).scalars().all())
        assert sorted(map(int, found)) == [number for number in range(30) if number % 3]


async def test_a_process_that_holds_the_file_is_waited_for(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path / "t.db")) as store:
        with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            receiving = asyncio.create_task(store.receive(KEY, "hi", "1", NOON))
            await asyncio.sleep(0.1)
            assert not receiving.done()
            other.execute("COMMIT")
            assert (await receiving).text == "hi"
