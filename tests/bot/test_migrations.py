import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect

from bot.errors import StoreError
from bot.store import Store
from bot.store.tables import metadata

TABLES = set(metadata.tables)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path / 'm.db'}")
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def config(connection: Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", "bot:migrations")
    made.attributes["connection"] = connection
    return made


def test_the_migrations_make_exactly_the_tables(connection: Connection) -> None:
    command.upgrade(config(connection), "head")
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    assert compare_metadata(context, metadata) == []
    found = inspect(connection)
    for name, table in metadata.tables.items():
        assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]


def test_a_downgrade_leaves_nothing_and_can_be_undone(connection: Connection) -> None:
    command.upgrade(config(connection), "head")
    command.downgrade(config(connection), "base")
    assert inspect(connection).get_table_names() == ["alembic_version"]
    command.upgrade(config(connection), "head")
    assert set(inspect(connection).get_table_names()) == TABLES | {"alembic_version"}


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


async def test_two_may_make_the_same_database_at_once(tmp_path: Path) -> None:
    async def open_it() -> None:
        async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
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


def test_parts_that_went_are_forgotten_and_the_rest_stays(connection: Connection) -> None:
    command.upgrade(config(connection), "0001")
    connection.exec_driver_sql("INSERT INTO conversation VALUES ('c', 1, '2026-01-01', '2026-01-01')")
    for name, version in (("cause", 1), ("heard", 1), ("care", 1)):
        connection.exec_driver_sql(f"INSERT INTO state_part VALUES ('c', '{name}', {version}, '{{}}')")
    command.upgrade(config(connection), "head")
    assert connection.exec_driver_sql("SELECT name FROM state_part").scalars().all() == ["care"]


async def test_talks_from_before_there_were_people_get_theirs(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 't.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "0002")
        for key in ("telegram:5:0:5", "telegram:-9:0:5", "odd"):
            connection.exec_driver_sql(f"INSERT INTO conversation VALUES ('{key}', 1, '2026-01-01', '2026-01-01')")
            connection.exec_driver_sql(f"INSERT INTO turn VALUES ('{key}', 0, 'user', 'hi', '2026-01-01')")
        row = "(1, 'telegram:5:0:5', 'e', 'hello', '2026-01-01', 0)"
        connection.exec_driver_sql(f"INSERT INTO inbox VALUES {row}")
        connection.exec_driver_sql("INSERT INTO outbox VALUES (1, 'telegram:5:0:5', 1, 'hi', 'ready')")
    engine.dispose()
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        held = await store.people.export("telegram:5")
        assert [talk["id"] for talk in held["conversations"]] == ["telegram:-9:0:5", "telegram:5:0:5"]
        assert [talk["turns"][0]["text"] for talk in held["conversations"]] == ["hi", "hi"]
        assert [message["text"] for message in held["waiting"]] == ["hello"]
        assert [answer.text for answer in await store.unsent("")] == ["hi"]
        assert len((await store.people.export("odd"))["conversations"]) == 1
