"""Doors held open side by side until it is time to stop.

One that cannot be opened stops the whole run, with its name: whoever has just started it is still there to mend it. One
that fails later is opened again, after a pause that grows, while the others go on. A line that is down at the start is
given a few tries.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from bot.errors import BotError, ConfigError, MissingPackage
from bot.logs import trail

log = logging.getLogger(__name__)

OPENING = 30.0
"""Seconds after which a door counts as opened."""
TRIES = 5
"""How often one that cannot be reached is tried at the start; what is wrong in a file is told at once."""
STEADY = 60.0
"""A door that stood open for so many seconds begins again with the shortest pause."""
LONGEST_PAUSE = 300.0
GRACE = 30.0
"""Seconds that turns in flight are given when it is time to stop."""

Open = Callable[[], Awaitable[None]]
"""Opens a door, and returns once it has been closed because it is time to stop."""
Note = Callable[[str], object]


async def hold_all(
    doors: Mapping[str, Open], stop: asyncio.Event, *, grace: float = GRACE, opening: float = OPENING, again: Note = str
) -> None:
    """Hold all doors open until `stop` is set, and not longer than `grace` seconds after.

    Raises BotError when one cannot be opened. `again` is told the name of each that is opened once more.
    """
    tasks = [asyncio.create_task(_hold(name, door, stop, opening, again), name=name) for name, door in doors.items()]
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([stopped, *tasks], return_when=asyncio.FIRST_COMPLETED)
        stop.set()
        if late := (await asyncio.wait(tasks, timeout=grace))[1]:
            log.warning("not closed after %.0f seconds: %s", grace, ", ".join(sorted(task.get_name() for task in late)))
    finally:
        for task in (stopped, *tasks):
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for result in ended:
        if isinstance(result, Exception):
            raise result


async def _hold(name: str, door: Open, stop: asyncio.Event, opening: float, again: Note) -> None:
    clock = asyncio.get_running_loop().time
    failures, opened = 0, False
    while not stop.is_set():
        since = clock()
        error = await _until_it_ends(door)
        if stop.is_set() and error is None:
            return
        stood = clock() - since
        opened, failures = opened or stood >= opening, 1 if stood > STEADY else failures + 1
        if not opened and (failures == TRIES or not _may_pass(error)):
            raise BotError(f"the door {name} cannot be opened: {_reason(error)}") from None
        pause = pause_after(failures)
        log.error("the door %s failed: %s; it is opened again in %.0f s", name, _kind(error), pause)
        again(name)
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stop.wait()


async def _until_it_ends(door: Open) -> Exception | None:
    """What ended it; None when it closed by itself."""
    try:
        await door()
    except Exception as error:
        return error
    return None


def _may_pass(error: Exception | None) -> bool:
    """Whether it could open a moment later: a line that is down, not a token that is wrong."""
    return error is None or (isinstance(error, BotError) and not isinstance(error, ConfigError | MissingPackage))


def pause_after(failures: int) -> float:
    """Seconds to wait after so many failures in a row: 1, 2, 4, ... and at most LONGEST_PAUSE."""
    return min(2.0 ** min(failures - 1, 16), LONGEST_PAUSE)


def _kind(error: Exception | None) -> str:
    return trail(error) if error else "it closed by itself"


def _reason(error: Exception | None) -> str:
    """Our own errors are fit to be read; the words of others may repeat a token."""
    return str(error) if isinstance(error, BotError) else _kind(error)
