"""SQLite's one writer: a thread with the one connection, where what waits together is committed together.

A commit waits for the disk, some milliseconds each time. While one runs, the next gathers, and all of it is one commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine

from bot.batch import Gathered

T = TypeVar("T")
Work = Callable[[Connection], Any]


class Lane:
    """Each piece of work keeps to a savepoint: one that fails takes back what it did and nothing else."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "store")
        self._gathered: Gathered[Work, Any] = Gathered(self._together, self._thread, 0.0)
        self._rebuilding: Gathered[None, None] = Gathered(self._rebuild, self._thread, 0.0)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in a transaction, and return when it is on the disk."""
        return cast(T, await self._gathered(work))

    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Do `work` outside any transaction."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(self._connected()))

    async def rebuild(self) -> None:
        """Write the whole file anew; who waits for it together has it done once."""
        await self._rebuilding(None)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    def _rebuild(self, waiting: Sequence[None]) -> Sequence[None]:
        _raw(self._connected()).execute("VACUUM")
        return waiting

    def _connected(self) -> Connection:
        if self._connection is None:
            # Autocommit, as far as the driver knows: where a transaction begins and ends is said here.
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return self._connection

    def _together(self, works: Sequence[Work]) -> Sequence[Any]:
        connection = self._connected()
        raw = _raw(connection)
        # IMMEDIATE: a transaction that began by reading could not go on to write once another process has written.
        raw.execute("BEGIN IMMEDIATE")
        try:
            results = [_one(connection, raw, work) for work in works]
            raw.execute("COMMIT")
        except BaseException:
            if raw.in_transaction:  # a full disk, for one, has ended it already
                raw.execute("ROLLBACK")
            raise
        return results


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


def _raw(connection: Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.connection.dbapi_connection)
