"""How much of what is proposed people look at, and how much of it must be right."""

from __future__ import annotations

CHECKED, SEED = 50, 7
"""Of what is proposed so many are looked at before the rest is taken."""
LEAST = 0.7
"""The low end of the interval of what was right among them must reach this."""
