import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import create_async_engine

from bot.dialog import Conversation, Turn
from bot.errors import StoreError
from bot.store import Rating, Store
from bot.store.tables import metadata
from bot.testing.scripted import NOON

TABLES = set(metadata.tables)
T = TypeVar("T")


async def on(address: str, work: Callable[[Connection], T]) -> T:
    """Do `work` in one transaction of its own."""
    engine = create_async_engine(address)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def config(connection: Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", "bot:migrations")
    made.attributes["connection"] = connection
    return made


def to(revision: str) -> Callable[[Connection], None]:
    def move(connection: Connection) -> None:
        up = not inspect(connection).has_table("alembic_version") or revision == "head"
        (command.upgrade if up else command.downgrade)(config(connection), revision)

    return move


def execute(*statements: str) -> Callable[[Connection], None]:
    def run(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    return run


def found(query: str) -> Callable[[Connection], list[tuple[Any, ...]]]:
    return lambda connection: [tuple(row) for row in connection.exec_driver_sql(query)]


def shape(connection: Connection) -> dict[str, Any]:
    """Columns, keys and indexes of every table, as the database tells them."""
    inspector = inspect(connection)
    return {
        name: (
            {(column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(name)},
            inspector.get_pk_constraint(name)["constrained_columns"],
            {(tuple(key["constrained_columns"]), key["referred_table"]) for key in inspector.get_foreign_keys(name)},
            {(index["name"], tuple(index["column_names"]), index["unique"]) for index in inspector.get_indexes(name)},
        )
        for name in inspector.get_table_names()
    }


async def test_the_migrations_make_exactly_the_tables(address: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))

    await on(address, to("head"))
    assert await on(address, differences) == []
    made = await on(address, shape)
    await on(address, metadata.drop_all)
    await on(address, metadata.create_all)
    assert await on(address, shape) == made


async def test_a_downgrade_leaves_nothing_and_can_be_undone(address: str) -> None:
    await on(address, to("head"))
    made = await on(address, shape)
    await on(address, to("base"))
    assert await on(address, lambda connection: inspect(connection).get_table_names()) == ["alembic_version"]
    await on(address, to("head"))
    assert await on(address, shape) == made
    assert set(made) == TABLES | {"alembic_version"}


async def test_stars_live_through_a_step_down_and_up_and_thumbs_go(address: str) -> None:
    async with Store.open(address) as store:
        row = await store.receive("t:1:0:me", "hi", "1", NOON)
        after = Conversation("t:1:0:me", (Turn("user", "hi", NOON), Turn("bot", "Hello.", NOON)))
        await store.commit(await store.load(after.id), after, row.id, "Hello.", NOON)
        await store.people.rate(after.id, Rating(4), NOON)
        await store.people.rate(after.id, Rating(-1, "thumbs"), NOON)
    await on(address, to("0004"))
    assert await on(address, found("SELECT number, stars FROM rating")) == [(1, 4)]
    await on(address, to("head"))
    async with Store.open(address) as store:
        assert (await store.standing(after.id)).ratings == {1: (Rating(4),)}


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009"])
async def test_a_step_down_is_the_step_up_taken_back(address: str, revision: str) -> None:
    await on(address, to(revision))
    before = await on(address, shape)
    await on(address, to("head"))
    await on(address, to(revision))
    assert await on(address, shape) == before


async def test_talks_live_through_a_step_down_and_up(address: str) -> None:
    async with Store.open(address) as store:
        row = await store.receive("t:1:0:me", "hi", "1", NOON)
        after = Conversation("t:1:0:me", (Turn("user", "hi", NOON), Turn("bot", "Hello.", NOON)))
        answer = await store.commit(await store.load(after.id), after, row.id, "Hello.", NOON)
        waiting = await store.receive("t:1:0:me", "still here", "2", NOON)
    await on(address, to("0002"))
    await on(address, to("head"))
    async with Store.open(address) as store:
        assert (await store.load(after.id)).conversation == after
        assert await store.waiting("") == [waiting]
        assert await store.unsent("") == [replace(answer, turn=None)]
        assert (await store.people.export("t:me"))["conversations"][0]["id"] == after.id
        assert await store.people.forget("t:me")
        assert await store.waiting("") == []


async def test_no_id_is_given_twice_in_a_database_from_before(address: str) -> None:
    await on(address, to("0002"))
    await on(
        address,
        execute(
            "INSERT INTO inbox VALUES (7, 't:1:0:me', 'e', '', '2026-01-01', true)",
            "INSERT INTO outbox VALUES (9, 't:1:0:me', 7, '', 'sent')",
        ),
    )
    if "postgresql" in address:  # its sequences know nothing of ids that were given by hand
        await on(address, execute("SELECT setval('inbox_id_seq', 7)", "SELECT setval('outbox_id_seq', 9)"))
    async with Store.open(address) as store:
        await store.people.forget("t:me")
        row = await store.receive("t:2:0:you", "hi", "1", NOON)
        assert row.id > 7
        loaded = await store.load("t:2:0:you")
        assert (await store.commit(loaded, loaded.conversation, row.id, "Hello.", NOON)).id > 9


async def test_a_migration_cut_short_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.db"
    upgrade = command.upgrade

    def cut(made: Config, revision: str) -> None:
        upgrade(made, revision)
        raise StoreError("cut")

    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", cut)
        with pytest.raises(StoreError, match="cut"):
            async with Store.open(f"sqlite+aiosqlite:///{path}"):
                pass
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == []
    async with Store.open(f"sqlite+aiosqlite:///{path}") as store:
        assert await store.latest("") is None


async def test_two_may_make_the_same_database_at_once(address: str) -> None:
    async def open_it() -> None:
        async with Store.open(address) as store:
            assert await store.latest("") is None

    await asyncio.gather(open_it(), open_it(), open_it())


async def test_many_databases_are_made_at_once_without_mixing_them_up(tmp_path: Path) -> None:
    async def open_it(number: int) -> None:
        async with Store.open(f"sqlite+aiosqlite:///{tmp_path / f'{number % 4}.db'}") as store:
            assert await store.latest("") is None

    await asyncio.gather(*map(open_it, range(24)))


async def test_a_database_of_a_later_version_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    async with Store.open(f"sqlite+aiosqlite:///{path}"):
        pass
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(StoreError, match=r"t\.db was made by another version .*'9999'"):
        async with Store.open(f"sqlite+aiosqlite:///{path}"):
            pass


async def test_parts_that_went_are_forgotten_and_the_rest_stays(address: str) -> None:
    await on(address, to("0001"))
    rows = ["INSERT INTO conversation VALUES ('c', 1, '2026-01-01', '2026-01-01')"]
    for name, version in (("cause", 1), ("heard", 1), ("spans", 2), ("spoken", 1), ("used_moves", 1), ("care", 1)):
        rows.append(f"INSERT INTO state_part VALUES ('c', '{name}', {version}, '{{}}')")
    await on(address, execute(*rows))
    await on(address, to("head"))
    assert await on(address, found("SELECT name FROM state_part")) == [("care",)]


async def test_talks_from_before_there_were_people_get_theirs(address: str) -> None:
    await on(address, to("0002"))
    rows = []
    for key in ("telegram:5:0:5", "telegram:-9:0:5", "odd"):
        rows.append(f"INSERT INTO conversation VALUES ('{key}', 1, '2026-01-01', '2026-01-01')")
        rows.append(f"INSERT INTO turn VALUES ('{key}', 0, 'user', 'hi', '2026-01-01')")
    rows.append("INSERT INTO inbox VALUES (1, 'telegram:5:0:5', 'e', 'hello', '2026-01-01', false)")
    rows.append("INSERT INTO outbox VALUES (1, 'telegram:5:0:5', 1, 'hi', 'ready')")
    await on(address, execute(*rows))
    async with Store.open(address) as store:
        held = await store.people.export("telegram:5")
        assert [talk["id"] for talk in held["conversations"]] == ["telegram:-9:0:5", "telegram:5:0:5"]
        assert [talk["turns"][0]["text"] for talk in held["conversations"]] == ["hi", "hi"]
        assert [message["text"] for message in held["waiting"]] == ["hello"]
        assert [answer.text for answer in await store.unsent("")] == ["hi"]
        assert len((await store.people.export("odd"))["conversations"]) == 1
