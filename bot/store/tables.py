"""The tables of the store. `bot/migrations` makes them; a test holds the two together.

Columns of type `Sealed` hold words or what was learnt from them: with a key in the environment they are written sealed
(`bot.store.vault`). Everything of a person goes with the row in `person`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    literal_column,
    text,
)
from sqlalchemy.engine import Dialect

log = logging.getLogger(__name__)
ID = String(255)
UNREADABLE = datetime(1970, 1, 1, tzinfo=UTC)
Sealed = Text


class Moment(TypeDecorator[datetime]):
    """An aware datetime, kept as UTC: SQLite has no time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Also for what SQLite holds in the place of a time but is none: it is so old that it counts no more."""
        process = super().result_processor(dialect, coltype)

        def read(value: Any) -> Any:
            try:
                return process(value) if process else value
            except (ValueError, TypeError) as error:
                log.warning("a time in the store cannot be read: %s", type(error).__name__)
                return UNREADABLE

        return read


metadata = MetaData()

person = Table(
    "person",
    metadata,
    Column("id", ID, primary_key=True),
    Column("created_at", Moment, nullable=False),
)

# A table of its own, so that a backup can leave it out: without its row, what a person said can't be read any more.
data_key = Table(
    "data_key",
    metadata,
    Column("person", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("wrapped", Text, nullable=False),
)

# Answers to what a person was asked; the newest of a purpose counts.
consent = Table(
    "consent",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("person", ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("purpose", String(16), nullable=False),
    Column("given", Boolean, nullable=False),
    Column("version", String(32), nullable=False),
    Column("at", Moment, nullable=False),
    Index("consent_person", "person", "purpose"),
)

# `undo` is the state before the last turn, and how many turns there were.
conversation = Table(
    "conversation",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person", ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("undo", Sealed),
    Index("conversation_person", "person"),
    Index("conversation_updated", "updated_at"),
)

# `verdict` is what the guard found in the person's words ("2 suicide"), `strategy` what the bot's follow.
turn = Table(
    "turn",
    metadata,
    Column("conversation_id", ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("speaker", String(8), nullable=False),
    Column("text", Sealed, nullable=False),
    Column("at", Moment, nullable=False),
    Column("verdict", String(40)),
    Column("strategy", String(64)),
)

state_part = Table(
    "state_part",
    metadata,
    Column("conversation_id", ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", Sealed, nullable=False),
)

# What the person thinks of the reply that is turn `number` of a conversation, on each scale once (`bot.store.ratings`).
rating = Table(
    "rating",
    metadata,
    Column("conversation_id", ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("scale", String(8), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("at", Moment, nullable=False),
)

# A message is in the inbox before its channel is told that it arrived; its text is blanked once it is a turn. One that
# was answered together with another names it. No id is given twice, not even after a row is forgotten: channels know
# answers by theirs, and a message that is still being answered must not find another's. `tries` counts how often
# somebody set out to answer it. One that `replaces` the reply which is turn of that number is answered in the place of
# the exchange that ended with it; where it has no text, the words of that exchange are answered anew. `digest` tells
# whether the same id comes with the same words once these are blanked (`bot.store.digest`).
inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("conversation_id", ID, nullable=False),
    Column("person", ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("event", String(255), nullable=False),
    Column("text", Sealed, nullable=False),
    Column("at", Moment, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("answered_with", Integer),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("replaces", Integer),
    Column("digest", Sealed),
    Index("inbox_event", "conversation_id", "event", unique=True),
    Index("inbox_person", "person"),
    sqlite_autoincrement=True,
)
WAITING = inbox.c.done.is_(false())
Index("inbox_waiting", inbox.c.conversation_id, sqlite_where=WAITING, postgresql_where=WAITING)

# `pieces` of an answer are sent so far; `at` is when its status changed last; `turn` is the number of the turn that it
# is, as long as it is one.
outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("conversation_id", ID, nullable=False),
    Column("inbox_id", ForeignKey("inbox.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("text", Sealed, nullable=False),
    Column("status", String(8), nullable=False),
    Column("pieces", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("turn", Integer),
    sqlite_autoincrement=True,
)
UNSENT = outbox.c.status != literal_column("'sent'")
Index("outbox_unsent", outbox.c.conversation_id, sqlite_where=UNSENT, postgresql_where=UNSENT)

# The newest event that a door has seen of a place, for channels that don't keep messages for a bot that is away.
seen = Table(
    "seen",
    metadata,
    Column("door", String(32), primary_key=True),
    Column("place", ID, primary_key=True),
    Column("event", String(255), nullable=False),
)

# Who may use the web API; only the hash of a token is kept.
api_token = Table(
    "api_token",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("at", Moment, nullable=False),
)

# How often danger was found, without saying in whom; `referred`: how often of these the answer named a crisis line.
safety = Table(
    "safety",
    metadata,
    Column("day", Date, primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(32), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("referred", Integer, nullable=False, server_default=text("0")),
)

# Studies with people (`worlds.studies`). A participant is known by a keyed hash of the id that a crowd site gives; how
# often each item was laid before one keeps the load even. A judgement is never changed: of two on one item the newer
# counts.
study_item = Table(
    "study_item",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("item", String(64), primary_key=True),
    Column("assigned", Integer, nullable=False),
)
study_progress = Table(
    "study_progress",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("participant", String(64), primary_key=True),
    Column("state", Text, nullable=False),
    Column("remark", Text, nullable=False, server_default=text("''")),
    Column("simulated", Boolean, nullable=False, server_default=false()),
    Column("began", Moment, nullable=False),
    Column("at", Moment, nullable=False),
)
study_judgement = Table(
    "study_judgement",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("study", String(64), nullable=False),
    Column("participant", String(64), nullable=False),
    Column("id", String(64), nullable=False),
    Column("judgement", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index("study_judgement_id", "study", "participant", "id", unique=True),
    sqlite_autoincrement=True,
)
# Who was erased after a completion code was given, by a keyed hash of the name they were kept under, and nothing else.
study_mark = Table(
    "study_mark",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("mark", String(64), primary_key=True),
)
study_room = Table(
    "study_room",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("study", String(64), nullable=False),
    Column("first", String(64), nullable=False),
    Column("second", String(64)),
    Column("open", Boolean, nullable=False),
    Column("state", Text, nullable=False),
    Column("began", Moment, nullable=False),
    Column("at", Moment, nullable=False),
    Index("study_room_first", "study", "first", unique=True),
    Index("study_room_second", "study", "second", unique=True),
    sqlite_autoincrement=True,
)
