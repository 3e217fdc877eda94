"""Signs that a reply is being made, shown over and over until it is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

SIGN_PATIENCE = 1.0
"""Seconds after which a typing sign is given up: a reply never waits longer for it."""
Typing = Callable[[], Awaitable[object]]


@asynccontextmanager
async def repeated(action: Typing, seconds: float, calm: Callable[[], bool] = lambda: True) -> AsyncIterator[None]:
    """Do `action` now and every `seconds` until the block ends, as long as it is `calm`. It may fail."""
    done = asyncio.Event()

    async def repeat() -> None:
        while not done.is_set():
            if calm():
                with suppress(Exception):
                    async with asyncio.timeout(SIGN_PATIENCE):
                        await action()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await done.wait()

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        done.set()
        await asyncio.wait([task])  # a sign under way arrives before the reply, not after it
