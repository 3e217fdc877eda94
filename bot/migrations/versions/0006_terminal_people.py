"""Each name of a talk on the terminal is a person of its own: `terminal:NAME`, no longer one `terminal:local` for all.

What is sealed is opened and sealed anew, under a data key of the new person's: forgetting one of them then leaves no
key behind that would open their words in a backup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import sqlalchemy as sa
from alembic import op

from bot.errors import StoreError
from bot.store.vault import VARIABLE, Box, Vault
from bot.store.wishes import Wishes

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *map(sa.column, columns))


PERSON = _table("person", "id", "created_at")
DATA_KEY = _table("data_key", "person", "wrapped")
CONSENT = _table("consent", "person", "purpose", "given", "version", "at")
CONVERSATION = _table("conversation", "id", "person", "undo")
INBOX = _table("inbox", "id", "conversation_id", "person", "text")
TURN = _table("turn", "conversation_id", "number", "text")
STATE_PART = _table("state_part", "conversation_id", "name", "data")
OUTBOX = _table("outbox", "id", "conversation_id", "text")
SEALED = (
    (CONVERSATION, "id", ("id",), "undo"),
    (TURN, "conversation_id", ("conversation_id", "number"), "text"),
    (STATE_PART, "conversation_id", ("conversation_id", "name"), "data"),
    (INBOX, "conversation_id", ("id",), "text"),
    (OUTBOX, "conversation_id", ("id",), "text"),
)
"""Tables, the column that names the talk, their keys, and what is sealed in them."""


def upgrade() -> None:
    _move(lambda name, _: name)


def downgrade() -> None:
    _move(lambda _, local: local)


def _move(owner: Callable[[str, str], str]) -> None:
    """Give every talk `terminal:NAME:NUMBER:LOCAL` to the person whom `owner` names by NAME and LOCAL."""
    connection, config = op.get_bind(), op.get_context().config
    vault: Vault = (config.attributes.get("vault") if config else None) or Vault()
    # Whoever asked to be forgotten while the store failed is forgotten by the name they had then, in a moment.
    wished = Wishes.beside(connection.engine.url.render_as_string(hide_password=False)).read()
    left: set[str] = set()
    for talk, before in sorted(set(_talks(connection))):
        channel, name, *_, local = talk.split(":", 3)
        after = f"{channel}:{owner(name, local)}"
        if after == before or before in wished:
            continue
        old, new = _meet(connection, vault, before, after)
        if old is not new:
            _reseal(connection, talk, old, new)
        for table, column in ((CONVERSATION, CONVERSATION.c.id), (INBOX, INBOX.c.conversation_id)):
            connection.execute(sa.update(table).where(column == talk).values(person=after))
        left.add(before)
    _drop(connection, left - {who for _, who in _talks(connection)})


def _talks(connection: sa.Connection) -> Iterable[tuple[str, str]]:
    """Every talk on the terminal, and whose it is."""
    for column, person in ((CONVERSATION.c.id, CONVERSATION.c.person), (INBOX.c.conversation_id, INBOX.c.person)):
        for talk, who in connection.execute(sa.select(column, person).distinct()).all():
            if talk.startswith("terminal:") and talk.count(":") >= 3:
                yield talk, who


def _meet(connection: sa.Connection, vault: Vault, before: str, after: str) -> tuple[Box, Box]:
    """The boxes of the two; who is new is noted with the consents of the other. Without a key both are one."""
    if connection.execute(sa.select(PERSON.c.id).where(PERSON.c.id == after)).first() is None:
        since = connection.execute(sa.select(PERSON.c.created_at).where(PERSON.c.id == before)).scalar_one()
        connection.execute(sa.insert(PERSON).values(id=after, created_at=since))
        given = sa.select(CONSENT).where(CONSENT.c.person == before).order_by(sa.column("id"))
        for answer in connection.execute(given).all():
            connection.execute(sa.insert(CONSENT).values(dict(answer._mapping) | {"person": after}))
    wrapped = connection.execute(sa.select(DATA_KEY.c.wrapped).where(DATA_KEY.c.person == before)).scalar()
    if wrapped is None:
        plain = Box()
        return plain, plain
    if not vault.seals:
        raise StoreError(f"what is stored is sealed: set {VARIABLE}")
    key = connection.execute(sa.select(DATA_KEY.c.wrapped).where(DATA_KEY.c.person == after)).scalar()
    if key is None:
        key = vault.new_key()
        connection.execute(sa.insert(DATA_KEY).values(person=after, wrapped=key))
    return vault.box(wrapped), vault.box(key)


def _reseal(connection: sa.Connection, talk: str, old: Box, new: Box) -> None:
    """What can't be opened stays as it is: it could not be read before either."""
    for table, column, keys, words in SEALED:
        found = sa.select(table).where(table.c[column] == talk, table.c[words].is_not(None))
        for row in connection.execute(found).all():
            held = row._mapping
            with suppress(StoreError):
                sealed = new.seal(old.open(held[words]))
                same = [table.c[key] == held[key] for key in keys]
                connection.execute(sa.update(table).where(*same).values({words: sealed}))


def _drop(connection: sa.Connection, people: set[str]) -> None:
    """Take people of whom nothing is left. Their rows hang on them, but SQLite holds to no key while it migrates."""
    for table, column in ((DATA_KEY, DATA_KEY.c.person), (CONSENT, CONSENT.c.person), (PERSON, PERSON.c.id)):
        connection.execute(sa.delete(table).where(column.in_(people)))
