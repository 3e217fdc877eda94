"""Inbox, conversations and outbox: what happens to one message, a transaction a step."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import parts
from bot.dialog import Conversation
from bot.errors import Conflict
from bot.people import person_of
from bot.store import rows, tables
from bot.store.database import Database
from bot.store.people import People
from bot.store.rows import Answered, Loaded, Outgoing, Status, Waiting
from bot.store.tokens import Tokens
from bot.store.vault import Box, Vault
from bot.text import clean

STALE = timedelta(seconds=60)
"""After so long a message that is `sending` is taken from the process that began it: it has died."""
PLAIN = Answered()


class Store:
    """Made by `open`; every method is one transaction and raises StoreError, saying what failed but no text.

    What belongs to a person is in `people`, the tokens of the web API in `tokens`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._begin = database.begin
        self.people = People(database)
        self.tokens = Tokens(database)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, vault: Vault | None = None) -> AsyncIterator[Store]:
        """Connect and bring the tables up to date. `url` is SQLAlchemy's, `sqlite+aiosqlite:///talk.db` for one.

        `vault` seals what people say; without one it is made of the environment.
        """
        async with Database.open(url, vault or Vault.from_environment()) as database:
            yield cls(database)

    async def receive(self, conversation_id: str, text: str, event_id: str, at: datetime) -> Waiting:
        """Put a message in the inbox. The same event of the same conversation is one row, however often it comes."""
        person = person_of(conversation_id)
        async with self._begin() as connection:
            box = await self._database.meet(connection, person, at)
            row = {"conversation_id": conversation_id, "person": person, "event": event_id, "at": at, "done": False}
            await self._database.insert_new(connection, tables.inbox, row | {"text": box.seal(clean(text))})
            same = (tables.inbox.c.conversation_id == conversation_id) & (tables.inbox.c.event == event_id)
            return rows.waiting((await connection.execute(select(tables.inbox).where(same))).one(), box)

    async def waiting(self, prefix: str, before: datetime | None = None) -> list[Waiting]:
        """Messages without an answer whose conversation id begins with `prefix`, oldest first."""
        query = select(tables.inbox).where(_begins(tables.inbox.c.conversation_id, prefix), ~tables.inbox.c.done)
        if before is not None:
            query = query.where(tables.inbox.c.at < before)
        async with self._begin() as connection:
            found = (await connection.execute(query.order_by(tables.inbox.c.id))).all()
            boxes = await self._database.boxes(connection, {row.person for row in found})
        return [rows.waiting(row, boxes[row.person]) for row in found]

    async def waiting_in(self, conversation_id: str) -> list[Waiting]:
        """The messages of one conversation that have no answer, oldest first."""
        query = select(tables.inbox).where(tables.inbox.c.conversation_id == conversation_id, ~tables.inbox.c.done)
        async with self._begin() as connection:
            found = (await connection.execute(query.order_by(tables.inbox.c.id))).all()
            box = await self._box(connection, conversation_id)
        return [rows.waiting(row, box) for row in found]

    async def dismiss(self, conversation_id: str, event_id: str) -> None:
        """Take a message out of the inbox that is not to be answered; one that is answered stays."""
        table = tables.inbox
        same = (table.c.conversation_id == conversation_id) & (table.c.event == event_id) & ~table.c.done
        async with self._begin() as connection:
            await connection.execute(delete(table).where(same))

    async def load(self, conversation_id: str) -> Loaded:
        """The conversation with its turns and state; a new one when it is unknown."""
        turn, part = tables.turn, tables.state_part
        async with self._begin() as connection:
            version = select(tables.conversation.c.version).where(tables.conversation.c.id == conversation_id)
            known = (await connection.execute(version)).scalar_one_or_none()
            if known is None:
                return Loaded(Conversation(conversation_id), 0)
            box = await self._box(connection, conversation_id)
            query = select(turn).where(turn.c.conversation_id == conversation_id).order_by(turn.c.number)
            turns = rows.turns(await connection.execute(query), box)
            found = await connection.execute(select(part).where(part.c.conversation_id == conversation_id))
            state, problems = rows.state_of(found, box)
        return Loaded(Conversation(conversation_id, turns, state), known, problems)

    async def commit(
        self,
        loaded: Loaded,
        after: Conversation,
        inbox_id: int,
        text: str,
        at: datetime,
        *,
        answered: Answered = PLAIN,
    ) -> Outgoing:
        """Save one turn: new turns, state, the answer in the outbox, the message done.

        Raises Conflict when the conversation moved on since `loaded`, or a message was answered meanwhile.
        """
        async with self._begin() as connection:
            box = await self._advance(connection, loaded, at, undo=True)
            await self._close(connection, [inbox_id], None)
            await self._close(connection, answered.others, inbox_id)
            if turns := rows.turn_rows(after, len(loaded.conversation.turns), answered, box):
                await connection.execute(insert(tables.turn), turns)
            await self._save_parts(connection, after, box)
            if answered.verdict:
                await self.people.count(connection, answered.verdict, at)
            row = {"conversation_id": after.id, "inbox_id": inbox_id, "text": box.seal(text), "status": "ready"}
            made = insert(tables.outbox).values(row | {"pieces": 0, "at": at}).returning(tables.outbox.c.id)
            return Outgoing((await connection.execute(made)).scalar_one(), after.id, text)

    async def learn(self, loaded: Loaded, after: Conversation, at: datetime) -> None:
        """Save what was learnt outside a turn. Raises Conflict when the conversation moved on since `loaded`."""
        async with self._begin() as connection:
            await self._save_parts(connection, after, await self._advance(connection, loaded, at))

    async def undo(self, loaded: Loaded, at: datetime) -> bool:
        """Take the last turn back, with what was learnt in it; what care needs stays. False when there is none."""
        key = loaded.conversation.id
        async with self._begin() as connection:
            query = select(tables.conversation.c.undo).where(tables.conversation.c.id == key)
            kept = (await connection.execute(query)).scalar_one_or_none()
            if not kept:
                return False
            box = await self._advance(connection, loaded, at)
            number, encoded = rows.restored(kept, box)
            await self._drop_turns(connection, key, number)
            await connection.execute(delete(tables.state_part).where(_passing(key)))
            back = [
                {"conversation_id": key, "name": name, "version": version, "data": box.seal(data)}
                for name, version, data in encoded
                if name not in parts.LASTING
            ]
            if back:
                await connection.execute(insert(tables.state_part), back)
        await self._database.wipe()
        return True

    async def reset(self, loaded: Loaded, at: datetime) -> None:
        """Begin anew: no turns, and nothing known but what care needs. Raises Conflict as `learn` does."""
        key = loaded.conversation.id
        async with self._begin() as connection:
            await self._advance(connection, loaded, at)
            await self._drop_turns(connection, key, 0)
            await connection.execute(delete(tables.state_part).where(_passing(key)))
        await self._database.wipe()

    async def latest(self, prefix: str) -> str | None:
        """The conversation that was written to last among those whose id begins with `prefix`."""
        here = _begins(tables.inbox.c.conversation_id, prefix)
        query = select(tables.inbox.c.conversation_id).where(here).order_by(tables.inbox.c.id.desc()).limit(1)
        async with self._begin() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def conversations(self, prefix: str) -> list[str]:
        """The ids of all conversations that begin with `prefix`."""
        here = _begins(tables.conversation.c.id, prefix)
        async with self._begin() as connection:
            return list((await connection.execute(select(tables.conversation.c.id).where(here))).scalars())

    async def outgoing(self, inbox_id: int) -> Outgoing | None:
        """The answer to a message, when there is one."""
        main = select(func.coalesce(tables.inbox.c.answered_with, tables.inbox.c.id)).where(
            tables.inbox.c.id == inbox_id
        )
        async with self._begin() as connection:
            query = _answers().where(tables.outbox.c.inbox_id == main.scalar_subquery())
            found = await self._outgoing(connection, query)
        return found[0] if found else None

    async def unsent(self, prefix: str, before: datetime | None = None) -> list[Outgoing]:
        """Answers not known to be sent, oldest first; one that was `sending` when a process died is among them."""
        query = _answers().where(_begins(tables.outbox.c.conversation_id, prefix), tables.outbox.c.status != "sent")
        if before is not None:
            query = query.where(tables.outbox.c.at < before)
        async with self._begin() as connection:
            return await self._outgoing(connection, query.order_by(tables.outbox.c.id))

    async def claim(self, outgoing_id: int, at: datetime, stale: timedelta = STALE) -> bool:
        """Mark an answer as `sending`; False when another process is sending it, or has sent it.

        One that has been `sending` for `stale` is free again: who began it has died.
        """
        table = tables.outbox
        free = (table.c.status == "ready") | ((table.c.status == "sending") & (table.c.at <= at - stale))
        query = update(table).where(table.c.id == outgoing_id, free).values(status="sending", at=at)
        async with self._begin() as connection:
            return (await connection.execute(query)).rowcount == 1

    async def mark(self, outgoing_id: int, status: Status, at: datetime | None = None) -> None:
        """Set an answer's status."""
        values: dict[str, Any] = {"status": status} | ({"at": at} if at else {})
        async with self._begin() as connection:
            await connection.execute(update(tables.outbox).where(tables.outbox.c.id == outgoing_id).values(values))

    async def sent_pieces(self, outgoing_id: int, pieces: int) -> None:
        """Note how many pieces of an answer have been sent."""
        query = update(tables.outbox).where(tables.outbox.c.id == outgoing_id).values(pieces=pieces)
        async with self._begin() as connection:
            await connection.execute(query)

    async def last_seen(self, door: str, place: str) -> str | None:
        """The newest event that a door noted for a place."""
        query = select(tables.seen.c.event).where(tables.seen.c.door == door, tables.seen.c.place == place)
        async with self._begin() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def see(self, door: str, place: str, event: str) -> None:
        """Note the newest event that a door has seen of a place."""
        here = (tables.seen.c.door == door) & (tables.seen.c.place == place)
        async with self._begin() as connection:
            if not await self._database.insert_new(
                connection, tables.seen, {"door": door, "place": place, "event": event}
            ):
                await connection.execute(update(tables.seen).where(here).values(event=event))

    async def forget(self, conversation_id: str) -> None:
        """Erase one conversation and every message of it, and shrink the log that would still hold them."""
        async with self._begin() as connection:
            for table in (tables.outbox, tables.inbox):
                await connection.execute(delete(table).where(table.c.conversation_id == conversation_id))
            await connection.execute(delete(tables.conversation).where(tables.conversation.c.id == conversation_id))
        await self._database.wipe()

    async def expire(self, unkept_before: datetime, kept_before: datetime) -> int:
        """Erase what is older than it may be; see `People.expire`. Returns how many conversations were touched."""
        return await self.people.expire(unkept_before, kept_before)

    async def rotate(self) -> int:
        """Wrap every data key with the newest of the operator's keys, and seal what is not sealed yet."""
        return await self.people.rotate()

    async def _box(self, connection: AsyncConnection, conversation_id: str) -> Box:
        return await self._database.box(connection, person_of(conversation_id)) or Box()

    async def _outgoing(self, connection: AsyncConnection, query: Select[Any]) -> list[Outgoing]:
        found: Sequence[Row[Any]] = (await connection.execute(query)).all()
        boxes = await self._database.boxes(connection, {row.person for row in found})
        return [rows.outgoing(row, boxes[row.person]) for row in found]

    async def _advance(self, connection: AsyncConnection, loaded: Loaded, at: datetime, undo: bool = False) -> Box:
        """Take the next version, or raise Conflict; returns the box of the person. `undo` keeps the state before."""
        table, key = tables.conversation, loaded.conversation.id
        box = await self._database.meet(connection, person_of(key), at)
        kept = rows.snapshot(loaded.conversation, box) if undo else None
        if loaded.version == 0:
            row = {"id": key, "person": person_of(key), "version": 1, "created_at": at, "updated_at": at, "undo": kept}
            if not await self._database.insert_new(connection, table, row):
                raise Conflict(f"conversation {key} was begun by another process")
            return box
        same = update(table).where(table.c.id == key, table.c.version == loaded.version)
        values = {"version": loaded.version + 1, "updated_at": at, "undo": kept}
        if (await connection.execute(same.values(values))).rowcount != 1:
            raise Conflict(f"conversation {key} was saved by another process")
        return box

    async def _close(self, connection: AsyncConnection, inbox_ids: Sequence[int], answered_with: int | None) -> None:
        for inbox_id in inbox_ids:
            done = update(tables.inbox).where(tables.inbox.c.id == inbox_id, ~tables.inbox.c.done)
            values = {"done": True, "text": "", "answered_with": answered_with}
            if (await connection.execute(done.values(values))).rowcount != 1:
                raise Conflict(f"message {inbox_id} was answered meanwhile")

    async def _save_parts(self, connection: AsyncConnection, after: Conversation, box: Box) -> None:
        # Only parts this program knows are replaced: one it couldn't read stays in the database as it is.
        table, made = tables.state_part, rows.part_rows(after.id, after.state, box)
        names = [row["name"] for row in made]
        await connection.execute(delete(table).where(table.c.conversation_id == after.id, table.c.name.in_(names)))
        if made:
            await connection.execute(insert(table), made)

    async def _drop_turns(self, connection: AsyncConnection, key: str, start: int) -> None:
        for table in (tables.turn, tables.rating):
            await connection.execute(delete(table).where(table.c.conversation_id == key, table.c.number >= start))
        said = (tables.outbox.c.conversation_id == key) & (tables.outbox.c.status == "sent")
        await connection.execute(update(tables.outbox).where(said).values(text=""))


def _answers() -> Select[Any]:
    """Outbox rows with the person they are for."""
    same = tables.inbox.c.id == tables.outbox.c.inbox_id
    return select(tables.outbox, tables.inbox.c.person).join(tables.inbox, same)


def _passing(conversation_id: str) -> ColumnElement[bool]:
    """The state parts of a conversation that don't outlast it."""
    table = tables.state_part
    return (table.c.conversation_id == conversation_id) & table.c.name.not_in(parts.LASTING)


def _begins(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    # Not LIKE, which takes `Me` for `me` in SQLite.
    return func.substr(column, 1, len(prefix)) == prefix
