"""Rooms of a collection in a database: who waits, and who talks with whom.

A room is one row, sealed with the key of who came first where there are keys; each step of a participant is one
transaction, as in `worlds.studies.ledger`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Row, delete, or_, select, update

from bot.errors import StudyError
from bot.store import erase
from bot.store.tables import study_item, study_room
from bot.store.transaction import Transaction
from skills.labels import EMOTIONS
from worlds.studies import ab_turns, room, self_dialog, support, wizard_of_oz
from worlds.studies.ab_turns import Duet
from worlds.studies.meeting import Meeting, Talk
from worlds.studies.room import Room
from worlds.studies.self_dialog import Writing
from worlds.studies.store import StudyStore
from worlds.studies.study import Kind, Loaded
from worlds.studies.support import Support
from worlds.studies.wizard_of_oz import Oz

OFFERED = 3
"""Labels that are laid before a participant (Rashkin et al. 2019, A.2)."""
LABEL = "label "
"""Before a label where it is counted beside the items of a study."""
M = TypeVar("M", bound=Meeting)
T = TypeVar("T", bound=Talk[Any, Any])


@dataclass(frozen=True, slots=True)
class Kept(Generic[M]):
    """A room, when its first participant came, and when somebody last did something in it."""

    room: M
    began: datetime
    at: datetime


class Rooms(StudyStore, ABC, Generic[M]):
    """The rooms of one study, of the state machine of a subclass."""

    _kind: type[M]
    _pairs = True
    """Whether two meet in a room."""

    async def of(self, participant: str) -> Kept[M] | None:
        """The room in which somebody waits or talks, or did."""
        return await self._database.run(self._of, participant)

    async def join(self, participant: str, joined: Any, at: datetime) -> M:
        """To who has waited longest of those who fit, or, where nobody waits, to wait. Who has a room stays there."""
        return await self._database.run(self._join, participant, joined, at)

    async def step(self, participant: str, event: Any, at: datetime) -> M:
        """Raises StudyError where the event is not waited for, or the participant has no room."""
        return await self._database.run(self._step, participant, event, at)

    async def everything(self) -> list[Kept[M]]:
        """All rooms in the order in which they were opened."""
        return await self._database.run(self._everything)

    async def forget(self, participant: str) -> bool:
        """Erase the room of a participant, both their words and their partner's: half a talk is none; and their key."""
        return await self._database.erase(self._forget, participant)

    @abstractmethod
    def _advance(self, found: M, participant: str, event: Any) -> M:
        """One step of the machine."""

    def _empty(self) -> M:
        """A room in which nobody sits."""
        rules = self._loaded.study.collection
        return self._kind(least=rules.least, most=rules.most)

    def _fits(self, found: M, joined: Any) -> bool:
        """Whether who joins may come into a room in which somebody waits."""
        return True

    def _of(self, tx: Transaction, participant: str) -> Kept[M] | None:
        found = tx.rows(select(study_room).where(self._mine, _sits(participant)))
        return next((self._kept(tx, row) for row in found), None)

    def _join(self, tx: Transaction, participant: str, joined: Any, at: datetime) -> M:
        if known := self._of(tx, participant):
            return known.room
        if self._pairs:  # or, in PostgreSQL, two who come at once would both wait, each in a room of their own
            self._assigned(tx)
        since = at - timedelta(minutes=self._loaded.study.collection.wait)
        free = (study_room.c.second.is_(None), study_room.c.open, study_room.c.at >= since)
        waiting = select(study_room).where(self._mine, *free).order_by(study_room.c.number).with_for_update()
        for row in tx.rows(waiting) if self._pairs else ():
            if self._fits(before := self._kept(tx, row).room, joined):
                after = self._advance(before, participant, joined)
                self._write(tx, row, after, at)
                return after
        after = self._advance(self._empty(), participant, joined)
        state = tx.meet(_person(participant), at).seal(_written(after))
        held = {"study": self._loaded.name, "first": participant, "state": state, "open": True, "began": at, "at": at}
        tx.execute(study_room.insert().values(held))
        return after

    def _step(self, tx: Transaction, participant: str, event: Any, at: datetime) -> M:
        query = select(study_room).where(self._mine, _sits(participant)).with_for_update()
        for row in tx.rows(query):
            before = self._kept(tx, row).room
            after = self._advance(before, participant, event)
            if after != before:
                self._write(tx, row, after, at)
            return after
        raise StudyError("nobody has begun here: tell first what this page asks")

    def _write(self, tx: Transaction, row: Row[Any], after: M, at: datetime) -> None:
        second = after.seats[1] if len(after.seats) > 1 else None
        state = tx.meet(_person(row.first), at).seal(_written(after))
        held = {"second": second, "state": state, "open": not after.over, "at": at}
        tx.execute(update(study_room).where(study_room.c.number == row.number).values(held))

    def _everything(self, tx: Transaction) -> list[Kept[M]]:
        query = select(study_room).where(self._mine).order_by(study_room.c.number)
        return [self._kept(tx, row) for row in tx.rows(query)]

    def _forget(self, tx: Transaction, participant: str) -> bool:
        gone = tx.execute(delete(study_room).where(self._mine, _sits(participant))).rowcount > 0
        return erase.forget(tx, _person(participant)) or gone

    def _kept(self, tx: Transaction, row: Row[Any]) -> Kept[M]:
        state = tx.box(_person(row.first)).open(row.state)
        return Kept(msgspec.json.decode(state, type=self._kind), row.began, row.at)

    @property
    def _mine(self) -> ColumnElement[bool]:
        return study_room.c.study == self._loaded.name


