"""Conversations: their turns, what was learnt in them, and the version that keeps two processes apart."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, bindparam, delete, insert, select, update

from bot import parts
from bot.dialog import Conversation, DialogState
from bot.errors import Conflict, Forgotten, StateError
from bot.people import person_of
from bot.store import inbox, outbox, ratings, rows
from bot.store.rows import Answered, Loaded, Outgoing, Snapshot, Standing, TakenUp, Waiting
from bot.store.safety import count
from bot.store.tables import conversation, rating, state_part, turn
from bot.store.tables import inbox as messages
from bot.store.transaction import Transaction
from bot.store.vault import Box

log = logging.getLogger(__name__)
KEY: BindParameter[str] = bindparam("key")
VERSION = select(conversation.c.version).where(conversation.c.id == KEY)
TURNS = select(turn).where(turn.c.conversation_id == KEY).order_by(turn.c.number)
PARTS = select(state_part).where(state_part.c.conversation_id == KEY)


def take_up(tx: Transaction, row: Waiting, begin: bool = False) -> TakenUp:
    key = row.conversation_id
    box = tx.box(person_of(key))
    if begin:
        inbox.begin(tx, row.id)
    waiting = tuple(inbox.waiting_in(tx, key, box))
    for mine in (other for other in waiting if other.id == row.id):
        return TakenUp(load(tx, key, box), waiting, tries=mine.tries)
    # Looked for after that, and not before: another process may answer it between the two.
    if answer := outbox.answer_to(tx, row.id):
        return TakenUp(Loaded(Conversation(key), 0), answer=answer)
    raise Forgotten(f"message {row.id} was forgotten meanwhile")


def load(tx: Transaction, key: str, box: Box | None = None) -> Loaded:
    version = tx.execute(VERSION, {"key": key}).scalar_one_or_none()
    if version is None:
        return Loaded(Conversation(key), 0)
    box = box or tx.box(person_of(key))
    said = tx.rows(TURNS, {"key": key})
    state, problems = rows.state_of(tx.rows(PARTS, {"key": key}), box)
    return Loaded(Conversation(key, rows.turns(said, box), state), version, problems)


def standing(tx: Transaction, key: str) -> Standing:
    unsent = [one for one in outbox.unsent(tx, key, None) if one.conversation_id == key]
    found = select(turn.c.number, turn.c.verdict).where(turn.c.conversation_id == key, turn.c.verdict.is_not(None))
    dangers = {row.number: int(row.verdict.split()[0]) for row in tx.rows(found)}
    waiting = tuple(inbox.waiting_in(tx, key))
    return Standing(load(tx, key), waiting, tuple(unsent), ratings.of(tx, key), dangers, bool(_kept(tx, key)))


def before(tx: Transaction, key: str) -> Conversation | None:
    box = tx.box(person_of(key))
    kept = _restored(tx, key, box)
    if kept is None:
        return None
    number, encoded = kept
    found: list[object] = []
    for part in encoded:
        with suppress(StateError):  # one that is not known here stays as it is
            found.append(parts.decode(*part))
    return Conversation(key, rows.turns(tx.rows(TURNS, {"key": key})[:number], box), DialogState(*found))


def commit(
    tx: Transaction, loaded: Loaded, after: Conversation, *, inbox_id: int, text: str, at: datetime, answered: Answered
) -> Outgoing:
    start_at = answered.before or loaded.conversation
    start = len(start_at.turns)
    box = tx.meet(person_of(after.id), at)
    # A message that made no turn, an empty one for instance, leaves the turn before it the last to be taken back.
    undo = {"undo": rows.snapshot(start_at, box)} if len(after.turns) > start else {}
    replaced = _restored(tx, after.id, box) if answered.before else None
    _advance(tx, loaded, at, **undo)
    if replaced:
        _take_back(tx, loaded.conversation, replaced, box)
    inbox.close(tx, [inbox_id], None)
    inbox.close(tx, answered.others, inbox_id)
    if made := rows.turn_rows(after, start, answered, box):
        tx.execute(insert(turn), made)
    _save_parts(tx, start_at, after, box)
    if answered.verdict:
        count(tx, answered.verdict, at)
    number = len(after.turns) - 1 if made else None
    return outbox.put(tx, after.id, inbox_id, text, number, at=at, box=box)


def learn(tx: Transaction, loaded: Loaded, after: Conversation, at: datetime) -> None:
    box = tx.meet(person_of(after.id), at)
    _advance(tx, loaded, at, undo=None)
    _save_parts(tx, loaded.conversation, after, box)


def undo(tx: Transaction, loaded: Loaded, at: datetime) -> bool:
    key = loaded.conversation.id
    box = tx.meet(person_of(key), at)
    kept = _restored(tx, key, box)
    if kept is None:
        return False
    _advance(tx, loaded, at, undo=None)
    _take_back(tx, loaded.conversation, kept, box)
    return True


def reset(tx: Transaction, loaded: Loaded, at: datetime) -> None:
    key = loaded.conversation.id
    tx.meet(person_of(key), at)
    _advance(tx, loaded, at, undo=None)
    _drop_turns(tx, key, 0)
    tx.execute(delete(state_part).where(_passing(key)))


def forget(tx: Transaction, key: str) -> None:
    tx.execute(delete(messages).where(messages.c.conversation_id == key))  # its answers go with it
    tx.execute(delete(conversation).where(conversation.c.id == key))


def newest(tx: Transaction) -> datetime | None:
    return tx.execute(select(conversation.c.updated_at).order_by(conversation.c.updated_at.desc()).limit(1)).scalar()


def conversations(tx: Transaction, prefix: str) -> list[str]:
    """Also those of which there is nothing yet but a message that waits."""
    begun = select(conversation.c.id).where(tx.begins(conversation.c.id, prefix))
    heard = select(messages.c.conversation_id).where(tx.begins(messages.c.conversation_id, prefix))
    return list(tx.execute(begun.union(heard)).scalars())


def _advance(tx: Transaction, loaded: Loaded, at: datetime, **values: Any) -> None:
    """Take the next version and set `values`, or raise Conflict. The person has been met."""
    key = loaded.conversation.id
    if loaded.version == 0:
        row = {"id": key, "person": person_of(key), "version": 1, "created_at": at, "updated_at": at}
        if not tx.insert_new(conversation, row | values):
            raise Conflict(f"conversation {key} was begun by another process")
        return
    same = update(conversation).where(conversation.c.id == key, conversation.c.version == loaded.version)
    if tx.execute(same.values(version=loaded.version + 1, updated_at=at, **values)).rowcount != 1:
        raise Conflict(f"conversation {key} was saved by another process")


def _save_parts(tx: Transaction, start_at: Conversation, after: Conversation, box: Box) -> None:
    # Only parts that this program knows are replaced: one it couldn't read stays in the database as it is.
    changed = [item for item in after.state if start_at.state.get(type(item)) != item]
    tx.put(state_part, rows.part_rows(after.id, changed, box))


def _kept(tx: Transaction, key: str) -> str | None:
    return tx.execute(select(conversation.c.undo).where(conversation.c.id == key)).scalar_one_or_none()


def _restored(tx: Transaction, key: str, box: Box) -> Snapshot | None:
    """What was before the last exchange; None where that cannot be taken back."""
    if not (kept := _kept(tx, key)):
        return None
    try:
        return rows.restored(kept, box)
    except StateError as error:
        log.warning("conversation %s: nothing can be taken back: %s", key, error)
        return None


def _take_back(tx: Transaction, talk: Conversation, kept: Snapshot, box: Box) -> None:
    """Erase the last exchange of `talk`, its reply also where it waits to be sent, and what was learnt in it."""
    (number, encoded), key = kept, talk.id
    replies = {said.text for said in talk.turns[number:] if said.speaker == "bot"}
    for waiting in outbox.unsent(tx, key, None):
        if waiting.conversation_id == key and waiting.text in replies:
            outbox.mark(tx, waiting.id, "sent", None)
    _drop_turns(tx, key, number)
    tx.execute(delete(state_part).where(_passing(key)))
    tx.put(
        state_part,
        [
            {"conversation_id": key, "name": name, "version": version, "data": box.seal(data)}
            for name, version, data in encoded
            if name not in parts.LASTING
        ],
    )


def _drop_turns(tx: Transaction, key: str, start: int) -> None:
    for table in (turn, rating):
        tx.execute(delete(table).where(table.c.conversation_id == key, table.c.number >= start))
    outbox.leave(tx, key, start)


def _passing(key: str) -> ColumnElement[bool]:
    """The state parts of a conversation that don't outlast it."""
    return (state_part.c.conversation_id == key) & state_part.c.name.not_in(parts.LASTING)
