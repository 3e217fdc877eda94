"""Brings the tables up to date (`bot/migrations`), one process after the other, all of it or nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.errors import StoreError
from bot.store.vault import Vault

_LOCK = threading.Lock()


@asynccontextmanager
async def migrating() -> AsyncIterator[None]:
    """One at a time in this process: Alembic keeps the migration that runs in globals, and two would mix theirs up."""
    while not _LOCK.acquire(blocking=False):  # waited for without blocking: whose turn it is needs this loop
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        _LOCK.release()


def upgrade(connection: Connection, vault: Vault) -> None:
    """With SQLite outside a transaction, which is begun here; with PostgreSQL inside one.

    `vault` opens and seals what moves to another person.
    """
    if connection.dialect.name == "sqlite":
        _upgrade_sqlite(connection, vault)
        return
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(2017081916)")
    _run(connection, vault)


def _upgrade_sqlite(connection: Connection, vault: Vault) -> None:
    # A table that is made anew is dropped first, and whatever hangs on it would go with it.
    connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        _run(connection, vault)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("PRAGMA foreign_keys=ON")


def _run(connection: Connection, vault: Vault) -> None:
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes.update(connection=connection, vault=vault)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        where = connection.engine.url.render_as_string(hide_password=True)
        raise StoreError(f"the database {where} was made by another version of this program: {error}") from None