class SpeakerListenerRooms(Rooms[Room]):
    """Two people talk twice."""

    _kind = Room

    async def offered(self, participant: str) -> list[str]:
        """The labels that were chosen least, among equals by seed, in an order drawn for the participant."""
        chosen = await self._database.run(self._chosen)
        rng = random.Random(f"{self._loaded.name} {self._loaded.study.seed} {participant}")
        rare = sorted(rng.sample(EMOTIONS, len(EMOTIONS)), key=lambda label: chosen[LABEL + label])[:OFFERED]
        return rng.sample(rare, len(rare))

    def _chosen(self, tx: Transaction) -> dict[str, int]:
        """How often each label was chosen, as it is counted when somebody comes.

        No room is read but where there are rooms of before anything was counted.
        """
        mine = (study_item.c.study == self._loaded.name, study_item.c.item.startswith(LABEL))
        found = {row.item: row.assigned for row in tx.rows(select(study_item).where(*mine))}
        if not found:
            told = Counter(name for kept in self._everything(tx) for name in _labels(kept.room))
            found = {LABEL + label: told[LABEL + label] for label in EMOTIONS}
            for name, times in found.items():
                tx.insert_new(study_item, {"study": self._loaded.name, "item": name, "assigned": times})
        return found

    def _join(self, tx: Transaction, participant: str, joined: room.Joined, at: datetime) -> Room:
        self._chosen(tx)
        known, after = self._of(tx, participant), super()._join(tx, participant, joined, at)
        if known is None:
            self._count(tx, [LABEL + joined.told.label], 1)
        return after

    def _forget(self, tx: Transaction, participant: str) -> bool:
        if kept := self._of(tx, participant):
            self._chosen(tx)
            self._count(tx, _labels(kept.room), -1)
        return super()._forget(tx, participant)

    def _advance(self, found: Room, participant: str, event: room.Event) -> Room:
        return room.advance(found, participant, event)


class RoleRooms(Rooms[T]):
    """Two people with a role each, who wait for the other role."""

    def _fits(self, found: T, joined: Any) -> bool:
        return joined.role not in found.roles


class SupportRooms(RoleRooms[Support]):
    """A seeker and a supporter."""

    _kind = Support

    def _advance(self, found: Support, participant: str, event: support.Event) -> Support:
        return support.advance(found, participant, event)


class OzRooms(RoleRooms[Oz]):
    """A user and a wizard."""

    _kind = Oz

    def _advance(self, found: Oz, participant: str, event: wizard_of_oz.Event) -> Oz:
        return wizard_of_oz.advance(found, participant, event)


class WritingRooms(Rooms[Writing]):
    """One person writes both sides, and meets nobody."""

    _kind, _pairs = Writing, False

    def _advance(self, found: Writing, participant: str, event: self_dialog.Event) -> Writing:
        return self_dialog.advance(found, participant, event)


class DuetRooms(Rooms[Duet]):
    """One person writes with two bots, and meets nobody else."""

    _kind, _pairs = Duet, False

    def _advance(self, found: Duet, participant: str, event: ab_turns.Event) -> Duet:
        return ab_turns.advance(found, participant, event, ab_turns.plan(self._loaded, participant, found))


AnyRooms = SpeakerListenerRooms | SupportRooms | WritingRooms | OzRooms | DuetRooms
AnyRoom = Room | Support | Writing | Oz | Duet
OF: Mapping[Kind, type[AnyRooms]] = {
    "speaker_listener": SpeakerListenerRooms,
    "seeker_supporter": SupportRooms,
    "self_dialog": WritingRooms,
    "wizard_of_oz": OzRooms,
    "ab_turns": DuetRooms,
}


def open_rooms(url: str, loaded: Loaded) -> AbstractAsyncContextManager[AnyRooms]:
    """Those of a study's kind; of one in which nothing is collected there are none."""
    return OF.get(loaded.study.kind, SpeakerListenerRooms).open(url, loaded)


def _labels(found: Room) -> list[str]:
    """What those who sit there told of, as it is counted."""
    return [LABEL + told.label for told in found.told]


def _sits(participant: str) -> ColumnElement[bool]:
    return or_(study_room.c.first == participant, study_room.c.second == participant)


def _person(participant: str) -> str:
    """Whose key seals a room: of the participant in this study as of their talks with bots."""
    return f"study:{participant}"


def _written(meeting: Meeting) -> str:
    return msgspec.json.encode(meeting).decode()
