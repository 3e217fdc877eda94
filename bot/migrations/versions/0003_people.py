"""People with consents, keys and ratings; verdicts and strategies of turns; what can be undone; tokens; counts."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.String(255)
NEVER_AGAIN = {"sqlite_autoincrement": True}
"""An id that was given once is not given again."""


def upgrade() -> None:
    _make_people()
    _widen()
    _make_the_rest()


def downgrade() -> None:
    for name in ("safety", "api_token", "seen", "rating"):
        op.drop_table(name)
    for table, index, columns in (
        ("outbox", "outbox_unsent", ("pieces", "at")),
        ("inbox", "inbox_waiting", ("person", "answered_with")),
        ("turn", None, ("verdict", "strategy")),
        ("conversation", "conversation_updated", ("person", "undo")),
    ):
        if index:
            op.drop_index(index, table)
        if "person" in columns:
            op.drop_index(f"{table}_person", table)
        with op.batch_alter_table(table) as batch:
            if "person" in columns:
                batch.drop_constraint(f"{table}_person_fkey", type_="foreignkey")
            for column in columns:
                batch.drop_column(column)
    for name in ("consent", "data_key", "person"):
        op.drop_table(name)
    op.create_index("outbox_status", "outbox", ["status"])


def _make_people() -> None:
    op.create_table(
        "person", sa.Column("id", ID, primary_key=True), sa.Column("created_at", sa.DateTime, nullable=False)
    )
    op.create_table(
        "data_key",
        sa.Column("person", ID, sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("wrapped", sa.Text, nullable=False),
    )
    op.create_table(
        "consent",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("person", ID, sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("given", sa.Boolean, nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("consent_person", "consent", ["person", "purpose"])


def _widen() -> None:
    """Give conversations and messages the person they belong to, who is named at the end of their ids."""
    connection, now = op.get_bind(), datetime.now(UTC).replace(tzinfo=None)
    person = sa.table("person", sa.column("id", ID), sa.column("created_at", sa.DateTime))
    known: set[str] = set()
    for name, key in (("conversation", "id"), ("inbox", "conversation_id")):
        op.add_column(name, sa.Column("person", ID))
        table = sa.table(name, sa.column(key, ID), sa.column("person", ID))
        for conversation_id in connection.execute(sa.select(table.c[key]).distinct()).scalars().all():
            channel, *rest = conversation_id.split(":", 3)
            owner = f"{channel}:{rest[2]}" if len(rest) == 3 else conversation_id
            if owner not in known:
                connection.execute(sa.insert(person).values(id=owner, created_at=now))
                known.add(owner)
            connection.execute(sa.update(table).where(table.c[key] == conversation_id).values(person=owner))
        with op.batch_alter_table(name, table_kwargs=NEVER_AGAIN if name == "inbox" else {}) as batch:
            batch.alter_column("person", existing_type=ID, nullable=False)
            batch.create_foreign_key(f"{name}_person_fkey", "person", ["person"], ["id"], ondelete="CASCADE")
        op.create_index(f"{name}_person", name, ["person"])
    op.add_column("conversation", sa.Column("undo", sa.Text))
    op.create_index("conversation_updated", "conversation", ["updated_at"])
    op.add_column("inbox", sa.Column("answered_with", sa.Integer))
    waiting = sa.column("done").is_(sa.false())
    op.create_index("inbox_waiting", "inbox", ["conversation_id"], sqlite_where=waiting, postgresql_where=waiting)
    op.add_column("turn", sa.Column("verdict", sa.String(40)))
    op.add_column("turn", sa.Column("strategy", sa.String(64)))
    op.add_column("outbox", sa.Column("pieces", sa.Integer))
    op.add_column("outbox", sa.Column("at", sa.DateTime))
    outbox = sa.table("outbox", sa.column("pieces", sa.Integer), sa.column("at", sa.DateTime))
    connection.execute(sa.update(outbox).values(pieces=0, at=now))
    op.drop_index("outbox_status", "outbox")
    with op.batch_alter_table("outbox", table_kwargs=NEVER_AGAIN) as batch:
        batch.alter_column("pieces", existing_type=sa.Integer, nullable=False)
        batch.alter_column("at", existing_type=sa.DateTime, nullable=False)
    unsent = sa.column("status") != sa.literal_column("'sent'")
    op.create_index("outbox_unsent", "outbox", ["conversation_id"], sqlite_where=unsent, postgresql_where=unsent)


def _make_the_rest() -> None:
    op.create_table(
        "rating",
        sa.Column("conversation_id", ID, sa.ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "seen",
        sa.Column("door", sa.String(32), primary_key=True),
        sa.Column("place", ID, primary_key=True),
        sa.Column("event", sa.String(255), nullable=False),
    )
    op.create_table(
        "api_token",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "safety",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
