"""Wilson's interval for a share of trials that do not depend on each other (Wilson 1927)."""

from __future__ import annotations

import math

from agents.metrics.intervals import Interval

Z = 1.959963984540054
"""Of the normal distribution, 95 % lies within so many deviations."""


def wilson(part: int, whole: int) -> Interval:
    """part / whole with its 95 % score interval, which stays within 0 and 1 and keeps its width at both ends."""
    if not whole:
        return Interval(math.nan, math.nan, math.nan)
    share, slack = part / whole, Z * Z / whole
    centre = share + slack / 2
    reach = Z * math.sqrt(share * (1 - share) / whole + slack / (4 * whole))
    low, high = (centre - reach) / (1 + slack), (centre + reach) / (1 + slack)
    # At the ends the formula gives 0 and 1 but for rounding.
    return Interval(share, low if part else 0.0, high if part < whole else 1.0)
