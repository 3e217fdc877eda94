"""Rooms of a collection in a database: who waits, who talks with whom, which labels were chosen.

A room is one row, sealed with the key of who came first where there are keys; each step of a participant is one
transaction, as in `worlds.studies.ledger`.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, delete, or_, select, update

from bot.errors import StudyError
from bot.store.tables import study_room
from bot.store.transaction import Transaction
from skills.labels import EMOTIONS
from worlds.studies.ledger import StudyStore
from worlds.studies.room import Event, Joined, Room, Told, advance

OFFERED = 3
"""Labels that are laid before a participant (A.2)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A room, when its first participant came, and when somebody last did something in it."""

    room: Room
    began: datetime
    at: datetime


class Rooms(StudyStore):
    """The rooms of one study."""

    async def offered(self, participant: str) -> list[str]:
        """The labels that were chosen least, among equals by seed, in an order drawn for the participant."""
        chosen = Counter(told.label for kept in await self.everything() for told in kept.room.told)
        rng = random.Random(f"{self._loaded.name} {self._loaded.study.seed} {participant}")
        rare = sorted(rng.sample(EMOTIONS, len(EMOTIONS)), key=lambda label: chosen[label])[:OFFERED]
        return rng.sample(rare, len(rare))

    async def of(self, participant: str) -> Kept | None:
        """The room in which somebody waits or talks, or did."""
        return await self._database.run(self._of, participant)

    async def join(self, participant: str, told: Told, at: datetime) -> Room:
        """To who has waited longest, or, where nobody waits, to wait. Who has a room stays there."""
        return await self._database.run(self._join, participant, told, at)

    async def step(self, participant: str, event: Event, at: datetime) -> Room:
        """Raises StudyError where the event is not waited for, or the participant has no room."""
        return await self._database.run(self._step, participant, event, at)

    async def everything(self) -> list[Kept]:
        """All rooms in the order in which they were opened."""
        return await self._database.run(self._everything)

    async def forget(self, participant: str) -> bool:
        """Erase the room of a participant, both their words and their partner's: half a talk is none."""
        return await self._database.erase(self._forget, participant)

    def _of(self, tx: Transaction, participant: str) -> Kept | None:
        found = tx.rows(select(study_room).where(self._mine, _sits(participant)))
        return next((_kept(tx, row) for row in found), None)

    def _join(self, tx: Transaction, participant: str, told: Told, at: datetime) -> Room:
        if known := self._of(tx, participant):
            return known.room
        since = at - timedelta(minutes=self._loaded.study.collection.wait)
        free = (study_room.c.second.is_(None), study_room.c.open, study_room.c.at >= since)
        first = select(study_room).where(self._mine, *free).order_by(study_room.c.number).limit(1)
        for row in tx.rows(first.with_for_update()):
            room = advance(_kept(tx, row).room, participant, Joined(told))
            self._write(tx, row, room, at)
            return room
        rules = self._loaded.study.collection
        room = Room(least=rules.least, most=rules.most, seats=(participant,), told=(told,))
        state = tx.meet(_person(participant), at).seal(_written(room))
        held = {"study": self._loaded.name, "first": participant, "state": state, "open": True, "began": at, "at": at}
        tx.execute(study_room.insert().values(held))
        return room

    def _step(self, tx: Transaction, participant: str, event: Event, at: datetime) -> Room:
        query = select(study_room).where(self._mine, _sits(participant)).with_for_update()
        for row in tx.rows(query):
            before = _kept(tx, row).room
            room = advance(before, participant, event)
            if room != before:
                self._write(tx, row, room, at)
            return room
        raise StudyError("tell of a situation first")

    def _write(self, tx: Transaction, row: Row[Any], room: Room, at: datetime) -> None:
        second = room.seats[1] if len(room.seats) > 1 else None
        state = tx.meet(_person(row.first), at).seal(_written(room))
        held = {"second": second, "state": state, "open": not room.over, "at": at}
        tx.execute(update(study_room).where(study_room.c.number == row.number).values(held))

    def _everything(self, tx: Transaction) -> list[Kept]:
        query = select(study_room).where(self._mine).order_by(study_room.c.number)
        return [_kept(tx, row) for row in tx.rows(query)]

    def _forget(self, tx: Transaction, participant: str) -> bool:
        return tx.execute(delete(study_room).where(self._mine, _sits(participant))).rowcount > 0

    @property
    def _mine(self) -> ColumnElement[bool]:
        return study_room.c.study == self._loaded.name


def _sits(participant: str) -> ColumnElement[bool]:
    return or_(study_room.c.first == participant, study_room.c.second == participant)


def _person(participant: str) -> str:
    """Whose key seals a room: of the participant in this study as of their talks with bots."""
    return f"study:{participant}"


def _kept(tx: Transaction, row: Row[Any]) -> Kept:
    state = tx.box(_person(row.first)).open(row.state)
    return Kept(msgspec.json.decode(state, type=Room), row.began, row.at)


def _written(room: Room) -> str:
    return msgspec.json.encode(room).decode()
