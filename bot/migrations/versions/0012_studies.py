"""Studies with people: how often items were laid before somebody, where participants stand, what they judged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

NAME = sa.String(64)


def upgrade() -> None:
    op.create_table(
        "study_item",
        sa.Column("study", NAME, primary_key=True),
        sa.Column("item", NAME, primary_key=True),
        sa.Column("assigned", sa.Integer, nullable=False),
    )
    op.create_table(
        "study_progress",
        sa.Column("study", NAME, primary_key=True),
        sa.Column("participant", NAME, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("remark", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.Column("simulated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("began", sa.DateTime, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "study_judgement",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("study", NAME, nullable=False),
        sa.Column("participant", NAME, nullable=False),
        sa.Column("id", NAME, nullable=False),
        sa.Column("judgement", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("study_judgement_id", "study_judgement", ["study", "participant", "id"], unique=True)


def downgrade() -> None:
    op.drop_table("study_judgement")
    op.drop_table("study_progress")
    op.drop_table("study_item")
