"""Conversations with turns and state parts, inbox and outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "conversation",
        sa.Column("id", sa.String(255), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("updated_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "turn",
        sa.Column(
            "conversation_id", sa.String(255), sa.ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("speaker", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "state_part",
        sa.Column(
            "conversation_id", sa.String(255), sa.ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("conversation_id", sa.String(255), nullable=False),
        sa.Column("event", sa.String(255), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
    )
    op.create_index("inbox_event", "inbox", ["conversation_id", "event"], unique=True)
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("conversation_id", sa.String(255), nullable=False),
        sa.Column("inbox_id", sa.Integer, sa.ForeignKey("inbox.id", ondelete="CASCADE"), nullable=False, unique=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
    )
    op.create_index("outbox_status", "outbox", ["status"])


def downgrade() -> None:
    for name in ("outbox", "inbox", "state_part", "turn", "conversation"):
        op.drop_table(name)
