"""Words to the bot of a chat, wherever they are written, and what danger in them does."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from bot.errors import StudyError
from worlds.studies.ledger import Ledger
from worlds.studies.progress import Progress, Stopped
from worlds.studies.study import COMPARE
from worlds.studies.talks import Talks

log = logging.getLogger(__name__)

REMARK = 2000
"""Characters of what somebody writes at the end."""


def talks_now(progress: Progress) -> bool:
    """Whether a talk with a bot goes on, in the study or after danger ended it."""
    goes_on = progress.phase == "task" or progress.interrupted
    return goes_on and bool(progress.items) and progress.item != COMPARE


async def say(ledger: Ledger, talks: Talks | None, progress: Progress, text: str, event: str) -> None:
    """A message to the bot whose turn it is. Danger ends the study, with full pay; the talk goes on."""
    if talks is None or not progress.items or progress.item == COMPARE:
        raise StudyError("there is nobody to write to on this page")
    if not talks_now(progress):
        raise StudyError("this talk is over")
    if not text or not event:
        raise StudyError("write something first")
    participant = progress.participant
    if await talks.say(progress.item, participant, text, event) and not progress.interrupted:
        log.warning("study %s: danger was told in a talk, which goes on without the study", talks.study)
        await ledger.step(participant, Stopped(danger=True), datetime.now(UTC))
