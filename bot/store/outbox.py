"""Answers on their way out: ready, sending, sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from bot.store import rows
from bot.store.rows import Heard, Outgoing, Status
from bot.store.tables import UNSENT, inbox, outbox
from bot.store.transaction import Transaction
from bot.store.vault import Box

ANSWERS = select(outbox, inbox.c.person).join(inbox, inbox.c.id == outbox.c.inbox_id)
"""Outbox rows with the person they are for."""
MAIN = select(func.coalesce(inbox.c.answered_with, inbox.c.id)).where(inbox.c.id == bindparam("which"))
ANSWER = ANSWERS.where(outbox.c.inbox_id == MAIN.scalar_subquery())
PUT = insert(outbox).returning(outbox.c.id)


def put(  # a row's columns
    tx: Transaction, conversation_id: str, inbox_id: int, text: str, turn: int | None, *, at: datetime, box: Box
) -> Outgoing:
    row = {"conversation_id": conversation_id, "inbox_id": inbox_id, "text": box.seal(text), "status": "ready"}
    made = tx.execute(PUT, row | {"pieces": 0, "at": at, "turn": turn})
    return Outgoing(made.scalar_one(), conversation_id, text, turn=turn)


def answer_to(tx: Transaction, inbox_id: int) -> Outgoing | None:
    row = tx.execute(ANSWER, {"which": inbox_id}).one_or_none()
    return None if row is None else rows.outgoing(row, tx.box(row.person))


def heard(tx: Transaction, conversation_id: str, event: str) -> Heard | None:
    same = select(inbox.c.id).where(inbox.c.conversation_id == conversation_id, inbox.c.event == event)
    found = tx.execute(same).scalar_one_or_none()
    return None if found is None else Heard(event, answer_to(tx, found))


def events(tx: Transaction, conversation_id: str) -> dict[int, str]:
    query = select(outbox.c.turn, inbox.c.event).join(inbox, inbox.c.id == outbox.c.inbox_id)
    found = tx.execute(query.where(inbox.c.conversation_id == conversation_id, outbox.c.turn.is_not(None)))
    return {row.turn: row.event for row in found}


def leave(tx: Transaction, conversation_id: str, start: int) -> None:
    """Note that the answers which were turn `start` and after it are turns no more.

    The text of those sent goes, and what tells the words of their messages. So it does where the turn is not known: the
    answer is from before it was noted, or never was one. Answers that stand keep theirs.
    """
    here = outbox.c.inbox_id.in_(select(inbox.c.id).where(inbox.c.conversation_id == conversation_id))
    gone = here & (outbox.c.turn.is_(None) | (outbox.c.turn >= start))
    messages = select(outbox.c.inbox_id).where(gone)
    theirs = inbox.c.id.in_(messages) | inbox.c.answered_with.in_(messages)
    tx.execute(update(inbox).where(inbox.c.conversation_id == conversation_id, theirs).values(digest=None))
    tx.execute(update(outbox).where(gone, outbox.c.status == "sent").values(text=""))
    tx.execute(update(outbox).where(gone).values(turn=None))


def unsent(tx: Transaction, prefix: str, before: datetime | None) -> list[Outgoing]:
    query = ANSWERS.where(tx.begins(outbox.c.conversation_id, prefix), UNSENT)
    if before is not None:
        query = query.where(outbox.c.at < before)
    return rows.readable(tx, tx.rows(query.order_by(outbox.c.id)), rows.outgoing)


def claim(tx: Transaction, outgoing_id: int, at: datetime, stale: timedelta) -> bool:
    free = (outbox.c.status == "ready") | ((outbox.c.status == "sending") & (outbox.c.at <= at - stale))
    query = update(outbox).where(outbox.c.id == outgoing_id, free).values(status="sending", at=at)
    return tx.execute(query).rowcount == 1


def mark(tx: Transaction, outgoing_id: int, status: Status, at: datetime | None) -> None:
    _set(tx, outgoing_id, at, status=status)


def sent_pieces(tx: Transaction, outgoing_id: int, pieces: int, at: datetime | None) -> None:
    _set(tx, outgoing_id, at, pieces=pieces)


def _set(tx: Transaction, outgoing_id: int, at: datetime | None, **values: Any) -> None:
    if at:
        values["at"] = at
    tx.execute(update(outbox).where(outbox.c.id == outgoing_id).values(values))
