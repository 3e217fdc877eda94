"""Ratings of more than one scale; messages that stand in the place of the exchange before them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.String(255)


def upgrade() -> None:
    op.add_column("inbox", sa.Column("replaces", sa.Integer))
    scale: sa.Column[Any] = sa.Column("scale", sa.String(8), primary_key=True)
    _make_anew("'stars', stars", [scale, sa.Column("value", sa.Integer, nullable=False)])


def downgrade() -> None:
    op.execute("DELETE FROM rating WHERE scale <> 'stars'")
    _make_anew("value", [sa.Column("stars", sa.Integer, nullable=False)])
    op.drop_column("inbox", "replaces")


def _make_anew(values: str, columns: list[sa.Column[Any]]) -> None:
    """The table with another key, which SQLite can't change: aside, away, and back."""
    op.execute(f"CREATE TABLE rating_before AS SELECT conversation_id, number, {values}, at FROM rating")
    op.drop_table("rating")
    op.create_table(
        "rating",
        sa.Column("conversation_id", ID, sa.ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        *columns,
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.execute("INSERT INTO rating SELECT * FROM rating_before")
    op.drop_table("rating_before")
