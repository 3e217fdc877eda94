"""What has been kept long enough is erased, once an hour, as long as the clock can be believed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.config import Keeping
from bot.store import Store

log = logging.getLogger(__name__)
HOUR = 3600.0
LEAP = timedelta(days=1)
"""A clock that is so far ahead of when it was last believed has leapt, or nothing has run for so long."""
STEADY = 24
"""Hourly runs after which a clock that has leapt is believed."""
NOTED = ("clock", "retention")
"""Where the store holds until when the clock was believed, and since how many runs it is not."""


async def expire_for_ever(
    store: Store, keeping: Callable[[], Keeping], clock: Callable[[], datetime], every: float = HOUR
) -> None:
    """Erase at once and then every so often, by what `keeping` says at that moment."""
    waited = 0
    while True:
        try:
            await store.people.catch_up()
            now = clock()
            if await is_believed(store, now, waited):
                await expire(store, keeping(), now)
        except Exception as error:
            # Its words may be the database's; what was not erased now is erased in an hour.
            log.error("what has been kept long enough could not be erased: %s", type(error).__name__)
        await asyncio.sleep(every)
        waited = 1


async def is_believed(store: Store, now: datetime, waited: int = 1) -> bool:
    """Whether `now` may decide what is erased.

    A clock more than LEAP ahead of when it was last believed, or of the newest talk, is so only after STEADY runs, for
    each of which the process has `waited` an hour: a wrong clock is mostly set right by then, while a machine that was
    off for months has only to be on for a day.
    """
    last, doubts = _read(await store.last_seen(*NOTED))
    last = last or await store.newest() or now
    if now - last > LEAP:
        doubts += waited
        if doubts < STEADY:
            await store.see(*NOTED, f"{last.isoformat()} {doubts}")
            log.error(
                "the clock is %d days ahead of when it was last believed: nothing is erased for %d hours, or until it "
                "is set right",
                (now - last).days,
                STEADY - doubts,
            )
            return False
    await store.see(*NOTED, f"{now.isoformat()} 0")
    return True


async def expire(store: Store, keeping: Keeping, now: datetime) -> None:
    """Erase talks that nobody agreed to keep after `unkept_hours` of silence, others after `retention_days`."""
    unkept_before = now - timedelta(hours=keeping.unkept_hours)
    kept_before = now - timedelta(days=keeping.retention_days)
    if count := await store.expire(unkept_before, kept_before):
        log.info("erased the words of %s talks that were kept long enough", count)


def _read(noted: str | None) -> tuple[datetime | None, int]:
    """When the clock was believed last, and for how many runs it has not been since."""
    moment, _, doubts = (noted or "").partition(" ")
    try:
        last = datetime.fromisoformat(moment)
        return (last, int(doubts)) if last.tzinfo else (None, 0)
    except ValueError:
        return None, 0
