"""Forget the state parts of replies made of moves: no skill reads them any more."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM state_part WHERE name IN ('heard', 'spoken', 'used_moves')")


def downgrade() -> None:
    """Nothing: what the parts held is learnt anew in the next turn."""
