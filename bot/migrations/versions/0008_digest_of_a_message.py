"""Whether a message that comes again has the words that it had."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("digest", sa.Text))


def downgrade() -> None:
    op.drop_column("inbox", "digest")
