"""What was deleted from an SQLite file leaves the file, in the background: no answer and no other writer waits for it.

That something is to be wiped is noted with the deletion, in the same transaction (`note`): a process that is killed
before it is done leaves it to the next start.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from urllib.parse import quote

from bot.store import scrub

log = logging.getLogger(__name__)

SMALL = 1000
"""Pages of a file that is written anew instead: that takes no longer than a commit or two."""
BUSY = 20
"""Milliseconds for which others are kept from writing while it is waited for those who read."""
PATIENCE = 1.0
"""Seconds for which it is waited for those who write, which keeps nobody from anything."""
TRIES, PAUSE, LONGEST = 20, 0.05, 60.0
REST = 10.0
"""Times as long as a wipe took, nothing is wiped after it: most of the machine is for those who talk."""
CLOSING = 10.0
"""Seconds for which closing waits for a wipe; what is not done then is done at the next start."""


def note(connection: sqlite3.Connection) -> None:
    """Note in the transaction that deletes something that the file is to be wiped."""
    connection.execute(f"PRAGMA user_version={_noted(connection) % 2**30 + 1}")


class Wiper:
    """`wish` asks for a wipe and returns at once; however many ask, one wipe serves all who asked before it began."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "wipe")
        self._task: asyncio.Task[None] | None = None
        self._wished, self._idle, self._hurry = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._child: subprocess.Popen[bytes] | None = None

    def wish(self) -> None:
        self._wished.set()
        self._idle.clear()
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def done(self, seconds: float) -> bool:
        """Wait until nothing is left to wipe, but not longer than `seconds`; whether that is so."""
        self._hurry.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        self._hurry.clear()
        return self._idle.is_set()

    async def close(self) -> None:
        if not await self.done(CLOSING):
            log.warning("what was deleted is not yet wiped from %s: it is at the next start", self._path)
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._child:
            self._child.terminate()
        await asyncio.to_thread(self._thread.shutdown)

    async def _work(self) -> None:
        failures = 0
        while await self._wished.wait():
            self._wished.clear()
            started = time.monotonic()
            if await self._try():
                failures = 0
                if not self._wished.is_set():
                    self._idle.set()
                await self._rest(REST * (time.monotonic() - started))
            else:
                failures += 1
                self._wished.set()
                await self._rest(min(PAUSE * 2 ** min(failures, 16), LONGEST))

    async def _rest(self, seconds: float) -> None:
        """Until somebody waits for the wipe, but not longer than `seconds`."""
        if self._hurry.is_set():
            await asyncio.sleep(min(seconds, PAUSE))
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurry.wait()

    async def _try(self) -> bool:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._wipe)
        except (sqlite3.Error, OSError) as error:
            log.warning("what was deleted could not be wiped from %s yet: %s", self._path, type(error).__name__)
            return False

    def _wipe(self) -> bool:
        # Never made: a file that was moved away is not there to be wiped.
        place = f"file:{quote(self._path)}?mode=rw"
        with closing(sqlite3.connect(place, timeout=PATIENCE, isolation_level=None, uri=True)) as connection:
            noted = _noted(connection)
            if connection.execute("PRAGMA page_count").fetchone()[0] <= SMALL:
                connection.execute("PRAGMA secure_delete=ON")
                connection.execute("VACUUM")
            elif not self._scrubbed():
                return False
            if not _is_flushed(connection):
                return False
            connection.execute("BEGIN IMMEDIATE")
            if _noted(connection) == noted:  # nobody has deleted anything meanwhile
                connection.execute("PRAGMA user_version=0")
            connection.execute("COMMIT")
        return True

    def _scrubbed(self) -> bool:
        # Isolated, and by its path: what it runs must not depend on where somebody started the bot.
        self._child = subprocess.Popen([sys.executable, "-I", scrub.__file__, self._path], stderr=subprocess.DEVNULL)
        return self._child.wait() == 0


def is_noted(connection: sqlite3.Connection) -> bool:
    """Whether something waits to be wiped."""
    return _noted(connection) > 0


def _noted(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_flushed(connection: sqlite3.Connection) -> bool:
    """Whether the write-ahead log is empty now, which would still hold what was deleted."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()  # most of the work, while others write
    connection.execute(f"PRAGMA busy_timeout={BUSY}").fetchone()
    try:
        for _ in range(TRIES):
            if not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                return True
            time.sleep(PAUSE)
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout={int(PATIENCE * 1000)}").fetchone()
