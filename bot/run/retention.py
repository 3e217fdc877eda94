"""What has been kept long enough is erased, once an hour."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.config import Keeping
from bot.errors import StoreError
from bot.store import Store

log = logging.getLogger(__name__)
HOUR = 3600.0


async def expire_for_ever(
    store: Store, keeping: Callable[[], Keeping], clock: Callable[[], datetime], every: float = HOUR
) -> None:
    """Erase at once and then every so often, by what `keeping` says at that moment."""
    while True:
        try:
            await expire(store, keeping(), clock())
        except StoreError:
            # Its words are the database's; what was not erased now is erased in an hour.
            log.error("what has been kept long enough could not be erased")
        await asyncio.sleep(every)


async def expire(store: Store, keeping: Keeping, now: datetime) -> None:
    """Erase talks that nobody agreed to keep after `unkept_hours` of silence, others after `retention_days`."""
    unkept_before = now - timedelta(hours=keeping.unkept_hours)
    kept_before = now - timedelta(days=keeping.retention_days)
    if count := await store.expire(unkept_before, kept_before):
        log.info("erased the words of %s talks that were kept long enough", count)
