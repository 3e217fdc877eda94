"""The database under the store: how it is reached, and what is said of its failures."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import MsgspecError
from sqlalchemy import URL, Connection, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import BotError, StateError, StoreError
from bot.logs import trail
from bot.store import tables
from bot.store.lane import BUSY, Lane, raw_of
from bot.store.transaction import Transaction
from bot.store.upgrade import migrating, upgrade
from bot.store.vault import VARIABLE, Vault
from bot.store.wipe import Wiper, is_noted, note

SQLITE = "sqlite+aiosqlite"
"""The driver that URLs name; the thread that SQLite has of its own does without it (`bot.store.lane`)."""
DRIVERS = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeError)
UNREADABLE = (ValueError, TypeError, OverflowError, RecursionError, MsgspecError)
"""What reading a damaged value ends in."""
P = ParamSpec("P")
T = TypeVar("T")


class Database(ABC):
    """Made by `open`; `run` is one transaction, whose errors are StoreErrors that name the place but no text."""

    def __init__(self, url: URL, vault: Vault) -> None:
        self.vault = vault
        self.name = url.render_as_string(hide_password=True)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, vault: Vault) -> AsyncIterator[Database]:
        """Connect and bring the tables up to date."""
        database = _database(url, vault)
        try:
            async with migrating():
                await database._guarded(database._upgrade())
            await database.run(database._check_key)
            yield database
        finally:
            await database._close()

    async def run(self, work: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do `work` with a transaction; what it did counts once this returns, and not at all when it raises."""

        def transact(connection: Connection) -> T:
            return work(Transaction(connection, self.vault), *args, **kwargs)

        return await self._guarded(self._transact(transact))

    async def erase(self, work: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`run`, after which no copy of what was deleted is left anywhere, as far as that is in this program's hands.

        It returns when the rows are gone. The copies go in the background, after a crash with the next start. Work that
        returns False or 0 has deleted nothing.
        """

        def noted(transaction: Transaction) -> T:
            result = work(transaction, *args, **kwargs)
            if result or result is None:
                self._note(transaction.connection)
            return result

        result = await self.run(noted)
        if result or result is None:
            self._wish()
        return result

    async def wiped(self, seconds: float) -> bool:
        """Wait until no copy of anything deleted is left, but not longer than `seconds`; whether that is so."""
        return True

    @abstractmethod
    def _note(self, connection: Connection) -> None:
        """Write down that copies have to go."""

    @abstractmethod
    def _wish(self) -> None:
        """Have them go."""

    @abstractmethod
    async def _transact(self, work: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    async def _upgrade(self) -> None: ...

    @abstractmethod
    async def _close(self) -> None: ...

    async def _guarded(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except BotError:
            raise
        except Exception as error:
            if isinstance(error, UNREADABLE) and not isinstance(error, DRIVERS):
                raise StateError(f"a value in {self.name} cannot be read: {trail(error)}") from None
            if not isinstance(error, DRIVERS) and not type(error).__module__.startswith("asyncpg"):
                raise
            # From None: the driver's error would show rows and parameters, and so what was said, to whoever prints it.
            raise StoreError(f"the database {self.name} failed: {_reason(error)}") from None

    def _check_key(self, transaction: Transaction) -> None:
        """Refuse to work without the key of a store that has been sealed."""
        wrapped = transaction.execute(select(tables.data_key.c.wrapped).limit(1)).scalar_one_or_none()
        if wrapped and not self.vault.seals:
            raise StoreError(f"what is stored in {self.name} is sealed: set {VARIABLE}")
        self.vault.box(wrapped)


class SQLite(Database):
    """One connection in a thread of its own: SQLite has one writer, and others would only wait for it."""

    def __init__(self, url: URL, vault: Vault) -> None:
        super().__init__(url, vault)
        engine = create_engine(
            url.set(drivername="sqlite"), hide_parameters=True, connect_args={"check_same_thread": False}
        )
        event.listen(engine, "connect", _pragmas)
        self._path = url.database or ""
        self._lane = Lane(engine)
        self._wiper: Wiper | None = None

    async def wiped(self, seconds: float) -> bool:
        return self._wiper is None or await self._wiper.done(seconds)

    def _note(self, connection: Connection) -> None:
        note(raw_of(connection))

    def _wish(self) -> None:
        if self._wiper:
            self._wiper.wish()

    async def _transact(self, work: Callable[[Connection], T]) -> T:
        return await self._lane.run(work)

    async def _upgrade(self) -> None:
        _make_private(self._path)
        await self._lane.alone(lambda connection: upgrade(connection, self.vault))
        self._wiper = Wiper(self._lane.path) if self._lane.path else None
        if await self._lane.alone(lambda connection: is_noted(raw_of(connection))):
            self._wish()  # a process before this one was killed over it

    async def _close(self) -> None:
        if self._wiper:
            await self._wiper.close()
        await self._lane.close()


class PostgreSQL(Database):
    """A pool of connections; one that has died since it was last used is replaced.

    Deleted rows are left to the server, which clears them in its own time: only a key makes them unreadable at once.
    """

    def __init__(self, engine: AsyncEngine, vault: Vault) -> None:
        super().__init__(engine.url, vault)
        self._engine = engine

    def _note(self, connection: Connection) -> None:
        """The server knows."""

    def _wish(self) -> None:
        """The same."""

    async def _transact(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def _upgrade(self) -> None:
        await self._transact(lambda connection: upgrade(connection, self.vault))

    async def _close(self) -> None:
        await self._engine.dispose()


def _database(url: str, vault: Vault) -> Database:
    try:
        place = make_url(url)
    except SQLAlchemyError:
        # Not repeated: it may hold a password.
        raise StoreError("the database's URL cannot be read; it should look like sqlite+aiosqlite:///talk.db") from None
    if place.drivername == SQLITE:
        return SQLite(place, vault)
    try:
        return PostgreSQL(create_async_engine(place, hide_parameters=True, pool_pre_ping=True), vault)
    except (SQLAlchemyError, ImportError) as error:
        where = place.render_as_string(hide_password=True)
        raise StoreError(f"the database {where} cannot be used: {error}") from None


def _reason(error: Exception) -> str:
    """What the driver says, unless it may repeat a row: those of PostgreSQL that find fault with data do."""
    cause = getattr(error, "orig", None) or error
    faulty = str(getattr(cause, "sqlstate", None) or "").startswith(("22", "23"))
    if isinstance(error, OSError | OperationalError | ProgrammingError) and not faulty:
        return str(cause).partition("\n")[0] or type(cause).__name__
    if isinstance(cause, sqlite3.Error):
        return str(cause)
    return type(cause).__name__


def _make_private(path: str) -> None:
    """Make the file that SQLite would make, readable for nobody else; the files beside it take after it."""
    if path and path != ":memory:" and not path.startswith("file:"):
        with suppress(OSError):  # SQLite finds better words for it
            Path(path).touch(mode=0o600)


def _pragmas(connection: Any, _record: Any) -> None:
    for pragma in (f"busy_timeout={BUSY}", "journal_mode=WAL", "secure_delete=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()
