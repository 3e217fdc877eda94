"""What the operator has set and people are told: how long what they write is kept, and who else gets to read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.config import Config


@dataclass(frozen=True, slots=True)
class Terms:
    """`unkept_hours` counts from the last message of a talk that may not be kept, `retention_days` of one that may.

    `outside` tells whether the bot has an outside model at all. `lasting`: the clock erases nothing, as on a terminal.
    """

    unkept_hours: float = 24.0
    retention_days: float = 180.0
    crisis_text_kept: bool = False
    outside: bool = False
    lasting: bool = False


def terms_of(config: Config) -> Terms:
    """As a bot file has it."""
    keeping = config.store
    return Terms(keeping.unkept_hours, keeping.retention_days, config.keep_crisis_text, bool(config.responders))
