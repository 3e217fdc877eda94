"""The database under the store: its engine, its migrations, its errors, and whose box a text is sealed in."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import AsyncAdaptedQueuePool, Connection, Table, event, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import StoreError
from bot.store import tables
from bot.store.vault import VARIABLE, Box, Vault

SQLITE = "sqlite+aiosqlite"
_MIGRATES = threading.Lock()


class Database:
    """Made by `open`; `begin` is one transaction, whose errors are StoreErrors that name the place but no text."""

    def __init__(self, engine: AsyncEngine, vault: Vault) -> None:
        self.engine, self.vault = engine, vault

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, vault: Vault) -> AsyncIterator[Database]:
        """Connect and bring the tables up to date."""
        engine = _engine(url)
        database = cls(engine, vault)
        try:
            async with _migrating(), database.begin() as connection:
                await connection.run_sync(_migrate)
            if database.is_sqlite:
                async with database.begin() as connection:
                    await connection.exec_driver_sql("PRAGMA foreign_keys=ON")
            await database._check_key()
            yield database
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            # The driver's own words only: SQLAlchemy's message would repeat the parameters, and so what was said.
            # PostgreSQL's repeat the row as well, in lines after the first.
            reason = str(getattr(error, "orig", None) or type(error).__name__).partition("\n")[0]
            raise StoreError(f"the database {self.name} failed: {reason}") from error

    @property
    def name(self) -> str:
        """The address without its password."""
        return self.engine.url.render_as_string(hide_password=True)

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def wipe(self) -> None:
        """Shrink the write-ahead log, which would still hold what was deleted."""
        if self.is_sqlite:
            async with self.begin() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def insert_new(self, connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> bool:
        """Insert a row unless one with its key is there, also when two processes try at once. True when it is new."""
        insert = sqlite.insert if self.is_sqlite else postgresql.insert
        made = await connection.execute(insert(table).values(row).on_conflict_do_nothing())
        return made.rowcount == 1

    async def meet(self, connection: AsyncConnection, person: str, at: datetime) -> Box:
        """The box of a person, who is noted when they are new."""
        if await self.insert_new(connection, tables.person, {"id": person, "created_at": at}):
            return await self._give_key(connection, person)
        box = await self.box(connection, person)
        return await self._give_key(connection, person) if box is None else box

    async def box(self, connection: AsyncConnection, person: str) -> Box | None:
        """The box of a person; None when texts are to be sealed and the person has no key yet."""
        if not self.vault.seals:
            return Box()
        query = select(tables.data_key.c.wrapped).where(tables.data_key.c.person == person)
        wrapped = (await connection.execute(query)).scalar_one_or_none()
        return self.vault.box(wrapped) if wrapped else None

    async def boxes(self, connection: AsyncConnection, people: set[str]) -> dict[str, Box]:
        """The boxes of several people."""
        return {person: await self.box(connection, person) or Box() for person in people}

    async def _give_key(self, connection: AsyncConnection, person: str) -> Box:
        if not self.vault.seals:
            return Box()
        row = {"person": person, "wrapped": self.vault.new_key()}
        await self.insert_new(connection, tables.data_key, row)
        return await self.box(connection, person) or Box()

    async def _check_key(self) -> None:
        """Refuse to work without the key of a store that has been sealed."""
        async with self.begin() as connection:
            wrapped = (await connection.execute(select(tables.data_key.c.wrapped).limit(1))).scalar_one_or_none()
        if wrapped and not self.vault.seals:
            raise StoreError(f"what is stored in {self.name} is sealed: set {VARIABLE}")
        self.vault.box(wrapped)


def _engine(url: str) -> AsyncEngine:
    try:
        place = make_url(url)
    except SQLAlchemyError:
        # Not repeated: it may hold a password.
        raise StoreError("the database's URL cannot be read; it should look like sqlite+aiosqlite:///talk.db") from None
    # SQLite has one writer: connections that wait for each other would sleep, and overtake each other on waking.
    pool = {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0}
    try:
        engine = create_async_engine(place, hide_parameters=True, **(pool if place.drivername == SQLITE else {}))
    except (SQLAlchemyError, ImportError) as error:
        where = place.render_as_string(hide_password=True)
        raise StoreError(f"the database {where} cannot be used: {error}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _pragmas)
    return engine


def _pragmas(connection: Any, _record: Any) -> None:
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "secure_delete=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


@asynccontextmanager
async def _migrating() -> AsyncIterator[None]:
    """One at a time in this process: Alembic keeps the migration that runs in globals, and two would mix theirs up."""
    while not _MIGRATES.acquire(blocking=False):  # waited for without blocking: whose turn it is needs this loop
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        _MIGRATES.release()


def _migrate(connection: Connection) -> None:
    # All of it or nothing, and one process after the other.
    if connection.dialect.name == "sqlite":
        # A table that is made anew is dropped first, and whatever hangs on it would go with it.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # by itself SQLite's driver commits each CREATE TABLE
    else:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(2017081916)")
    config = AlembicConfig()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        where = connection.engine.url.render_as_string(hide_password=True)
        raise StoreError(f"the database {where} was made by another version of this program: {error}") from None
