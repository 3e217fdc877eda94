"""SQLite's one writer: a thread with the one connection, where what waits together is committed together.

A commit waits for the disk, some milliseconds each time. While one runs, the next gathers, and all of it is one commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine

from bot.batch import Gathered

T = TypeVar("T")
Work = Callable[[Connection], Any]

BUSY, TRIED = 5000, 100
"""Milliseconds for which another process may hold the file, and for which one that has held it so long is tried."""


class Lane:
    """Each piece of work keeps to a savepoint: one that fails takes back what it did and nothing else.

    `path` is the database's file once it is open, "" where there is none. When the file is moved or deleted nothing is
    written any more: it would go into a file that nobody finds, and a new one under the same name is another's.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._file: tuple[int, int] | None = None
        self._is_held = False
        self.path = ""
        self._thread = ThreadPoolExecutor(1, "store")
        self._gathered: Gathered[Work, Any] = Gathered(self._together, self._thread, 0.0)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in a transaction, and return when it is on the disk."""
        return cast(T, await self._gathered(work))

    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Do `work` outside any transaction."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(self._connected()))

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    def _connected(self) -> Connection:
        if self._connection is None:
            # Autocommit, as far as the driver knows: where a transaction begins and ends is said here.
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self.path = raw_of(self._connection).execute("PRAGMA database_list").fetchone()[2]
            self._file = _identity(self.path) if self.path else None
        return self._connection

    def _together(self, works: Sequence[Work]) -> Sequence[Any]:
        connection = self._connected()
        raw = raw_of(connection)
        try:
            self._begin(raw)
        except (sqlite3.Error, OSError) as error:
            return [error] * len(works)  # one by one, each would wait as long for nothing
        try:
            results = [_one(connection, raw, work) for work in works]
            raw.execute("COMMIT")
        except BaseException:
            if raw.in_transaction:  # a full disk, for one, has ended it already
                raw.execute("ROLLBACK")
            raise
        return results

    def _begin(self, raw: sqlite3.Connection) -> None:
        if self._file and _identity(self.path) != self._file:
            raise FileNotFoundError(f"{self.path} was moved or deleted: put it back, or start again")
        try:
            # IMMEDIATE: a transaction that began by reading could not go on to write once another process has written.
            raw.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            self._wait(raw, TRIED)
            raise
        self._wait(raw, BUSY)

    def _wait(self, raw: sqlite3.Connection, milliseconds: int) -> None:
        """How long to wait for the file from now on: once it has been held for long, nobody waits so long again."""
        if self._is_held is not (milliseconds == TRIED):
            self._is_held = milliseconds == TRIED
            raw.execute(f"PRAGMA busy_timeout={milliseconds}").close()


def _one(connection: Connection, raw: sqlite3.Connection, work: Work) -> Any:
    raw.execute("SAVEPOINT one")
    try:
        result = work(connection)
    except Exception as error:
        if not raw.in_transaction:
            raise
        raw.execute("ROLLBACK TO one")
        result = error
    raw.execute("RELEASE one")
    return result


def _identity(path: str) -> tuple[int, int] | None:
    """What tells the file at `path` from another under the same name; None where there is none."""
    try:
        found = Path(path).stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def raw_of(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection."""
    return cast(sqlite3.Connection, connection.connection.dbapi_connection)
