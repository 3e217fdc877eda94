"""Which turn of its conversation an answer is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("turn", sa.Integer))


def downgrade() -> None:
    op.drop_column("outbox", "turn")
