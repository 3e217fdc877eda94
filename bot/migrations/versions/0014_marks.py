"""Marks that say of somebody erased from a study that they had got a code."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

NAME = sa.String(64)


def upgrade() -> None:
    op.create_table(
        "study_mark",
        sa.Column("study", NAME, primary_key=True),
        sa.Column("mark", NAME, primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("study_mark")
