"""The tables of the store. `bot/migrations` makes them; a test holds the two together."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.engine import Dialect


class Moment(TypeDecorator[datetime]):
    """An aware datetime, kept as UTC: SQLite has no time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


metadata = MetaData()

conversation = Table(
    "conversation",
    metadata,
    Column("id", String(255), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
)

turn = Table(
    "turn",
    metadata,
    Column("conversation_id", ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("speaker", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
)

state_part = Table(
    "state_part",
    metadata,
    Column("conversation_id", ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

# A message is in the inbox before its channel is told that it arrived; its text is blanked once it is a turn.
inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("conversation_id", String(255), nullable=False),
    Column("event", String(255), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("done", Boolean, nullable=False),
    Index("inbox_event", "conversation_id", "event", unique=True),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("conversation_id", String(255), nullable=False),
    Column("inbox_id", ForeignKey("inbox.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("text", Text, nullable=False),
    Column("status", String(8), nullable=False),
    Index("outbox_status", "status"),
)
