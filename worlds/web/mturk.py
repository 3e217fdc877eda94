"""Mechanical Turk's ExternalQuestion: a page in its frame, a preview before work is taken, and the work handed in.

Since July 2026 it takes no new customers; who has it may go on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.errors import StudyError

HOSTS = {"production": "https://www.mturk.com", "sandbox": "https://workersandbox.mturk.com"}
"""The only two that work is handed in to."""
PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
_ID = re.compile(r"[A-Za-z0-9]{1,64}")


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who works on what, and which host takes it, by its name in `HOSTS`. A preview has no worker."""

    worker: str
    id: str
    host: str

    @property
    def is_preview(self) -> bool:
        return self.id == PREVIEW


def assignment(query: Mapping[str, str]) -> Assignment | None:
    """What the address of a page says; None where it isn't Mechanical Turk's. StudyError for one that is no good."""
    given = query.get("assignmentId", "")
    if not given:
        return None
    if given == PREVIEW:
        return Assignment("", PREVIEW, "")
    hosts = {address: name for name, address in HOSTS.items()}
    host, worker = hosts.get(query.get("turkSubmitTo", "").rstrip("/")), query.get("workerId", "")
    if host is None or not _ID.fullmatch(given) or not _ID.fullmatch(worker):
        raise StudyError("this address is not as Mechanical Turk makes it")
    return Assignment(worker, given, host)


def submit_to(host: str) -> str:
    """Where the form of the last page goes."""
    return f"{HOSTS[host]}/mturk/externalSubmit"
