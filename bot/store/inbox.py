"""Messages that came in, each in a row of its own until it is a turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from sqlalchemy import bindparam, delete, select, update

from bot.errors import Conflict, StoreError
from bot.people import person_of
from bot.store import digest, rows
from bot.store.rows import Waiting
from bot.store.tables import WAITING, inbox, person, seen
from bot.store.transaction import Transaction
from bot.store.vault import Box
from bot.text import clean

SAME = select(inbox).where(inbox.c.conversation_id == bindparam("key"), inbox.c.event == bindparam("which"))
HERE = select(inbox).where(inbox.c.conversation_id == bindparam("key"), WAITING).order_by(inbox.c.id)
BEGIN = update(inbox).where(inbox.c.id == bindparam("which"), WAITING).values(tries=inbox.c.tries + 1)
CLOSE = (
    update(inbox)
    .where(inbox.c.id == bindparam("which"), WAITING)
    .values(done=True, text="", answered_with=bindparam("main"))
)
CHECK, PAGE = "check", 4096


def receive(  # noqa: PLR0917  # a row's columns
    tx: Transaction, conversation_id: str, text: str, event: str, at: datetime, replaces: int | None = None
) -> Waiting:
    who = person_of(conversation_id)
    box = tx.meet(who, at)
    row = {"conversation_id": conversation_id, "person": who, "event": event, "at": at, "done": False}
    words = clean(text)
    made = {"text": box.seal(words), "replaces": replaces, "digest": box.seal(digest.make(words))}
    is_new = tx.insert_new(inbox, row | made)
    found = tx.execute(SAME, {"key": conversation_id, "which": event}).one()
    return replace(rows.waiting(found, box), same=is_new or _same(found.digest, words, box))


def _same(kept: str | None, words: str, box: Box) -> bool | None:
    with suppress(StoreError, ValueError):  # of a damaged digest nothing can be told, as where there is none
        return None if kept is None else digest.matches(box.open(kept), words)
    return None


def begin(tx: Transaction, inbox_id: int) -> None:
    tx.execute(BEGIN, {"which": inbox_id})


def dismiss(tx: Transaction, conversation_id: str, event: str) -> None:
    tx.execute(delete(inbox).where(inbox.c.conversation_id == conversation_id, inbox.c.event == event, WAITING))


def withdraw(tx: Transaction, inbox_id: int) -> None:
    tx.execute(delete(inbox).where(inbox.c.id == inbox_id, WAITING))


def waiting(tx: Transaction, prefix: str, before: datetime | None) -> list[Waiting]:
    query = select(inbox).where(tx.begins(inbox.c.conversation_id, prefix), WAITING)
    if before is not None:
        query = query.where(inbox.c.at < before)
    return rows.readable(tx, tx.rows(query.order_by(inbox.c.id)), rows.waiting)


def waiting_in(tx: Transaction, conversation_id: str, box: Box | None = None) -> list[Waiting]:
    box = box or tx.box(person_of(conversation_id))
    return rows.legible(tx.rows(HERE, {"key": conversation_id}), rows.waiting, box)


def latest(tx: Transaction, prefix: str) -> str | None:
    here = tx.begins(inbox.c.conversation_id, prefix)
    query = select(inbox.c.conversation_id).where(here).order_by(inbox.c.id.desc()).limit(1)
    return tx.execute(query).scalar_one_or_none()


def close(tx: Transaction, inbox_ids: Sequence[int], answered_with: int | None) -> None:
    """Blank what has become a turn. Raises Conflict when one has been answered already."""
    for inbox_id in inbox_ids:
        if tx.execute(CLOSE, {"which": inbox_id, "main": answered_with}).rowcount != 1:
            raise Conflict(f"message {inbox_id} was answered meanwhile")


def last_seen(tx: Transaction, door: str, place: str) -> str | None:
    query = select(seen.c.event).where(seen.c.door == door, seen.c.place == place)
    return tx.execute(query).scalar_one_or_none()


def see(tx: Transaction, door: str, place: str, event: str) -> None:
    if not tx.insert_new(seen, {"door": door, "place": place, "event": event}):
        tx.execute(update(seen).where(seen.c.door == door, seen.c.place == place).values(event=event))


def check(tx: Transaction, at: datetime) -> None:
    """Receive a message of nobody and take it back: it takes room on the disk, as any other does."""
    nobody = f"check:0:0:{uuid4().hex}"
    receive(tx, nobody, "?" * PAGE, CHECK, at)
    tx.execute(delete(person).where(person.c.id == person_of(nobody)))
