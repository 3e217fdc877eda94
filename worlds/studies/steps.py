"""Words to the bot of a chat, wherever they are written, and what danger in them does."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from bot.errors import StudyError
from worlds.studies.ledger import Ledger
from worlds.studies.progress import Progress, Stopped
from worlds.studies.study import BEFORE, BESIDE_TALKS
from worlds.studies.talks import Talks

log = logging.getLogger(__name__)

MET: Mapping[str, Literal[1, -1]] = {"1": 1, "-1": -1}
REMARK = 2000
"""Characters of what somebody writes at the end."""


def talks_now(progress: Progress) -> bool:
    """Whether a talk with a bot goes on, in the study or after danger ended it."""
    goes_on = progress.phase == "task" or progress.interrupted
    return goes_on and bool(progress.items) and progress.item not in BESIDE_TALKS


def talk_number(progress: Progress) -> int:
    """Which talk it is, from 1, of a participant who may have filled in a survey first."""
    return progress.place + (BEFORE not in progress.items)


def alias(progress: Progress, item: str) -> str:
    """What an item of a chat is called on a page: a talk has the name of its bot, which nobody sees before the end."""
    return item if item in BESIDE_TALKS else f"talk-{progress.items.index(item) + 1}"


def unalias(progress: Progress, shown: str) -> str:
    """The item of a chat that a page called so."""
    return {alias(progress, item): item for item in progress.items}.get(shown, shown)


async def meet(talks: Talks | None, progress: Progress, bot: str, reply: str, met: str) -> None:
    """Keep whether the message of that number met its reader, "1" or "-1", in the talk that goes on with a bot.

    Nothing where neither is said, or of a talk that is over.
    """
    if talks and progress.phase == "task" and talks_now(progress) and progress.item == bot and met in MET:
        await talks.rate(bot, progress.participant, int(reply) if reply.isdecimal() else -1, MET[met])


async def say(ledger: Ledger, talks: Talks | None, progress: Progress, text: str, event: str) -> None:
    """A message to the bot whose turn it is. Danger ends the study, with full pay; the talk goes on."""
    if talks is None or not progress.items or progress.item in BESIDE_TALKS:
        raise StudyError("there is nobody to write to on this page")
    if not talks_now(progress):
        raise StudyError("this talk is over")
    if not text or not event:
        raise StudyError("write something first")
    participant = progress.participant
    if await talks.say(progress.item, participant, text, event) and not progress.interrupted:
        log.warning("study %s: danger was told in a talk, which goes on without the study", talks.study)
        await ledger.step(participant, Stopped(danger=True), datetime.now(UTC))
