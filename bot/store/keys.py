"""Wrapping every data key anew, and sealing what is plain."""

from __future__ import annotations

from sqlalchemy import Table, select, update

from bot.store.tables import conversation, data_key, inbox, outbox, person, state_part, turn
from bot.store.transaction import Transaction
from bot.store.vault import MARK

SEALED = (
    (conversation, "undo"),
    (turn, "text"),
    (state_part, "data"),
    (inbox, "text"),
    (inbox, "digest"),
    (outbox, "text"),
)


def rotate(tx: Transaction) -> int:
    """Returns how many people there are."""
    for row in tx.rows(select(data_key)):
        wrapped = tx.vault.rewrap(row.wrapped)
        tx.execute(update(data_key).where(data_key.c.person == row.person).values(wrapped=wrapped))
    people = tx.rows(select(person.c.id, person.c.created_at))
    for row in people:
        tx.meet(row.id, row.created_at)
        for table, column in SEALED:
            _seal(tx, row.id, table, column)
    return len(people)


def _seal(tx: Transaction, who: str, table: Table, column: str) -> None:
    box, words = tx.box(who), table.c[column]
    if "person" in table.c:
        theirs = table.c.person == who
    else:
        talks = select(inbox.c.conversation_id if table is outbox else conversation.c.id)
        owner = inbox.c.person if table is outbox else conversation.c.person
        theirs = table.c.conversation_id.in_(talks.where(owner == who))
    plain = words.is_not(None) & (words != "") & ~words.startswith(MARK)
    for row in tx.rows(select(table).where(theirs, plain)):
        same = [key == row._mapping[key.name] for key in table.primary_key]
        tx.execute(update(table).where(*same).values({column: box.seal(row._mapping[column])}))
