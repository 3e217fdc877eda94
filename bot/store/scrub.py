"""Overwrites the copies that deleted rows leave in an SQLite file: `python scrub.py FILE`, some pages at a time.

`secure_delete` zeroes what is deleted, but when rows are moved to another page their old bytes stay in the room that is
free there. VACUUM would write the whole file anew, and nobody could write meanwhile. Here only that free room is
zeroed, in the file itself, while the write-ahead log is empty and nobody else may write: for some milliseconds a step.
What is free is no part of any row, so a step that breaks off has done no harm.

A program of its own: POSIX takes a process's locks on a file away when it closes any handle of it, SQLite's too.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from contextlib import closing
from io import RawIOBase
from pathlib import Path

STEP = 1024
"""Pages that are looked at while others wait to write."""
PAUSE = 0.1
"""Seconds between two steps, in which those write who waited."""
TRIES = 100
"""Steps in a row that somebody who reads or writes may keep from being taken: then it is given up for now."""
GIVEN_UP = 75
"""The exit code for that, as in sysexits.h."""
LEAVES, INNER = (10, 13), (2, 5)
"""The first byte of a page of a table or index. Of any other page it is 0, in files of less than 128 GiB."""
FILE_HEADER = 100


def scrub(path: str) -> bool:
    """Overwrite all there is. False when others have been reading or writing all the time."""
    with Path(path).open("r+b", buffering=0) as file, closing(sqlite3.connect(path, timeout=0.02)) as database:
        database.isolation_level = None
        if database.execute("PRAGMA auto_vacuum").fetchone()[0]:
            return False  # such a file has pages of pointers, whose first byte may be a table's
        start, failures = 0, 0
        while failures < TRIES:
            end = _step(database, file, start)
            if end is None:
                failures += 1
            elif end < start + STEP:
                return True
            else:
                start, failures = end, 0
            time.sleep(PAUSE)
    return False


def free_room(page: bytes, header: int) -> tuple[int, int]:
    """From where to where a page is free between its index and its rows; (0, 0) for a page that has neither."""
    kind = page[header]
    if kind not in LEAVES + INNER:
        return 0, 0
    rows, content = (int.from_bytes(page[header + at : header + at + 2]) for at in (3, 5))
    start, end = header + (8 if kind in LEAVES else 12) + 2 * rows, content or 65536
    return (start, end) if start < end <= len(page) else (0, 0)


def _step(database: sqlite3.Connection, file: RawIOBase, start: int) -> int | None:
    """The page after the last that was done; None when it could not be done."""
    try:
        # Only with an empty log is every page in the file as it is now, and no older one is written over it again.
        if database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            return None
        database.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return None
    try:
        if not _is_empty(database):
            return None
        size = int(database.execute("PRAGMA page_size").fetchone()[0])
        end = start + _overwrite(file, size, start)
        # Whoever holds pages in memory reads them again once something has been written.
        noted = database.execute("PRAGMA user_version").fetchone()[0]
        database.execute(f"PRAGMA user_version={noted}")
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")
    return end


def _is_empty(database: sqlite3.Connection) -> bool:
    log = Path(database.execute("PRAGMA database_list").fetchone()[2] + "-wal")
    return not log.exists() or not log.stat().st_size


def _overwrite(file: RawIOBase, size: int, first: int) -> int:
    """Zero the free room of STEP pages from page number `first`, counted from 0; returns how many there were."""
    file.seek(first * size)
    data = file.read(STEP * size) or b""
    for number in range(len(data) // size):
        page = data[number * size : (number + 1) * size]
        start, end = free_room(page, FILE_HEADER if first + number == 0 else 0)
        if page.count(0, start, end) < end - start:
            file.seek((first + number) * size + start)
            file.write(bytes(end - start))
    return len(data) // size


if __name__ == "__main__":
    sys.exit(0 if scrub(sys.argv[1]) else GIVEN_UP)
