"""What belongs to a person: consents, ratings, all that can be given back or erased; and counts of nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import ColumnElement, Table, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import parts
from bot.dialog import Verdict
from bot.errors import StoreError
from bot.store import tables
from bot.store.database import Database
from bot.store.vault import MARK, Box

Purpose = Literal["keep", "research", "outside"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
CONSENT_VERSION = "2026-11"
"""Of the questions that are asked; a new wording gets a new one."""
OWN = "terminal:"
"""Talks on the operator's own terminal are theirs to keep or forget."""
STARS = range(1, 6)


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person answered when they were asked for `purpose`, in which version of the question, and when."""

    purpose: Purpose
    given: bool
    version: str
    at: datetime


class People:
    """Consents are off until given. Every method is one transaction and raises StoreError, without text."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._begin = database.begin

    async def consents(self, person: str) -> dict[Purpose, Consent]:
        """The newest answer for each purpose that the person was asked for."""
        table = tables.consent
        async with self._begin() as connection:
            found = await connection.execute(select(table).where(table.c.person == person).order_by(table.c.id))
        return {row.purpose: Consent(row.purpose, row.given, row.version, row.at) for row in found}

    async def consent(self, person: str, purpose: Purpose, given: bool, at: datetime) -> None:
        """Note an answer; the ones before it stay as the record of what was agreed to when."""
        if purpose not in PURPOSES:
            raise StoreError(f"no consent is asked for {purpose!r} (there are: {', '.join(PURPOSES)})")
        async with self._begin() as connection:
            await self._database.meet(connection, person, at)
            row = {"person": person, "purpose": purpose, "given": given, "version": CONSENT_VERSION, "at": at}
            await connection.execute(insert(tables.consent).values(row))

    async def with_consent(self, purpose: Purpose) -> list[str]:
        """Everybody whose newest answer for `purpose` is yes."""
        async with self._begin() as connection:
            query = select(tables.consent.c.person).where(_newest_yes(purpose)).order_by(tables.consent.c.person)
            return list((await connection.execute(query)).scalars())

    async def rate(self, conversation_id: str, stars: int, at: datetime) -> bool:
        """Stars for the newest reply, in place of earlier ones for it. False when there is no reply to rate."""
        if stars not in STARS:
            raise StoreError(f"stars run from {STARS[0]} to {STARS[-1]}, not {stars}")
        turn, rating = tables.turn, tables.rating
        newest = select(func.max(turn.c.number)).where(
            turn.c.conversation_id == conversation_id, turn.c.speaker == "bot"
        )
        async with self._begin() as connection:
            number = (await connection.execute(newest)).scalar_one()
            if number is None:
                return False
            row = {"conversation_id": conversation_id, "number": number, "stars": stars, "at": at}
            if not await self._database.insert_new(connection, rating, row):
                same = (rating.c.conversation_id == conversation_id) & (rating.c.number == number)
                await connection.execute(update(rating).where(same).values(stars=stars, at=at))
        return True

    async def export(self, person: str) -> dict[str, Any]:
        """Everything that is held of a person, ready for JSON."""
        async with self._begin() as connection:
            box = await self._database.box(connection, person) or Box()
            asked = tables.consent
            consents = await connection.execute(select(asked).where(asked.c.person == person).order_by(asked.c.id))
            talks = tables.conversation
            query = select(talks).where(talks.c.person == person).order_by(talks.c.created_at, talks.c.id)
            found = (await connection.execute(query)).all()
            waiting = select(tables.inbox).where(tables.inbox.c.person == person, ~tables.inbox.c.done)
            return {
                "person": person,
                "consents": [
                    {"purpose": row.purpose, "given": row.given, "version": row.version, "at": row.at.isoformat()}
                    for row in consents
                ],
                "conversations": [
                    {"id": row.id, "created_at": row.created_at.isoformat(), "updated_at": row.updated_at.isoformat()}
                    | await self._export_talk(connection, row.id, box)
                    for row in found
                ],
                "waiting": [
                    {"conversation": row.conversation_id, "text": box.open(row.text), "at": row.at.isoformat()}
                    for row in await connection.execute(waiting.order_by(tables.inbox.c.id))
                ],
            }

    async def forget(self, person: str) -> bool:
        """Erase everything of a person: the row they hang on, their key first. False when they are unknown."""
        async with self._begin() as connection:
            await connection.execute(delete(tables.data_key).where(tables.data_key.c.person == person))
            known = (await connection.execute(delete(tables.person).where(tables.person.c.id == person))).rowcount
        await self._database.wipe()
        return known == 1

    async def expire(self, unkept_before: datetime, kept_before: datetime) -> int:
        """Erase old words, and return of how many conversations.

        Of people who gave no consent to keep, what was written before `unkept_before` goes, all but what care needs; of
        the others everything from before `kept_before`.
        """
        talks, own = tables.conversation, tables.conversation.c.id.startswith(OWN, autoescape=True)
        keep = select(tables.consent.c.person).where(_newest_yes("keep"))
        async with self._begin() as connection:
            idle = select(talks.c.id).where(talks.c.updated_at < unkept_before, talks.c.person.not_in(keep), ~own)
            said = tables.turn.c.conversation_id
            unkept = list((await connection.execute(idle.where(talks.c.id.in_(select(said))))).scalars())
            old = select(talks.c.id).where(talks.c.updated_at < kept_before, ~own)
            kept = list((await connection.execute(old)).scalars())
            for conversation_id in unkept:
                await self._empty(connection, conversation_id)
            for conversation_id in kept:
                for table in (tables.outbox, tables.inbox):
                    await connection.execute(delete(table).where(table.c.conversation_id == conversation_id))
                await connection.execute(delete(talks).where(talks.c.id == conversation_id))
        if unkept or kept:
            await self._database.wipe()
        return len({*unkept, *kept})

    async def rotate(self) -> int:
        """Wrap every data key anew, give one to who has none, seal what is plain; returns how many people there are."""
        async with self._begin() as connection:
            people = list((await connection.execute(select(tables.person.c.id))).scalars())
            for row in (await connection.execute(select(tables.data_key))).all():
                same = tables.data_key.c.person == row.person
                wrapped = self._database.vault.rewrap(row.wrapped)
                await connection.execute(update(tables.data_key).where(same).values(wrapped=wrapped))
            for person in people:
                row_key = {"person": person, "wrapped": self._database.vault.new_key()}
                await self._database.insert_new(connection, tables.data_key, row_key)
                await self._seal_all(connection, person)
        await self._database.wipe()
        return len(people)

    async def count(self, connection: AsyncConnection, verdict: Verdict, at: datetime) -> None:
        """Count a verdict of this day, inside the transaction of its turn."""
        table = tables.safety
        row = {"day": at.date(), "level": int(verdict.level), "kind": verdict.kind}
        if not await self._database.insert_new(connection, table, row | {"count": 1}):
            same = [table.c[name] == value for name, value in row.items()]
            await connection.execute(update(table).where(*same).values(count=table.c.count + 1))

    async def safety(self) -> list[tuple[date, int, str, int]]:
        """How often danger was found: (day, level, kind, count), oldest first."""
        table = tables.safety
        async with self._begin() as connection:
            found = await connection.execute(select(table).order_by(table.c.day, table.c.level, table.c.kind))
        return [(day, level, kind, number) for day, level, kind, number in found]

    async def _export_talk(self, connection: AsyncConnection, key: str, box: Box) -> dict[str, Any]:
        turn, part, rating = tables.turn, tables.state_part, tables.rating
        turns = await connection.execute(select(turn).where(turn.c.conversation_id == key).order_by(turn.c.number))
        found = await connection.execute(select(part).where(part.c.conversation_id == key).order_by(part.c.name))
        stars = await connection.execute(
            select(rating).where(rating.c.conversation_id == key).order_by(rating.c.number)
        )
        return {
            "turns": [
                {
                    "speaker": row.speaker,
                    "text": box.open(row.text),
                    "at": row.at.isoformat(),
                    "verdict": row.verdict,
                    "strategy": row.strategy,
                }
                for row in turns
            ],
            "state": {row.name: msgspec.json.decode(box.open(row.data)) for row in found},
            "ratings": [{"turn": row.number, "stars": row.stars, "at": row.at.isoformat()} for row in stars],
        }

    async def _empty(self, connection: AsyncConnection, key: str) -> None:
        part = tables.state_part
        for table in (tables.turn, tables.rating):
            await connection.execute(delete(table).where(table.c.conversation_id == key))
        passing = part.c.name.not_in(parts.LASTING)
        await connection.execute(delete(part).where(part.c.conversation_id == key, passing))
        for box in (tables.outbox, tables.inbox):
            await connection.execute(delete(box).where(box.c.conversation_id == key))
        talk = tables.conversation
        await connection.execute(update(talk).where(talk.c.id == key).values(undo=None, version=talk.c.version + 1))

    async def _seal_all(self, connection: AsyncConnection, person: str) -> None:
        box = await self._database.box(connection, person) or Box()
        talks = select(tables.conversation.c.id).where(tables.conversation.c.person == person)
        places: Sequence[tuple[Table, str, ColumnElement[bool]]] = (
            (tables.turn, "text", tables.turn.c.conversation_id.in_(talks)),
            (tables.state_part, "data", tables.state_part.c.conversation_id.in_(talks)),
            (tables.conversation, "undo", tables.conversation.c.person == person),
            (tables.inbox, "text", tables.inbox.c.person == person),
            (tables.outbox, "text", tables.outbox.c.conversation_id.in_(talks)),
        )
        for table, column, theirs in places:
            plain = table.c[column].is_not(None) & (table.c[column] != "") & ~table.c[column].startswith(MARK)
            for row in (await connection.execute(select(table).where(theirs, plain))).all():
                same = [key == row._mapping[key.name] for key in table.primary_key]
                sealed = {column: box.seal(row._mapping[column])}
                await connection.execute(update(table).where(*same).values(sealed))


def _newest_yes(purpose: Purpose) -> ColumnElement[bool]:
    """Rows of consent that are a person's newest answer for `purpose`, and a yes."""
    other = tables.consent.alias()
    newest = select(func.max(other.c.id)).where(other.c.purpose == purpose).group_by(other.c.person)
    return tables.consent.c.id.in_(newest) & tables.consent.c.given
