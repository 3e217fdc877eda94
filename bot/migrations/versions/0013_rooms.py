"""Rooms of studies, in which two people talk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NAME = sa.String(64)


def upgrade() -> None:
    op.create_table(
        "study_room",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("study", NAME, nullable=False),
        sa.Column("first", NAME, nullable=False),
        sa.Column("second", NAME),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("began", sa.DateTime, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("study_room_first", "study_room", ["study", "first"], unique=True)
    op.create_index("study_room_second", "study_room", ["study", "second"], unique=True)


def downgrade() -> None:
    op.drop_table("study_room")
