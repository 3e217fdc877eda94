"""What was deleted leaves the files in the background, whoever reads or writes, and whenever the process is killed."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import URL

from bot.dialog import Conversation, Turn
from bot.people import person_of
from bot.store import Store, wipe
from bot.store.scrub import free_room
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Any]]
KEY = "t:1::me"
PEOPLE = [f"t:{number}:0:{number}" for number in range(12)]
# For each line, a file and a size, a process of its own forgets one after the other and says whom.
FORGETTING = """
import asyncio, os, sys
from bot.store import Store, wipe

async def main(path):
    async with Store.open("sqlite+aiosqlite:///" + path) as store:
        print("ready", os.getpid(), flush=True)
        for number in range(12):
            await store.people.forget(f"t:{number}")
            print(f"t:{number}", flush=True)
            await asyncio.sleep(0.01 * (number % 3))
        await store.wiped()
        await asyncio.sleep(60)

for line in sys.stdin:
    path, small = line.split()
    if not (process := os.fork()):
        wipe.SMALL = int(small)
        asyncio.run(main(path))
    os.waitpid(process, 0)
    print("killed", flush=True)
"""


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def written(folder: Path) -> bytes:
    """Every byte of every file, read by another process: to close a file here would take SQLite's locks on it away."""
    return subprocess.run(["cat", *folder.iterdir()], check=True, capture_output=True).stdout


def secret(key: str) -> str:
    return f"<secret of {person_of(key)}>"


async def fill(store: Store, exchange: Exchange, turns: int, seed: int = 3) -> None:
    """Talks of all sizes among twelve people, so that SQLite moves rows between pages and leaves copies behind."""
    random = Random(seed)
    for number in range(turns):
        key = random.choice(PEOPLE)
        words = secret(key) + "x" * random.choice((5, 50, 300, 1500, 6000))
        await exchange(store, key, words, words, event=str(number))


def counted(monkeypatch: pytest.MonkeyPatch) -> list[wipe.Wiper]:
    """Who wiped, once for each time."""
    wipes, real = list[wipe.Wiper](), wipe.Wiper._wipe

    def count(wiper: wipe.Wiper) -> bool:
        wipes.append(wiper)
        return real(wiper)

    monkeypatch.setattr(wipe.Wiper, "_wipe", count)
    return wipes


async def test_who_reads_delays_nobody_and_the_file_is_wiped_when_they_have_read(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path / "t.db")) as store:
        await store.receive(KEY, secret(KEY), "1", NOON)
        with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM inbox").fetchone()
            async with asyncio.timeout(1.0):
                await store.forget(KEY)
                assert (await store.receive("t:2::you", "hi", "1", NOON)).text == "hi"
            assert not await store.wiped(0.2)
            assert secret(KEY).encode() in written(tmp_path)
            other.execute("COMMIT")
        assert await store.wiped()
        assert secret(KEY).encode() not in written(tmp_path)


async def test_however_many_ask_the_file_is_wiped_once_or_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wipes = counted(monkeypatch)
    async with Store.open(url(tmp_path / "t.db")) as store:
        for number in range(20):
            await store.receive(f"t:{number}:0:{number}", "hi", "1", NOON)
        assert all(await asyncio.gather(*(store.people.forget(f"t:{number}") for number in range(20))))
        assert await store.wiped()
    assert 1 <= len(wipes) <= 3


async def test_where_nothing_was_deleted_nothing_is_wiped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wipes = counted(monkeypatch)
    async with Store.open(url(tmp_path / "t.db")) as store:
        await store.receive(KEY, "hi", "1", NOON)
        assert not await store.people.forget("t:nobody")
        assert not await store.undo(await store.load(KEY), NOON)
        assert await store.expire(NOON, NOON) == 0
    assert wipes == []


@pytest.mark.parametrize("kind", ["crisis", "undo", "replaced"])
async def test_words_that_are_not_to_be_kept_go_too(tmp_path: Path, exchange: Exchange, kind: str) -> None:
    from bot.dialog import Verdict
    from bot.store.rows import Answered

    async with Store.open(url(tmp_path / "t.db")) as store:
        stopped = Answered(Verdict(2, "suicide", stopped=True)) if kind == "crisis" else None
        await exchange(store, KEY, secret(KEY), answered=stopped, keep="[not kept]" if stopped else None)
        if kind == "undo":
            assert await store.undo(await store.load(KEY), NOON)
        if kind == "replaced":
            loaded, before = await store.load(KEY), await store.before(KEY)
            assert before == Conversation(KEY)
            row = await store.receive(KEY, "other words", "2", NOON, 1)
            after = before.add(Turn("user", "other words", NOON)).add(Turn("bot", "I see.", NOON))
            await store.commit(loaded, after, row.id, "I see.", NOON, answered=Answered(before=before))
            assert (await store.load(KEY)).conversation == after
        assert await store.wiped()
        assert secret(KEY).encode() not in written(tmp_path)


