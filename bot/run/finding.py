"""One line of what `attune doctor` reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`mend` is what to do, "" where all is well."""

    status: Status
    what: str
    mend: str = ""

    def line(self) -> str:
        return f"{self.status:<4}  {self.what}{f': {self.mend}' if self.mend else ''}"
