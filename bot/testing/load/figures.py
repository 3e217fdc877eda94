"""What a measurement found, and the table it is shown as."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from os import cpu_count, getloadavg

from bot.testing.load.ledger import Kept, Ledger, percentile
from bot.testing.load.machine import MIB, Program


@dataclass(frozen=True, slots=True)
class Figures:
    """It `lasted` so many seconds; `kept` is what the database says, `refused` counts answers of 429."""

    people: int
    ledger: Ledger
    program: Program
    lasted: float
    kept: Kept | None = None
    refused: int = 0

    @property
    def lost(self) -> int:
        """Messages without an answer, and such as never became a turn."""
        return self.ledger.waiting() + (self.kept.lost if self.kept else 0)

    def rows(self) -> dict[str, str]:
        """The lines of the table."""
        ledger, times = self.ledger, list(self.ledger.seconds.values())
        shown = {
            "people": f"{self.people:,}",
            "messages": f"{len(ledger.said):,}",
            "answered": f"{len(ledger.seconds):,}",
            "replies a second": f"{len(ledger.seconds) / self.lasted:.1f}",
            **{f"reply p{share:.0%}".rstrip("%"): f"{percentile(times, share):.2f} s" for share in (0.5, 0.95, 0.99)},
            "unanswered": f"{ledger.waiting():,}",
            "crossed replies": f"{ledger.crossed:,}",
            "doubled replies": f"{ledger.doubled:,}",
            "other messages of the bot": f"{ledger.besides:,}",
        }
        if self.kept:
            shown |= {
                "turns of people in the store": f"{self.kept.turns:,}",
                "of these stopped, and kept without words": f"{self.kept.wordless:,}",
                "lost, crossed, doubled there": f"{self.kept.lost}, {self.kept.crossed}, {self.kept.doubled}",
            }
        more = {
            "memory, all its processes": f"{self.program.peak / MIB:,.0f} MiB",
            "processor": f"{self.program.cpu:.1f} s",
            "cores taken by the host": f"{self.program.taken():.0%}",
            "refused with 429": f"{self.refused:,}",
            "errors logged": f"{self.program.errors():,}",
        }
        return shown | more


def table(title: str, rows: Mapping[str, str]) -> str:
    """Two columns of Markdown."""
    return "\n".join([f"| {title} | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows.items())])


def machine() -> str:
    """On what it was measured; other work on the machine is part of the truth."""
    return f"{cpu_count()} cores, load {getloadavg()[0]:.1f} before, Python {platform.python_version()}"
