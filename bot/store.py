"""Where conversations are kept: SQLite by default, PostgreSQL by URL. All writes of one turn are one transaction."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import (
    AsyncAdaptedQueuePool,
    ColumnElement,
    Connection,
    Row,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import parts, tables
from bot.dialog import Conversation, DialogState, Turn
from bot.errors import Conflict, StateError, StoreError

SQLITE = "sqlite+aiosqlite"
Status = Literal["ready", "sending", "sent"]
_MIGRATES = threading.Lock()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A conversation as stored. `version` is 0 when it is new; `problems` names state parts that were skipped."""

    conversation: Conversation
    version: int
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message in the inbox that has no answer yet, or had one when it came again."""

    id: int
    conversation_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An answer in the outbox."""

    id: int
    conversation_id: str
    text: str


class Store:
    """Made by `open`; every method is one transaction and raises StoreError, saying what failed but no text."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Store]:
        """Connect and bring the tables up to date. `url` is SQLAlchemy's, `sqlite+aiosqlite:///talk.db` for one."""
        engine = _engine(url)
        store = cls(engine)
        try:
            async with _migrating(), store._begin() as connection:
                await connection.run_sync(_migrate)
            yield store
        finally:
            await engine.dispose()

    async def receive(self, conversation_id: str, text: str, event_id: str, at: datetime) -> Waiting:
        """Put a message in the inbox. The same event of the same conversation is one row, however often it comes."""
        values = {"conversation_id": conversation_id, "event": event_id, "text": text, "at": at, "done": False}
        same = (tables.inbox.c.conversation_id == conversation_id) & (tables.inbox.c.event == event_id)
        try:
            async with self._begin() as connection:
                await connection.execute(insert(tables.inbox).values(values))
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
        async with self._begin() as connection:
            return _waiting((await connection.execute(select(tables.inbox).where(same))).one())

    async def waiting(self, prefix: str) -> list[Waiting]:
        """Messages without an answer whose conversation id begins with `prefix`, oldest first."""
        here = _begins(tables.inbox.c.conversation_id, prefix)
        query = select(tables.inbox).where(here, ~tables.inbox.c.done).order_by(tables.inbox.c.id)
        async with self._begin() as connection:
            return [_waiting(row) for row in await connection.execute(query)]

    async def load(self, conversation_id: str) -> Loaded:
        """The conversation with its turns and state; a new one when it is unknown."""
        turn, part = tables.turn, tables.state_part
        async with self._begin() as connection:
            version = select(tables.conversation.c.version).where(tables.conversation.c.id == conversation_id)
            known = (await connection.execute(version)).scalar_one_or_none() or 0
            query = select(turn).where(turn.c.conversation_id == conversation_id).order_by(turn.c.number)
            turns = tuple(Turn(row.speaker, row.text, row.at) for row in await connection.execute(query))
            rows = (await connection.execute(select(part).where(part.c.conversation_id == conversation_id))).all()
        state, problems = _decode(rows)
        return Loaded(Conversation(conversation_id, turns, state), known, problems)

    async def commit(self, loaded: Loaded, after: Conversation, inbox_id: int, text: str, at: datetime) -> Outgoing:
        """Save one turn: new turns, state, the answer in the outbox, the message done.

        Raises Conflict when the conversation moved on since `loaded`, or the message was answered meanwhile.
        """
        async with self._begin() as connection:
            await self._advance(connection, loaded, at)
            done = update(tables.inbox).where(tables.inbox.c.id == inbox_id, ~tables.inbox.c.done)
            if (await connection.execute(done.values(done=True, text=""))).rowcount != 1:
                raise Conflict(f"message {inbox_id} was answered meanwhile")
            await self._save_turns(connection, loaded, after)
            await self._save_parts(connection, after)
            row = {"conversation_id": after.id, "inbox_id": inbox_id, "text": text, "status": "ready"}
            made = await connection.execute(insert(tables.outbox).values(row).returning(tables.outbox.c.id))
            return Outgoing(made.scalar_one(), after.id, text)

    async def learn(self, loaded: Loaded, after: Conversation, at: datetime) -> None:
        """Save what was learnt outside a turn. Raises Conflict when the conversation moved on since `loaded`."""
        async with self._begin() as connection:
            await self._advance(connection, loaded, at)
            await self._save_parts(connection, after)

    async def latest(self, prefix: str) -> str | None:
        """The conversation that was written to last among those whose id begins with `prefix`."""
        here = _begins(tables.inbox.c.conversation_id, prefix)
        query = select(tables.inbox.c.conversation_id).where(here).order_by(tables.inbox.c.id.desc()).limit(1)
        async with self._begin() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def outgoing(self, inbox_id: int) -> Outgoing | None:
        """The answer to a message, when there is one."""
        async with self._begin() as connection:
            row = (
                await connection.execute(select(tables.outbox).where(tables.outbox.c.inbox_id == inbox_id))
            ).one_or_none()
        return _outgoing(row) if row else None

    async def unsent(self, prefix: str) -> list[Outgoing]:
        """Answers not known to be sent, oldest first; one that was `sending` when a process died is among them."""
        here = _begins(tables.outbox.c.conversation_id, prefix)
        query = select(tables.outbox).where(here, tables.outbox.c.status != "sent").order_by(tables.outbox.c.id)
        async with self._begin() as connection:
            return [_outgoing(row) for row in await connection.execute(query)]

    async def mark(self, outgoing_id: int, status: Status) -> None:
        async with self._begin() as connection:
            await connection.execute(
                update(tables.outbox).where(tables.outbox.c.id == outgoing_id).values(status=status)
            )

    async def forget(self, conversation_id: str) -> None:
        """Erase the conversation and every message of it, and shrink the write-ahead log that would still hold them."""
        async with self._begin() as connection:
            for table in (tables.outbox, tables.inbox, tables.turn, tables.state_part):
                await connection.execute(delete(table).where(table.c.conversation_id == conversation_id))
            await connection.execute(delete(tables.conversation).where(tables.conversation.c.id == conversation_id))
        if self._engine.dialect.name == "sqlite":
            async with self._begin() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            # The driver's own words only: SQLAlchemy's message would repeat the parameters, and so what was said.
            reason = getattr(error, "orig", None) or type(error).__name__
            where = self._engine.url.render_as_string(hide_password=True)
            raise StoreError(f"the database {where} failed: {reason}") from error

    async def _advance(self, connection: AsyncConnection, loaded: Loaded, at: datetime) -> None:
        table, key = tables.conversation, loaded.conversation.id
        if loaded.version == 0:
            row = {"id": key, "version": 1, "created_at": at, "updated_at": at}
            try:
                await connection.execute(insert(table).values(row))
            except IntegrityError:
                raise Conflict(f"conversation {key} was begun by another process") from None
            return
        same = update(table).where(table.c.id == key, table.c.version == loaded.version)
        if (await connection.execute(same.values(version=loaded.version + 1, updated_at=at))).rowcount != 1:
            raise Conflict(f"conversation {key} was saved by another process")

    async def _save_turns(self, connection: AsyncConnection, loaded: Loaded, after: Conversation) -> None:
        start = len(loaded.conversation.turns)
        rows = [
            {"conversation_id": after.id, "number": number, "speaker": said.speaker, "text": said.text, "at": said.at}
            for number, said in enumerate(after.turns[start:], start)
        ]
        if rows:
            await connection.execute(insert(tables.turn), rows)

    async def _save_parts(self, connection: AsyncConnection, after: Conversation) -> None:
        # Only parts this program knows are replaced: one it couldn't read stays in the database as it is.
        table = tables.state_part
        rows: list[dict[str, Any]] = []
        for item in after.state:
            name, version, data = parts.encode(item)
            rows.append({"conversation_id": after.id, "name": name, "version": version, "data": data})
        names = [row["name"] for row in rows]
        await connection.execute(delete(table).where(table.c.conversation_id == after.id, table.c.name.in_(names)))
        if rows:
            await connection.execute(insert(table), rows)


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


def _begins(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    # Not LIKE, which takes `Me` for `me` in SQLite.
    return func.substr(column, 1, len(prefix)) == prefix


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
    if connection.dialect.name == "sqlite":
        # All of it or nothing, and one process after the other: by itself SQLite's driver commits each CREATE TABLE.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = AlembicConfig()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        where = connection.engine.url.render_as_string(hide_password=True)
        raise StoreError(f"the database {where} was made by another version of this program: {error}") from None


def _decode(rows: Any) -> tuple[DialogState, tuple[str, ...]]:
    found: list[object] = []
    problems: list[str] = []
    for row in rows:
        try:
            found.append(parts.decode(row.name, row.version, row.data))
        except StateError as error:
            problems.append(str(error))
    return DialogState(*found), tuple(problems)


def _waiting(row: Row[Any]) -> Waiting:
    return Waiting(row.id, row.conversation_id, row.text)


def _outgoing(row: Row[Any]) -> Outgoing:
    return Outgoing(row.id, row.conversation_id, row.text)
