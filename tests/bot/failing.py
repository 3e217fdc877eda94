"""Ways in which a store over a file fails, and works again."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from html import unescape
from pathlib import Path

from bot.store import Store
from bot.store.database import SQLite
from skills.care.spoken import languages

WAYS = ("held", "moved", "read-only", "full", "broken")
HOLDS = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@asynccontextmanager
async def failing(store: Store, path: Path, way: str) -> AsyncIterator[None]:
    """The store over the file at `path` fails until the block ends."""
    if way == "held":
        await _pragma(store, "busy_timeout=200")  # not five seconds
        command = [sys.executable, "-c", HOLDS, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            assert other.stdout
            assert other.stdin
            assert other.stdout.readline()
            yield
            other.stdin.close()
    elif way == "moved":
        path.rename(path.with_suffix(".away"))
        yield
        path.with_suffix(".away").rename(path)
    elif way == "read-only":
        await _pragma(store, "query_only=ON")
        yield
        await _pragma(store, "query_only=OFF")
    elif way == "full":
        # Not one page more can be had, and none is left over from what was erased.
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM")
        await _pragma(store, "max_page_count=1")
        yield
        await _pragma(store, "max_page_count=1000000")
    else:
        await _execute(store, "ALTER TABLE inbox RENAME TO hidden")
        yield
        await _execute(store, "ALTER TABLE hidden RENAME TO inbox")


async def _pragma(store: Store, setting: str) -> None:
    await _execute(store, f"PRAGMA {setting}")


async def _execute(store: Store, statement: str) -> None:
    database = store._database
    assert isinstance(database, SQLite)
    await database._lane.alone(lambda connection: connection.exec_driver_sql(statement).close())


def names_emergency(text: str) -> bool:
    """Whether the emergency number is named, in whichever language somebody in danger is answered, on a page too."""
    return any(words in unescape(text) for words in ("emergency", *(held.say.local for held in languages().values())))
