"""Whether this process is well, told to systemd, and the end of it when it has not been for long.

Two things are watched: that the event loop turns, and that there is an engine to answer. Where the loop stands still a
thread of C ends the process, since no Python code of it may run by then; it says first at which lines everybody stood.
Whoever runs the process starts it again (`Restart=` of systemd, `restart:` of Docker).
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

log = logging.getLogger(__name__)

SOCKET, INTERVAL = "NOTIFY_SOCKET", "WATCHDOG_USEC"
"""Where systemd listens, and how many microseconds it waits for a sign."""
EVERY = 5.0
STANDSTILL = 60.0
"""Seconds after which a loop that does not turn ends the process."""
NO_ENGINE = 180.0
"""Seconds after which a process without an engine ends: a new one may do better."""


def notify(state: str) -> bool:
    """Tell systemd something (sd_notify). False where there is none that listens."""
    address = os.environ.get(SOCKET, "")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)  # what is watched must not wait for whoever watches it
            sender.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            sender.send(state.encode())
    except OSError as error:
        log.warning("systemd cannot be told %s: %s", state, type(error).__name__)
        return False
    return True


async def watch(ready: Callable[[], bool], give_up: Callable[[], object], patience: float = NO_ENGINE) -> None:
    """Tell that all is well for as long as it is, until cancelled. `give_up` is called once when it is not any more."""
    seen, every = monotonic(), interval()
    notify("READY=1")
    with _standstill() as turning:
        while monotonic() - seen < patience:
            turning()
            if ready():
                seen = monotonic()
                notify("WATCHDOG=1")
            await asyncio.sleep(every)
        log.critical("there has been no engine for %.0f seconds: the process ends", patience)
        give_up()


def interval() -> float:
    """Seconds between two signs: three of them in the time that systemd waits."""
    told = os.environ.get(INTERVAL, "")
    return min(EVERY, int(told) / 3_000_000) if told.isdigit() and int(told) else EVERY


@contextmanager
def _standstill() -> Iterator[Callable[[], None]]:
    """What is yielded must be called again and again, or the process ends."""
    try:
        where = sys.stderr.fileno()
    except (OSError, AttributeError):  # no stderr that C could write to
        yield lambda: None
        return
    try:
        yield lambda: faulthandler.dump_traceback_later(STANDSTILL, file=where, exit=True)
    finally:
        faulthandler.cancel_dump_traceback_later()
