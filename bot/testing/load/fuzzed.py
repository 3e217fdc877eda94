"""What nonsense at a door did: nothing may break, and the messages between it that make sense must be answered."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

from bot.testing.load.ledger import Ledger
from bot.testing.load.machine import Program

PEOPLE = 50
"""Who write."""
DRAINS = 120.0
"""Seconds for the last answers."""


@dataclass(slots=True)
class Fuzzed:
    """`answers` counts what was answered to nonsense; the ledger holds the messages that had to be answered."""

    where: str
    seed: int
    count: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    ledger: Ledger = field(default_factory=lambda: Ledger(echoes=True))
    ended: int | None = None
    errors: int = 0

    def rows(self) -> dict[str, str]:
        statuses = ", ".join(f"{status}: {times:,}" for status, times in sorted(self.answers.items()))
        return {
            "nonsense, seed": f"{self.count:,}, {self.seed}",
            "answered with": statuses or "-",
            "server errors": f"{self.broken:,}",
            "messages that make sense": f"{len(self.ledger.said):,}",
            "of these unanswered": f"{self.ledger.waiting():,}",
            "crossed": f"{self.ledger.crossed:,}",
            "the program ended by itself": "no" if self.ended is None else f"yes, {self.ended}",
            "errors logged": f"{self.errors:,}",
        }

    @property
    def broken(self) -> int:
        """Answers of 500 and above."""
        return sum(times for status, times in self.answers.items() if status.startswith("5"))

    async def finish(self, program: Program) -> Fuzzed:
        """Wait for the last answers, and see how the program is."""
        end = monotonic() + DRAINS
        while self.ledger.waiting() and program.process.returncode is None and monotonic() < end:
            await asyncio.sleep(0.05)
        self.ended, self.errors = program.process.returncode, program.errors()
        await program.end()
        return self