async def test_a_file_that_is_not_there_is_not_made_to_be_wiped(tmp_path: Path) -> None:
    path, away = tmp_path / "a t?.db", tmp_path / "away.db"
    async with Store.open(str(URL.create("sqlite+aiosqlite", database=str(path)))) as store:
        await store.receive(KEY, secret(KEY), "1", NOON)
        assert await store.wiped(5)
        path.rename(away)
        store._database._wish()
        assert not await store.wiped(0.2)
        assert not path.exists()
        away.rename(path)
        assert await store.wiped(5)


async def test_while_others_write_a_wipe_harms_no_row(
    tmp_path: Path, exchange: Exchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wipe, "SMALL", 0)
    monkeypatch.setattr(wipe, "REST", 0.0)
    async with Store.open(url(tmp_path / "t.db")) as store:
        await fill(store, exchange, 60)
        for number in range(4):
            forgetting = asyncio.create_task(store.people.forget(f"t:{number}"))
            said = [f"{number} {place} {'y' * 700 * place}" for place in range(12)]
            for text in said:
                await exchange(store, KEY, text, event=text[:6])
            assert await forgetting
            assert (await store.load(KEY)).conversation.said("user")[-12:] == tuple(said)
        assert await store.wiped()
        assert not any(secret(key).encode() in written(tmp_path) for key in PEOPLE[:4])
    with closing(sqlite3.connect(tmp_path / "t.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_the_free_room_of_a_page_is_between_its_index_and_its_rows() -> None:
    leaf = bytes([13, 0, 0, 0, 2, 0x0F, 0x00, 0]) + bytes(4088)
    assert free_room(leaf, 0) == (12, 0x0F00)
    assert free_room(bytes([5]) + leaf[1:], 0) == (16, 0x0F00)
    assert free_room(bytes([0]) + leaf[1:], 0) == (0, 0)  # no page of a table: the end of a long row, say
    assert free_room(bytes([13, 0, 0, 0xFF, 0xFF, 0, 9, 0]) + bytes(4088), 0) == (0, 0)  # nor this, whatever it is


class Forgetting:
    """The processes that are killed. Here nothing but their pipes is open."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def killed(self, path: Path, small: int, moment: float) -> set[str]:
        """Kill one, so many seconds after it began to forget; returns whom it said it had forgotten."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{path} {small}\n")
        self._process.stdin.flush()
        ready, number = self._process.stdout.readline().split()
        assert ready == "ready"
        time.sleep(moment)
        os.kill(int(number), signal.SIGKILL)
        return set(iter(lambda: self._process.stdout.readline().strip(), "killed"))  # type: ignore[union-attr]


async def kill(times: int, seed: int, folder: Path, exchange: Exchange) -> list[int]:
    """How many were forgotten before each kill. Fails where a byte of theirs is left after the next start."""
    async with Store.open(url(folder / "base.db")) as store:
        await fill(store, exchange, 150)
    random, counts = Random(seed), list[int]()
    command = [sys.executable, "-c", FORGETTING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        forgetting = Forgetting(process)
        for number in range(times):
            place = folder / str(number)
            place.mkdir()
            shutil.copy(folder / "base.db", place / "t.db")
            moment = 0.3 * random.random() ** 3 if number else 0.0  # mostly before the last is forgotten, however fast
            told = await asyncio.to_thread(forgetting.killed, place / "t.db", (1000, 0)[number % 2], moment)
            counts.append(await started_again(place, told))
    return counts


async def started_again(place: Path, told: set[str]) -> int:
    """How many are forgotten, after the next start and its end: wholly, as is everybody who was told so."""
    async with Store.open(url(place / "t.db")) as store:
        held = {person_of(key) for key in await store.conversations("t:")}
    assert not held & told
    left = written(place)
    gone = [key for key in PEOPLE if person_of(key) not in held]
    assert [key for key in gone if secret(key).encode() in left] == []
    assert all(secret(key).encode() in left for key in PEOPLE if person_of(key) in held)
    return len(gone)


async def test_killed_while_it_forgets_it_leaves_no_byte_after_the_next_start(
    tmp_path: Path, exchange: Exchange
) -> None:
    counts = await kill(6, 5, tmp_path, exchange)
    assert max(counts) > 0
    assert min(counts) < len(PEOPLE)


@pytest.mark.slow
async def test_killed_sixty_times_while_it_forgets(tmp_path: Path, exchange: Exchange) -> None:
    counts = await kill(60, 6, tmp_path, exchange)
    assert len(set(counts)) > 5
