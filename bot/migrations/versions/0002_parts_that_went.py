"""Forget state parts that no skill reads any more: what they held is learnt anew in the next turn.

`cause` became `spans`; `heard` lost the mood and the wish for no advice to `mode` and `offered`.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM state_part WHERE name = 'cause' OR (name = 'heard' AND version = 1)")


def downgrade() -> None:
    op.execute("DELETE FROM state_part WHERE name IN ('spans', 'mode', 'told', 'offered', 'disclosure', 'heard')")
