"""Erasing: all of a person when they ask, and what is older than it may be."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, select, update

from bot import parts
from bot.people import TERMINAL, alone_in
from bot.store.consents import newest_yes
from bot.store.tables import consent, conversation, inbox, person, rating, seen, state_part, turn
from bot.store.transaction import Transaction

OWN = f"{TERMINAL}:"
"""Talks on the operator's own terminal are theirs to keep or forget."""


def forget(tx: Transaction, who: str) -> bool:
    """Everything of a person hangs on their row and goes with it, beside what a door has seen where they are alone."""
    for row in tx.rows(seen_of(tx, who)):
        tx.execute(delete(seen).where(seen.c.door == row.door, seen.c.place == row.place))
    return tx.execute(delete(person).where(person.c.id == who)).rowcount == 1


def seen_of(tx: Transaction, who: str) -> Select[Any]:
    """What a door has seen where it is alone with a person."""
    talks = select(conversation.c.id).where(conversation.c.person == who)
    messages = select(inbox.c.conversation_id).where(inbox.c.person == who)
    chats = [alone for key in tx.execute(talks.union(messages)).scalars() if (alone := alone_in(key))]
    return select(seen).where(seen.c.door == who.partition(":")[0], seen.c.place.in_(chats))


def outdated(tx: Transaction, unkept_before: datetime, kept_before: datetime) -> tuple[list[str], list[str]]:
    """Conversations to empty and conversations to erase."""
    foreign = ~conversation.c.id.startswith(OWN, autoescape=True)
    empty = select(conversation.c.id).where(
        conversation.c.updated_at < unkept_before,
        conversation.c.updated_at >= kept_before,
        conversation.c.person.not_in(_keeping()),
        foreign,
        _holds_words(),
    )
    erase = select(conversation.c.id).where(conversation.c.updated_at < kept_before, foreign)
    return list(tx.execute(empty).scalars()), list(tx.execute(erase).scalars())


def empty(tx: Transaction, key: str, before: datetime) -> bool:
    """Take all of a conversation but what care needs. False when it has gone on meanwhile."""
    idle = (conversation.c.id == key) & (conversation.c.updated_at < before)
    # The version moves on, so that a turn begun before this one's words went is begun again without them.
    if not tx.execute(update(conversation).where(idle).values(undo=None, version=conversation.c.version + 1)).rowcount:
        return False
    for table in (turn, rating):
        tx.execute(delete(table).where(table.c.conversation_id == key))
    tx.execute(delete(state_part).where(state_part.c.conversation_id == key, ~_lasts()))
    tx.execute(delete(inbox).where(inbox.c.conversation_id == key, inbox.c.at < before))
    return True


def erase(tx: Transaction, key: str, before: datetime) -> bool:
    """Take a whole conversation. False when it has gone on meanwhile."""
    idle = (conversation.c.id == key) & (conversation.c.updated_at < before)
    if not tx.execute(delete(conversation).where(idle)).rowcount:
        return False
    tx.execute(delete(inbox).where(inbox.c.conversation_id == key, inbox.c.at < before))
    return True


def stray(tx: Transaction, unkept_before: datetime, kept_before: datetime) -> int:
    """Take messages that never became a turn, and people of whom nothing else is held; returns how many rows went."""
    alone = ~exists().where(conversation.c.id == inbox.c.conversation_id)
    foreign = ~inbox.c.conversation_id.startswith(OWN, autoescape=True)
    unkept = (inbox.c.at < unkept_before) & inbox.c.person.not_in(_keeping())
    gone = tx.execute(delete(inbox).where(alone, foreign, unkept | (inbox.c.at < kept_before))).rowcount
    bare = [~exists().where(table.c.person == person.c.id) for table in (conversation, inbox, consent)]
    # Held first and looked at again: one who writes just now stays.
    idle = select(person.c.id).where(person.c.created_at < kept_before, *bare).with_for_update(skip_locked=True)
    for (who,) in tx.rows(idle):
        gone += tx.execute(delete(person).where(person.c.id == who, *bare)).rowcount
    return gone


def _keeping() -> Select[Any]:
    return select(consent.c.person).where(newest_yes("keep"))


def _holds_words() -> ColumnElement[bool]:
    held = [exists().where(table.c.conversation_id == conversation.c.id) for table in (turn, rating, inbox)]
    learnt = exists().where(state_part.c.conversation_id == conversation.c.id, ~_lasts())
    return held[0] | held[1] | held[2] | learnt | conversation.c.undo.is_not(None)


def _lasts() -> ColumnElement[bool]:
    return state_part.c.name.in_(parts.LASTING)
