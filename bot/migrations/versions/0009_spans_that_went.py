"""Forget the state part `spans`: no skill reads it any more, and it holds a person's words."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM state_part WHERE name = 'spans'")


def downgrade() -> None:
    """Nothing: what the part held is learnt anew in the next turn."""
